package org.orbweaver.testkit.apps;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Request;
import org.orbweaver.testkit.Response;

/**
 * An application.
 *
 * @param kind the name of its file
 * @param name unique; its host is {@code NAME.apps.test}
 * @param isHostile whether no text of it is expected
 * @param expected texts that a reader sees
 * @param absent texts that a reader never sees
 * @param links paths that it links to
 * @param parts its answers, by {@code //host/path}
 */
public record RenderedApp(
    String kind,
    String name,
    boolean isHostile,
    List<String> expected,
    List<String> absent,
    List<String> links,
    Map<String, Part> parts) {
  private static final String LIBRARY = "/lib/";

  private static final Pattern USED = Pattern.compile(LIBRARY + "([\\w.]+)/");

  /**
   * An answer.
   *
   * @param options {@code status}, {@code type}, {@code charset}, {@code gzip}, {@code hang},
   *     {@code needs}, {@code posted}, and headers
   */
  record Part(String text, Map<String, String> options) {
    byte[] body(String port) {
      Charset charset = Charset.forName(options.getOrDefault("charset", "UTF-8"));
      return text.replace("{port}", port).getBytes(charset);
    }

    /** Whether a request is one that it answers. */
    boolean answers(Request request) {
      String[] needs = options.getOrDefault("needs", "").split(":", 2);
      String posted = options.getOrDefault("posted", "").replace('+', ' ');
      return (needs.length < 2 || request.header(needs[0]).orElse("").equals(needs[1]))
          && (posted.isEmpty()
              || (request.method().equals("POST") && request.body().contains(posted)));
    }

    Response response(String path, String port) {
      if (options.containsKey("hang")) {
        return Response.hang();
      }
      String type = options.getOrDefault("type", typeOf(path));
      Response response =
          Response.bytes(type, body(port))
              .code(Integer.parseInt(options.getOrDefault("status", "200")));
      for (var option : options.entrySet()) {
        if (Character.isUpperCase(option.getKey().charAt(0))) {
          response = response.header(option.getKey(), option.getValue().replace('+', ' '));
        }
      }
      return options.containsKey("gzip") ? response.gzip() : response;
    }
  }

  /** The host of its page. */
  public String host() {
    return name + ".apps.test";
  }

  /** The libraries that it loads. */
  public List<String> libraries() {
    TreeSet<String> used = new TreeSet<>();
    parts
        .values()
        .forEach(part -> USED.matcher(part.text()).results().forEach(r -> used.add(r.group(1))));
    return List.copyOf(used);
  }

  /** Whether its libraries are on the class path. */
  public boolean isRunnable() {
    return libraries().stream().allMatch(library -> version(library).isPresent());
  }

  /** Serves it. */
  public void addTo(FakeWeb web) {
    String port = ":" + web.port();
    for (var part : parts.entrySet()) {
      String url = part.getKey();
      int path = url.indexOf('/', 2);
      Response response = part.getValue().response(url, port);
      web.on(
          url.substring(2, path),
          url.substring(path),
          (request, nth) -> part.getValue().answers(request) ? response : Response.status(401));
    }
    web.under(
        host(),
        LIBRARY,
        (request, nth) ->
            library(request.path())
                .map(body -> Response.bytes(typeOf(request.path()), body))
                .orElseGet(() -> Response.status(404)));
  }

  /**
   * A file of a library.
   *
   * @param path {@code /lib/NAME/FILE}
   */
  static Optional<byte[]> library(String path) {
    int slash = path.indexOf('/', LIBRARY.length());
    String name = path.substring(LIBRARY.length(), slash);
    return version(name)
        .flatMap(v -> read("META-INF/resources/webjars/" + name + "/" + v + path.substring(slash)));
  }

  private static Optional<String> version(String library) {
    return read("META-INF/maven/org.webjars.npm/" + library + "/pom.properties")
        .map(
            bytes -> {
              Properties properties = new Properties();
              try {
                properties.load(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return properties.getProperty("version");
            });
  }

  private static Optional<byte[]> read(String resource) {
    try (InputStream in = RenderedApp.class.getClassLoader().getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String typeOf(String path) {
    String file = path.toLowerCase(Locale.ROOT);
    return file.matches(".*\\.m?js")
        ? "text/javascript"
        : file.endsWith(".json")
            ? "application/json"
            : file.endsWith(".xml")
                ? "application/xml"
                : file.endsWith(".txt") ? "text/plain" : "text/html; charset=utf-8";
  }
}
