package org.orbweaver.plugins.warc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.Orb;

/** A crawl of an archive, with the plugin's folder and nothing else. */
class WarcReplayIT {
  private static final int PAGES = 30;

  @TempDir private Path tmp;

  private String orb(int status, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of(args));
    String archive = tmp.resolve("archive") + "," + tmp.resolve("more.warc");
    for (String setting :
        List.of(
            "hadoop.tmp.dir=" + tmp.resolve("hadoop"),
            "http.agent.name=replay",
            "fetcher.server.delay=0",
            "orbweaver.plugins=" + Path.of("target/plugin").toAbsolutePath(),
            "orbweaver.plugins.settings=warc-replay.files=" + archive)) {
      words.addAll(List.of("-D", setting));
    }
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    int ended =
        Orb.run(
            words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
    assertEquals(status, ended, printed.toString(UTF_8));
    return printed.toString(UTF_8);
  }

  private static void assertSays(String what, String text) {
    assertTrue(text.contains(what), text);
  }

  @Test
  void anArchiveIsCrawledWithoutANetwork() throws Exception {
    Path folder = Files.createDirectories(tmp.resolve("archive"));
    WarcFile packed = new WarcFile(folder.resolve("a.warc.gz"));
    WarcFile plain = new WarcFile(tmp.resolve("more.warc"));
    String html = "200 OK\r\nContent-Type: text/html";
    String links =
        IntStream.rangeClosed(0, PAGES)
            .mapToObj(i -> "<a href=/" + i + ">" + i + "</a>")
            .collect(Collectors.joining());
    plain.response("2024-03-01", "http://A.test:80", html, "<a href=/none>x</a>" + links);
    packed.response("2024-02-01", "http://a.test/", html, "<a href='/old'>old</a>");
    for (int i = 0; i < PAGES; i++) {
      WarcFile file = i % 2 == 0 ? packed : plain;
      String page = "<title>Page " + i + "</title><p>words of page " + i;
      file.response("2024-02-0" + (1 + i % 9), "http://a.test/" + i, html, page);
    }
    String moved = "301 Moved\r\nLocation: https://b.test/x";
    packed.response("2024-02-01", "http://a.test/" + PAGES, moved, "");
    packed.response("2024-02-01", "https://b.test/x", html, "<title>Last</title>the end");
    packed.response("2024-02-01", "https://b.test/robots.txt", "404 Not Found", "");
    String dir = tmp.resolve("crawl").toString();
    orb(0, "crawl", "http://a.test/", dir, "--rounds", "5");
    for (int i = 0; i < PAGES; i++) {
      assertSays("and indexed", orb(0, "why", "http://a.test/" + i, dir));
    }
    assertSays("and indexed", orb(0, "why", "https://b.test/x", dir));
    assertSays("404", orb(0, "why", "http://a.test/none", dir));
    assertSays("ever seen", orb(0, "why", "http://a.test/old", dir));
    orb(0, "crawl", dir, "--more", "1", "--add-days", "100");
    assertSays("not modified", orb(0, "why", "http://a.test/", dir));
  }

  @Test
  void anArchiveThatCannotBeReadIsSaid() {
    String told = orb(1, "try", "http://a.test/");
    assertSays("plugin warc-replay: ", told);
    assertSays("archive", told);
  }
}
