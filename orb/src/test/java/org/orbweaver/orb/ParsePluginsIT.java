package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.PluginJar;
import org.orbweaver.testkit.Response;

/** A plugin's parser and page filter in a crawl. */
class ParsePluginsIT {
  private static final String SOURCE =
      """
      import java.io.InputStream;
      import java.util.*;
      import org.orbweaver.plugin.*;

      public class Tracks implements Plugin {
        @Override
        public List<DocumentParser> documentParsers(PluginSettings settings) {
          return List.of(
              new DocumentParser() {
                public List<String> types() {
                  return List.of("application/x-track");
                }

                public Set<String> extensions() {
                  return Set.of("trk");
                }

                public void parse(InputStream document, Output output) throws Exception {
                  output.title("A track");
                  output.text(new String(document.readAllBytes()).toUpperCase());
                  output.property("author", "" + ProcessHandle.current().pid());
                }
              });
        }

        @Override
        public List<PageFilter> pageFilters(PluginSettings settings) {
          String word = settings.require("word");
          return List.of(
              page -> {
                page.field("kind", word + " " + page.header("content-type").get(0));
                if (page.url().endsWith("/broken")) {
                  throw new IllegalStateException("no such page");
                }
                if (page.url().endsWith("/rejected")) {
                  page.verdict(PageFilter.Verdict.NO_CONTENT);
                }
                while (page.url().endsWith("/endless")) {
                  Thread.onSpinWait();
                }
              });
        }
      }
      """;

  @TempDir private Path tmp;

  @Test
  void aPluginParsesAndFilters() throws Exception {
    PluginJar.build(tmp.resolve("plugins"), "tracks", "Tracks", SOURCE);
    FakeWeb web = FakeWeb.start();
    web.page(
        "a.test",
        "/",
        "<title>Home</title><a href=/walk.trk>walk</a><a href=/broken>b</a>"
            + "<a href=/rejected>r</a><a href=/endless>e</a>");
    web.on("a.test", "/walk.trk", Response.text("up the hill"));
    for (String name : List.of("/broken", "/rejected", "/endless")) {
      web.page("a.test", name, "<title>" + name + "</title>some words");
    }
    String[] settings = {
      "orbweaver.plugins=" + tmp.resolve("plugins"),
      "orbweaver.plugins.settings=tracks.word=a",
      "parser.timeout=1",
      "orbweaver.parse.threads=1"
    };
    Path seeds = Files.writeString(tmp.resolve("seeds.txt"), web.url("a.test", "/"));
    try (TestSite site = new TestSite(web, tmp, settings)) {
      String dir = site.dir();
      site.orb(0, "crawl", seeds.toString(), dir, "--rounds", "2");

      String walk = site.orb(0, "read", "page", web.url("a.test", "/walk.trk"), dir);
      assertTrue(walk.contains("UP THE HILL"), walk);
      assertTrue(walk.contains("field.kind"), walk);
      assertTrue(walk.contains("a text/plain"), walk);
      assertTrue(!walk.contains("author: " + ProcessHandle.current().pid()), walk);
      String broken = why(site, web, "/broken");
      assertTrue(broken.contains("plugin tracks: no such page"), broken);
      String rejected = why(site, web, "/rejected");
      assertTrue(rejected.contains("plugin tracks: no content"), rejected);
      String endless = why(site, web, "/endless");
      assertTrue(endless.contains("plugin tracks took too long (parser.timeout)"), endless);

      String tried = site.orb(0, "try", web.url("a.test", "/walk.trk"));
      assertTrue(tried.contains("UP THE HILL"), tried);
      assertTrue(tried.contains("field.kind: a text/plain"), tried);
    }
    try (TestSite site = new TestSite(FakeWeb.start(), tmp, settings[0])) {
      String told = site.orb(2, "crawl", seeds.toString(), tmp.resolve("other").toString());
      assertTrue(told.contains("plugin tracks: its setting word is missing"), told);
    }
  }

  private static String why(TestSite site, FakeWeb web, String path) {
    TestSite.Run run = site.orb(List.of("why", web.url("a.test", path), site.dir()));
    return run.out() + run.err();
  }

  /** Our own plugins name classes of Hadoop only in methods that a parser process never calls. */
  @Test
  void aParserProcessNeedsNoHadoop() throws Exception {
    String path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("hadoop") && !entry.contains("nutch"))
            .collect(Collectors.joining(File.pathSeparator));
    Path folder = Files.createDirectories(tmp.resolve("process/tmp"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.security.manager=allow",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                path,
                "org.orbweaver.crawler.page.document.ParserMain",
                folder.toString(),
                "0")
            .redirectError(tmp.resolve("errors").toFile())
            .start();
    try (DataInputStream in = new DataInputStream(process.getInputStream())) {
      byte[] ready = in.readNBytes(4);
      assertEquals(4, ready.length, Files.readString(tmp.resolve("errors")));
    } finally {
      process.destroyForcibly();
    }
  }
}
