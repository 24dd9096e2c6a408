package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.PluginKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.testkit.PluginJar;

class ProtocolFetcherTest {
  private static final String SOURCE =
      """
      import java.io.IOException;
      import java.util.*;
      import org.orbweaver.plugin.*;

      public class Notes implements Plugin, Protocol {
        @Override
        public List<Protocol> protocols(PluginSettings settings) {
          return List.of(this);
        }

        @Override
        public Set<String> schemes() {
          return Set.of(SCHEME);
        }

        @Override
        public boolean answers(String url) {
          return url.startsWith("http://archive.test/");
        }

        @Override
        public Answer fetch(Request request) throws IOException {
          String path = request.url().replaceFirst("[a-z]+://[^/]*", "");
          switch (path) {
            case "/null": return null;
            case "/body": return new Answer(200, List.of(), null, false);
            case "/status": return Answer.of(600);
            case "/io": throw new IOException("the disk is full");
            case "/unchecked": throw new IllegalStateException("a fault");
            case "/linkage": throw new NoClassDefFoundError("x/Y");
            case "/deep": throw new StackOverflowError();
            default:
          }
          for (String link : List.of("b#x", "notes://other/c", "http://a.test/", "file:///etc/passwd", "mailto:x")) {
            request.links().add(link);
          }
          return new Answer(
              request.etag() == null ? 200 : 304,
              Arrays.asList(
                  new Header("Content-Type", "text/plain"),
                  new Header("ETag", request.etag()),
                  new Header("A b", "c"),
                  new Header("X", "a\\r\\nY: b"),
                  null),
              new byte[100],
              false);
        }

        @Override
        public void close() throws IOException {
          System.setProperty("notes.closed", "true");
          throw new IllegalStateException("closing");
        }
      }
      """;

  @TempDir private static Path plugins;
  private final Configuration conf = new Configuration(false);
  private final List<String> links = new ArrayList<>();

  @BeforeAll
  static void plugin() throws IOException {
    build(plugins, "\"notes\"");
  }

  @BeforeEach
  void settings() {
    FetchKeys.CONTENT_LIMIT.set(conf, 50);
    PluginKeys.FOLDERS.set(conf, List.of(plugins.toString()));
  }

  private static void build(Path folder, String scheme) throws IOException {
    PluginJar.build(folder, "notes", "Notes", SOURCE.replace("SCHEME", scheme));
  }

  private FetchedPage fetch(FetchRequest request) throws IOException {
    FetchTools.Sink sink =
        new FetchTools.Sink() {
          @Override
          public void add(String url, CrawlDatum datum, Content content, FetchCounter counter) {
            links.add(url);
          }

          @Override
          public void count(FetchCounter counter, long n) {}

          @Override
          public void log(RequestLine line) {}
        };
    try (ProtocolFetcher fetcher =
        new ProtocolFetcher(
            conf,
            web ->
                new FetchedPage(
                    299, List.of(), web.url().getBytes(StandardCharsets.UTF_8), Truncation.NONE),
            sink)) {
      return fetcher.fetch(request);
    }
  }

  @Test
  void aProtocolAnswersForItsSchemeAndItsSites() throws IOException {
    FetchedPage page = fetch(FetchRequest.get("notes://n/a"));
    assertEquals(200, page.status());
    assertEquals(50, page.body().length, "cut, though the plugin does not");
    assertEquals(Truncation.LENGTH, page.truncation());
    assertEquals("[Header[name=Content-Type, value=text/plain]]", page.headers().toString());
    assertEquals(List.of("notes://n/b", "notes://other/c", "http://a.test/"), links);
    assertEquals("true", System.clearProperty("notes.closed"));
    assertEquals(200, fetch(FetchRequest.get("http://archive.test/a")).status());
    assertEquals(299, fetch(FetchRequest.get("http://a.test/")).status(), "the web");
    FetchRequest again = FetchRequest.get("notes://n/a").conditional("\"1\"", null);
    assertEquals(304, fetch(again).status());
    assertEquals(0, fetch(FetchRequest.get("notes://n/a").head()).body().length);
    assertEquals(7, fetch(FetchRequest.get("notes://n/a").limitedTo(7)).body().length);
    assertThrows(
        IOException.class, () -> fetch(FetchRequest.get("http://archive.test/").post("x")));
    assertThrows(IOException.class, () -> fetch(FetchRequest.get("nosuch://n/a")));
  }

  @ParameterizedTest
  @CsvSource({
    "null, it gave no answer",
    "body, it gave no answer",
    "status, it answered with status 600",
    "io, the disk is full",
    "unchecked, a fault",
    "linkage, NoClassDefFoundError: x/Y",
    "deep, StackOverflowError"
  })
  void aFaultOfAProtocolIsAFailureOfTheUrl(String path, String why) {
    IOException e =
        assertThrows(IOException.class, () -> fetch(FetchRequest.get("notes://n/" + path)));
    assertTrue(e.getMessage().startsWith("plugin notes: " + why), e.getMessage());
  }

  @Test
  void theWebsSchemesAreNoPlugins(@TempDir Path others) throws IOException {
    PluginKeys.FOLDERS.set(conf, List.of(others.toString()));
    build(others, "\"https\"");
    String why = assertThrows(OrbException.class, () -> UrlRules.sources(conf)).getMessage();
    assertEquals("plugin notes: no protocol can have the scheme 'https'", why);
    build(others, "null + \"\".substring(1)");
    why = assertThrows(OrbException.class, () -> UrlRules.sources(conf)).getMessage();
    assertTrue(why.startsWith("plugin notes: "), why);
  }
}
