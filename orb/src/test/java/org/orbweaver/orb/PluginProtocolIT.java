package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.PluginJar;

/** A crawl of the web and of a plugin's scheme, with rules of the plugin. */
class PluginProtocolIT {
  private static final String NOTES =
      """
      import java.util.List;
      import java.util.Set;
      import org.orbweaver.plugin.*;

      public class Notes implements Plugin, Protocol, UrlRule {
        @Override
        public List<Protocol> protocols(PluginSettings settings) {
          return List.of(this);
        }

        @Override
        public List<UrlRule> urlRules(PluginSettings settings) {
          return List.of(this);
        }

        @Override
        public Set<String> schemes() {
          return Set.of("notes");
        }

        @Override
        public UrlDecision decision(String url) {
          if (url.endsWith("/broken")) {
            throw new IllegalStateException("no list of pages");
          }
          return url.endsWith("/draft") ? new UrlDecision(false, "drafts", 0, "a draft") : null;
        }

        @Override
        public String normalize(String url) {
          return url.replace("/mobile/", "/");
        }

        @Override
        public Answer fetch(Request request) {
          String path = request.url().substring("notes://team".length());
          String body =
              switch (path) {
                case "/robots.txt" -> "User-agent: *\\nDisallow: /private";
                case "/" ->
                    "<title>Notes</title><p>notes<a href='mobile/x/../one?q#f'>1</a>"
                        + "<a href=/private/x>2</a><a href=fail>3</a><a href=broken>4</a>"
                        + "<a href=draft>5</a><a href=none>6</a><a href='WEB'>7</a>";
                case "/one?q" -> "<title>One</title><p>the first note";
                case "/fail" -> throw new IllegalStateException("torn out");
                case "/web" -> "<title>Secret</title>";
                default -> null;
              };
          return body == null
              ? Answer.of(404)
              : new Answer(
                  "\\"1\\"".equals(request.etag()) ? 304 : 200,
                  List.of(new Header("Content-Type", "text/html"), new Header("ETag", "\\"1\\"")),
                  body.getBytes(),
                  false);
        }
      }
      """;

  @TempDir private Path tmp;

  private String orb(int status, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(
        List.of(
            "-D",
            "hadoop.tmp.dir=" + tmp.resolve("hadoop"),
            "-D",
            "orbweaver.plugins=" + tmp.resolve("plugins")));
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
  void aPluginsSchemeIsCrawledAsTheWeb() throws Exception {
    try (FakeWeb web = FakeWeb.start()) {
      String page = web.url("a.test", "/");
      String body = "<title>Web</title><p>web<a href=notes://team/web>x</a><a href=broken>x</a>";
      web.page("a.test", "/", body);
      PluginJar.build(
          tmp.resolve("plugins"), "notes", "Notes", NOTES.replace("WEB", page + "mobile/draft"));
      Path file = tmp.resolve("crawl.yaml");
      Files.writeString(
          file,
          "directory: crawl\n"
              + "seeds: ['NOTES://Team/', '"
              + page
              + "']\n"
              + "rounds: until-done\n"
              + "agent: {name: notebot}\n"
              + "politeness: {delay: 0}\n"
              + "network:\n"
              + "  private-addresses: [127.0.0.0/8]\n"
              + "  hosts-file: "
              + web.hostsFile(tmp.resolve("hosts"))
              + "\n");
      orb(0, "crawl", file.toString(), "--rounds", "3");
      Map<String, String> statuses = CrawlContents.statuses(tmp.resolve("crawl").toString());
      assertEquals("db_fetched", statuses.get("notes://team/"), statuses.toString());
      assertEquals("db_fetched", statuses.get("notes://team/one?q"), statuses.toString());
      assertEquals("db_fetched", statuses.get(page));
      assertEquals("db_gone", statuses.get("notes://team/none"));
      assertEquals("db_unfetched", statuses.get("notes://team/fail"));
      assertFalse(statuses.containsKey("notes://team/web"), "never from the web");
      assertFalse(statuses.keySet().stream().anyMatch(url -> url.matches(".*/(broken|draft)")));
      assertSays("robots.txt", orb(0, "why", "notes://team/private/x", file.toString()));
      assertSays("plugin notes: torn out", orb(0, "why", "notes://team/fail", file.toString()));
      assertSays("plugin notes: no list of pages", orb(0, "why", page + "broken", file.toString()));
      assertSays("drafts: a draft", orb(0, "why", "notes://team/draft", file.toString()));
      assertSays("and indexed", orb(0, "why", "notes://team/mobile/one?q", file.toString()));
      assertSays("200", orb(0, "try", "notes://team/one?q"));
    }
  }
}
