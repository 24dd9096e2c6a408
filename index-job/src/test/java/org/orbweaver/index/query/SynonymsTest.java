package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.IndexKeys;

/** Files of synonyms, and what they make of a query. */
class SynonymsTest {
  /** The examples of Solr's reference guide and of its sample file. */
  private static final List<String> SOLR =
      """
      # Explicit mappings match any token sequence on the left hand side.
      i-pod, i pod => ipod
      sea biscuit, sea biscit => seabiscuit
      # Equivalent synonyms; blanks around them do not count.
      couch,sofa,divan
      foozball , foosball
      teh => the
      huge,ginormous,humungous => large
      small => tiny,teeny,weeny
      # Lines of the same word add up.
      foo => foo bar
      foo => baz

      aaafoo => aaabar
      bbbfoo => bbbfoo bbbbar
      cccfoo => cccbar cccbaz
      GB,gib,gigabyte,gigabytes
      Television, Televisions, TV, TVs
      pixima => pixma
      a\\,b => c\\=>d
      """
          .lines()
          .toList();

  @TempDir Path folder;

  private static Set<String> of(Synonyms synonyms, String words) {
    return synonyms.of(words).stream()
        .map(entry -> String.join(" ", entry))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({
    "i pod,       ipod",
    "ipod,        ''",
    "sea biscit,  seabiscuit",
    "couch,       'divan,sofa'",
    "divan,       'couch,sofa'",
    "foozball,    foosball",
    "teh,         the",
    "ginormous,   large",
    "large,       ''",
    "small,       'teeny,tiny,weeny'",
    "foo,         'baz,foo bar'",
    "bbbfoo,      bbbfoo bbbbar",
    "gb,          'gib,gigabyte,gigabytes'",
    "tv,          'television,televisions,tvs'",
    "a b,         c d",
    "a,           ''",
  })
  void readsSolrsExamples(String words, String synonyms) {
    assertEquals(
        synonyms.isEmpty() ? Set.of() : Set.of(synonyms.split(",", -1)),
        of(Synonyms.parse("synonyms.txt", SOLR), words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a => b => c | more than one explicit mapping specified on the same line",
        "a =>        | expected words on both sides of =>",
        "=> b        | expected words on both sides of =>",
        "a, --       | '--' has no letter or digit",
        "# fine => x | ''",
        "a\\=>       | ''",
      })
  void aBadLineIsNamed(String line, String fault) {
    List<String> lines = List.of("# first", "couch, sofa", line);
    if (fault.isEmpty()) {
      Synonyms.parse("synonyms.txt", lines);
      return;
    }
    OrbException e = assertThrows(OrbException.class, () -> Synonyms.parse("synonyms.txt", lines));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertEquals(
        "synonyms.txt, line 3: "
            + fault
            + ", got '"
            + line
            + "' (expected 'a, b, c' or 'a, b => c, d')",
        e.getMessage());
  }

  private static Synonyms.Expanded expanded(String query) {
    return Synonyms.parse("synonyms.txt", SOLR).expand(QueryParser.parse(query).query());
  }

  @ParameterizedTest
  @CsvSource({
    "Couch cover,       ((Couch OR sofa OR divan) cover)",
    "buy an i-pod now,  (buy an (i-pod OR ipod) now)",
    "an i pod,          (an (i OR ipod) (pod OR ipod))",
    "aaafoo bbbfoo,     '((aaafoo OR aaabar) (bbbfoo OR \"bbbfoo bbbbar\"))'",
    "'\"couch\" +teh',  '(\"couch\" +(teh OR the))'",
    "-couch title:sofa, (-couch title:sofa)",
    "couch NEAR tv,     ((couch NEAR/10 tv))",
    "couch*,            (couch*)",
    "i -x pod,          (i -x pod)",
    "couch OR x -(tv),  (((couch OR sofa OR divan) OR x) -(tv))",
    "(teh i) pod,       (((teh OR the) i) pod)",
    "nothing here,      (nothing here)",
  })
  void plainWordsHaveSynonyms(String query, String read) {
    assertEquals(read, expanded(query).query().toString());
  }

  @Test
  void theQueryKeepsItsWords() {
    QueryNode.All query = expanded("an i pod").query();
    assertEquals(3, query.parts().size());
    assertEquals("an i pod", QueryWords.texts(query).collect(Collectors.joining(" ")));
    // It stands for two words, with half of its weight for each.
    assertEquals(
        .35f, ((QueryNode.Alternatives) query.parts().get(1).node()).synonyms().get(0).weight());
  }

  @Test
  void notesNameWhatIsAddedAndWhatIsNot() {
    assertEquals(List.of(), expanded("cover").notes());
    assertEquals(
        List.of("synonyms are searched, too: ipod for i pod, \"foo bar\" for foo, baz for foo"),
        expanded("i pod foo").notes());
    String many = IntStream.range(0, 70).mapToObj(i -> "s" + i).collect(Collectors.joining(", "));
    Synonyms.Expanded most =
        Synonyms.parse("x", List.of("a => " + many)).expand(QueryParser.parse("a").query());
    assertEquals("only 64 words of synonyms are searched", most.notes().get(1));
  }

  @Test
  void theFileIsReadByItsPath() throws IOException {
    Configuration conf = new Configuration(false);
    Path file = Files.writeString(folder.resolve("mine.txt"), "\ufeffzoo, t\u00eate\n");
    IndexKeys.SYNONYMS_FILE.set(conf, file.toString());
    assertEquals(Set.of("tete"), of(Synonyms.read(conf), "zoo"));
    IndexKeys.SYNONYMS_FILE.set(conf, "");
    assertEquals(Set.of(), Synonyms.read(conf).of("zoo"));
    Files.write(file, new byte[] {'a', ',', (byte) 0xff});
    IndexKeys.SYNONYMS_FILE.set(conf, file.toString());
    OrbException e = assertThrows(OrbException.class, () -> Synonyms.read(conf));
    assertTrue(
        e.getMessage().startsWith("orbweaver.search.synonyms.file: cannot read "), e::getMessage);
    IndexKeys.SYNONYMS_FILE.set(conf, folder.resolve("none.txt").toString());
    e = assertThrows(OrbException.class, () -> Synonyms.read(conf));
    assertTrue(e.getMessage().endsWith("none.txt"), e::getMessage);
  }

  @Test
  void theFileOfTheProjectIsWellFormed() throws IOException {
    Path file = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));
    Synonyms synonyms =
        Synonyms.parse("synonyms.txt", Files.readAllLines(file.resolve("conf/synonyms.txt")));
    assertEquals(Set.of("color"), of(synonyms, "colour"));
    assertEquals(Set.of("colour"), of(synonyms, "color"));
    assertEquals(Set.of(), of(synonyms, "check"));
    assertEquals(Set.of("united states", "united states of america"), of(synonyms, "usa"));
    assertEquals(Set.of("email"), of(synonyms, "e mail"));
  }
}
