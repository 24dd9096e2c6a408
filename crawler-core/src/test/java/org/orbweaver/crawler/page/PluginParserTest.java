package org.orbweaver.crawler.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.page.document.DocumentParsers;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.ProcessSettings;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.PluginSource;
import org.orbweaver.testkit.PluginJar;

/** A parser from a plugin's jar, in a parser process. */
@Timeout(120)
class PluginParserTest {
  private static final String SOURCE =
      """
      import java.io.*;
      import java.nio.file.*;
      import java.util.*;
      import org.orbweaver.plugin.*;

      public class Tracks implements Plugin {
        static {
          System.out.println("Tracks is here");
        }

        public Tracks() {
          System.out.println("and made");
        }

        @Override
        public List<DocumentParser> documentParsers(PluginSettings settings) {
          return List.of(new Parser(settings));
        }

        private record Parser(PluginSettings settings) implements DocumentParser {
          public List<String> types() {
            System.out.println("and asked");
            return List.of(settings.get("type", "text/x-track"));
          }

          public Set<String> extensions() {
            return Set.of("trk");
          }

          public void parse(InputStream document, Output output) throws Exception {
            String all = new String(document.readAllBytes(), "UTF-8");
            for (String line : all.split("\\n")) {
              String rest = line.substring(Math.min(2, line.length()));
              switch (line.charAt(0)) {
                case 'T' -> output.title(rest);
                case 'H' -> output.heading(rest);
                case 'L' -> output.link(rest.split(" ")[0], rest.split(" ")[1]);
                case 'P' -> output.property(rest.split("=")[0], rest.split("=")[1]);
                case 'M' -> output.member(rest, "", new ByteArrayInputStream("T in\\nin it".getBytes()));
                case 'S' -> output.text(settings.get("word", "none"));
                case 'R' -> output.text(read(rest));
                case 'E' -> throw new IllegalStateException(rest);
                case 'I' -> throw new IOException(rest);
                case 'O' -> parse(new ByteArrayInputStream(all.getBytes()), output);
                default -> output.text(line);
              }
            }
          }

          private static String read(String file) throws IOException {
            try {
              return Files.readString(Path.of(file));
            } catch (SecurityException e) {
              return "refused";
            }
          }
        }
      }
      """;

  @TempDir private static Path tmp;

  @BeforeAll
  static void build() throws IOException {
    PluginJar.build(tmp, "tracks", "Tracks", SOURCE);
    Files.writeString(tmp.resolve("tracks/notes.txt"), "secret");
  }

  private static ParsedPage parse(
      byte[] content, String type, String name, Map<String, String> settings) {
    ProcessSettings processes =
        new ProcessSettings(1, 96, 1L << 30, 60_000, new PluginSource(List.of(tmp), settings));
    ParseLimits some = ParseLimits.DEFAULT;
    ParseLimits limits =
        new ParseLimits(10, 100, 10_000, some.timeoutMillis(), some.document(), processes);
    return Pages.parser(limits)
        .parse(new PageParser.Document("http://a.example/" + name, content, type, null, List.of()));
  }

  private static ParsedPage parse(String content) {
    return parse(content.getBytes(UTF_8), "text/x-track; a=b", "", Map.of());
  }

  @Test
  void allThatItPutsOutIsInThePage() {
    ParsedPage page =
        parse(
            """
            T A walk
            H Up the hill
            past the mill
            L /map the map
            P author=Ann
            P author=Bob
            P created=2024-05-06T07:08:09Z
            P language=en
            M more.trk
            end""");
    assertEquals("", page.message());
    assertEquals("A walk", page.title());
    assertEquals(
        "Up the hill\npast the mill\nthe\nmore.trk\nin it\nend", page.text(), "with the member");
    assertEquals("http://a.example/map", page.links().get(0).url());
    assertEquals("Up the hill\nmore.trk", page.meta().get(MetaNames.HEADINGS));
    assertEquals("Ann; Bob", page.meta().get(MetaNames.AUTHOR));
    assertEquals("2024-05-06T07:08:09Z", page.meta().get(MetaNames.PUBLISHED));
    assertEquals("text/x-track", page.meta().get(MetaNames.TYPE));
  }

  @Test
  void extensionsCountWhereTheTypeSaysLittle() throws IOException {
    for (String vague : List.of("application/octet-stream", "text/plain", "application/xml")) {
      ParsedPage page = parse("T A\ntext".getBytes(UTF_8), vague, "a.TRK", Map.of());
      assertEquals("A", page.title(), vague);
    }
    ParsedPage page = parse("<p>T A".getBytes(UTF_8), "text/html", "a.trk", Map.of());
    assertEquals("T A", page.text());
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(archive)) {
      zip.putNextEntry(new ZipEntry("a.trk"));
      zip.write("T A\nwords".getBytes(UTF_8));
    }
    page = parse(archive.toByteArray(), "application/zip", "a.zip", Map.of());
    assertEquals("a.trk\nwords", page.text());
  }

  @Test
  void itsTypesComeBeforeOurs() {
    Map<String, String> settings = Map.of("tracks.type", "application/pdf", "tracks.word", "hi");
    assertEquals(
        "hi", parse("S".getBytes(UTF_8), "application/pdf", "", settings).text(), "and settings");
    assertEquals("none", parse("S").text(), "in another process");
  }

  @Test
  void whatItThrowsCostsTheDocumentAlone() {
    ParsedPage page = parse("some text\nE all broken");
    assertEquals("some text", page.text());
    assertEquals("plugin tracks: all broken", page.meta().get(MetaNames.PARTIAL));
    page = parse("E all broken");
    assertEquals(ParsedPage.Outcome.FAILED, page.outcome());
    assertEquals("plugin tracks: all broken", page.message());
    page = parse("I no track");
    assertEquals(ParsedPage.Outcome.INVALID, page.outcome());
    assertEquals("plugin tracks: no track", page.message());
    assertEquals(ParsedPage.Outcome.OVER_LIMIT, parse("O").outcome());
    assertEquals("fine", parse("fine").text());
    assertTrue(parse("word\n".repeat(5000)).parsed(), "enough text is no failure");
  }

  @Test
  void filesBesideItsJarsAreClosed() {
    assertEquals("refused", parse("R " + tmp.resolve("tracks/notes.txt")).text());
  }

  @Test
  void aParserWithoutATypeIsNamed() {
    PluginSource plugins = new PluginSource(List.of(tmp), Map.of("tracks.type", "track"));
    PluginException e = assertThrows(PluginException.class, () -> DocumentParsers.of(plugins));
    assertEquals("plugin tracks: 'track' of its parser is no media type", e.getMessage());
  }
}
