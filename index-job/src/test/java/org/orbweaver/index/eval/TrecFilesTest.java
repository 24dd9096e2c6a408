package org.orbweaver.index.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;

class TrecFilesTest {
  private static final String SGML =
      """
      <DOC>
      <DOCNO> FT911-3 </DOCNO>
      <HEADLINE>
      Smith &amp; Sons
      </HEADLINE>
      <TEXT>A &lt;b&gt; <P>word</P> of x < y
      </TEXT>
      </DOC>
      <DOC><DOCNO>2</DOCNO><DOCHDR>
      Server: hidden
      </DOCHDR><html><title>Page</title><script>code()</script>shown</html></DOC>
      """;

  private static final String SMART =
      """
      .I 1
      .T
      a title
      .A
      smith
      .W
      some text
      .X
      1 5 1
      7 4 1
      .I 7
      .W
      more
      """;

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("f" + System.nanoTime()), text);
  }

  private static List<String> docs(Path file) throws IOException {
    List<String> docs = new ArrayList<>();
    TrecFiles.documents(
        file, d -> docs.add(d.docno() + "|" + d.title() + "|" + d.text().replaceAll("\\s+", " ")));
    return docs;
  }

  @Test
  void readsDocumentsOfTrecAndSmart() throws IOException {
    List<String> sgml =
        List.of("FT911-3|Smith & Sons|Smith & Sons A <b> word of x < y", "2|Page|Page shown");
    assertEquals(sgml, docs(file(SGML)));
    assertEquals(sgml, docs(file(SGML.replace("\n", " \t\n "))));
    assertEquals(List.of("1|a title|a title smith some text", "7||more"), docs(file(SMART)));
    Path gz = folder.resolve("docs.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
      out.write(SGML.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    assertEquals(sgml, docs(gz));
  }

  @ParameterizedTest
  @CsvSource({
    "<DOC>~<DOCNO>1</DOCNO>~text, the last document has no </DOC>",
    "<DOC>~text~</DOC>, line 3: the document that ends here has no <DOCNO>",
    "<DOC>~<DOC>, line 2: a document begins before the last has ended",
    "plain text, holds no documents",
    "'', holds no documents",
  })
  void saysWhatIsWrongAndWhere(String text, String message) throws IOException {
    Path file = file(text.replace("~", "\n"));
    OrbException e = assertThrows(OrbException.class, () -> docs(file));
    assertTrue(e.getMessage().contains(message), e.getMessage());
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
  }

  @Test
  void readsTopicsOfAllFormats() throws IOException {
    String classic =
        """
        <top>
        <num> Number: 301
        <title> Topic: Organized Crime
        <desc> Description:
        Which ones?
        <narr> Narrative: long
        </top>
        <top><num>302</num><title></title><desc>Description: polio</desc></top>
        """;
    assertEquals(Map.of("301", "Organized Crime", "302", "polio"), TrecFiles.topics(file(classic)));
    assertEquals(
        Map.of("301", "Organized Crime", "302", "polio"),
        TrecFiles.topics(file("<?xml version=\"1.0\"?>\n<topics>\n" + classic + "</topics>\n")));
    assertEquals(Map.of("q1", "two words"), TrecFiles.topics(file("q1\ttwo words\n\n")));
    // Cranfield's judgements number topics in order.
    assertEquals(
        Map.of("1", "first", "2", "second"),
        TrecFiles.topics(file(".I 001\n.W\nfirst\n.I 004\n.W\nsecond\n")));
    OrbException e =
        assertThrows(OrbException.class, () -> TrecFiles.topics(file("1\ta\nno tab\n")));
    assertTrue(e.getMessage().contains("line 2"), e.getMessage());
  }
}
