package org.orbweaver.testkit.apps;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the applications; see the package's description for the form of their files. */
public final class RenderedApps {
  private static final List<String> KINDS = List.of("data", "pages", "frameworks", "restless");

  private final List<RenderedApp> apps = new ArrayList<>();
  private String kind;
  private String[] head;
  private Map<String, List<String>> facts;
  private Map<String, RenderedApp.Part> parts;
  private String path;
  private Map<String, String> options;
  private StringBuilder body;

  private RenderedApps() {}

  /** All applications, by kind. */
  public static List<RenderedApp> all() {
    RenderedApps reader = new RenderedApps();
    for (String kind : KINDS) {
      reader.kind = kind;
      try (InputStream in = RenderedApps.class.getResourceAsStream(kind + ".txt")) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(reader::line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      reader.endApp();
    }
    return reader.apps;
  }

  private void line(String line) {
    if (line.startsWith("=== ")) {
      endApp();
      head = line.substring(4).split(" ", -1);
      facts = new LinkedHashMap<>();
      parts = new LinkedHashMap<>();
    } else if (line.startsWith("-- ")) {
      endPart();
      String[] words = line.substring(3).split(" ", -1);
      path = words[0].startsWith("//") ? words[0] : "//" + head[0] + ".apps.test" + words[0];
      options = new LinkedHashMap<>();
      for (String word : Arrays.asList(words).subList(1, words.length)) {
        int equals = word.indexOf('=');
        options.put(equals < 0 ? word : word.substring(0, equals), word.substring(equals + 1));
      }
      body = new StringBuilder();
    } else if (body != null) {
      body.append(line).append('\n');
    } else if (head != null && !line.isBlank()) {
      int colon = line.indexOf(": ");
      facts
          .computeIfAbsent(line.substring(0, colon), fact -> new ArrayList<>())
          .add(line.substring(colon + 2));
    }
  }

  private void endPart() {
    if (body != null) {
      parts.put(path, new RenderedApp.Part(body.toString(), options));
    }
    body = null;
  }

  private void endApp() {
    endPart();
    if (head != null) {
      apps.add(
          new RenderedApp(
              kind,
              head[0],
              head.length > 1,
              facts.getOrDefault("expect", List.of()),
              facts.getOrDefault("absent", List.of()),
              facts.getOrDefault("link", List.of()),
              parts));
    }
    head = null;
  }
}
