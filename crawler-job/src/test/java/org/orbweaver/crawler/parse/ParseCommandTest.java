package org.orbweaver.crawler.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.CommandRun;

/** {@code orb parse --file} and {@code --files}. */
class ParseCommandTest {
  private static final String PAGE =
      "<html lang=en><title>T\u001b[2J</title><nav><a href=x>Home</a></nav><p>Some \u05d0\u200f"
          + " text";

  @TempDir private Path folder;
  private CommandRun run;

  @BeforeEach
  void makePages() throws IOException {
    Files.writeString(folder.resolve("a.html"), PAGE);
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("b.html.gz")))) {
      out.write("<p>packed".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
    Files.write(folder.resolve("c.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
  }

  private int parse(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "parse";
    for (int i = 0; i < words.length; i++) {
      all[i + 1] = words[i].replace("@", folder + "/");
    }
    run = CommandRun.of(new Configuration(), all);
    return run.status();
  }

  private void list(String... lines) throws IOException {
    Files.writeString(folder.resolve("list"), String.join("\n", lines).replace("@", folder + "/"));
  }

  @Test
  void printsWhatIsInADocument() {
    assertEquals(0, parse("--file", "@a.html", "--url", "https://a.test/b/", "--links"));
    for (String line :
        new String[] {"type: text/html", "language: en", "links: 1", "  https://a.test/b/x Home"}) {
      assertTrue(run.out().lines().anyMatch(line::equals), line + " in\n" + run.out());
    }
    assertTrue(run.out().contains("Some \u05d0\u200f text"), run.out());
    assertFalse(run.out().contains("\u001b"), run.out());
  }

  @Test
  void relativeLinksHaveABaseWithoutUrl() {
    assertEquals(0, parse("--file", "@a.html", "--json", "--links"));
    assertTrue(run.out().contains("\"http://localhost" + folder + "/x\""), run.out());
  }

  @Test
  void aListIsWrittenFileByFileAndBadOnesAreNamed() throws IOException {
    list(
        "@a.html\thttps://a.test/",
        "",
        "@b.html.gz",
        "@missing",
        "@c.png",
        "@b.html.gz\tmailto:x",
        "\u0000");
    assertEquals(1, parse("--files", "@list", "--out", "@texts"));
    assertTrue(Files.readString(folder.resolve("texts/a.html.txt")).contains("Some"));
    assertEquals("packed\n", Files.readString(folder.resolve("texts/b.html.txt")));
    assertFalse(Files.exists(folder.resolve("texts/c.png.txt")));
    assertTrue(run.err().contains("missing: no such file"), run.err());
    assertTrue(run.err().contains("c.png: "), run.err());
    assertTrue(
        run.err().contains("list, line 6: not a URL that can be crawled: mailto:x"), run.err());
    assertTrue(run.err().contains("list, line 7: no name of a file: "), run.err());
    assertTrue(run.err().contains("4 of 6 documents failed"), run.err());
  }

  @Test
  void nothingIsOverwrittenUnasked() throws IOException {
    list("@a.html");
    assertEquals(0, parse("--files", "@list", "--out", "@texts"));
    assertEquals(2, parse("--files", "@list", "--out", "@texts"));
    assertTrue(run.err().contains("a.html.txt exists; --overwrite replaces it"), run.err());
    assertEquals(0, parse("--files", "@list", "--out", "@texts", "--overwrite"));
  }

  @Test
  void twoFilesOfOneNameAreRefused() throws IOException {
    list("@a.html", "@texts/a.html");
    assertEquals(2, parse("--files", "@list", "--out", "@texts"));
    assertTrue(run.err().contains("list, line 2: as line 1, goes to"), run.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "@a.html --main",
        "--file @a.html --files @list",
        "--file @a.html --segment 1",
        "--file @a.html --out @texts",
        "--file @a.html --overwrite",
        "--file @a.html --url mailto:x",
        "--files @list",
        "--files @nothing --json",
        "--files @list --url http://a.test/ --json"
      })
  void wrongUsesAreRefused(String words) throws IOException {
    list("@a.html");
    assertEquals(2, parse(words.split(" ")), run.err());
  }
}
