package org.orbweaver.plugins.warc;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/** Where the last answer about each URL is. In memory are URLs and places alone. */
final class WarcIndex {
  private final Map<String, Capture> captures = new HashMap<>();
  private final Set<String> hosts = new HashSet<>();

  /**
   * A response.
   *
   * @param offset of its record in the file
   */
  record Capture(Path file, long offset, Instant date) {}

  /**
   * Reads all records.
   *
   * @throws IOException naming the file that cannot be read
   */
  static WarcIndex of(List<Path> paths) throws IOException {
    WarcIndex index = new WarcIndex();
    for (Path path : paths) {
      for (Path file : files(path)) {
        try (WarcReader reader = new WarcReader(file)) {
          for (Optional<WarcRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
            if (next.get() instanceof WarcResponse response) {
              index.add(response, new Capture(file, reader.position(), response.date()));
            }
          }
        } catch (IOException | RuntimeException e) {
          throw new IOException("cannot read " + file + ": " + e.getMessage(), e);
        }
      }
    }
    return index;
  }

  private static List<Path> files(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(path, "*.{warc,warc.gz}")) {
      found.forEach(files::add);
    }
    Collections.sort(files);
    return files;
  }

  private void add(WarcResponse response, Capture capture) throws IOException {
    String target = response.target();
    if (target == null || !target.matches("(?i)https?://.*")) {
      return;
    }
    String url = key(target);
    hosts.add(host(url));
    int status = response.http().status();
    if (status == 200 || (status >= 300 && status < 500 && status != 304)) {
      captures.merge(url, capture, (a, b) -> b.date().isBefore(a.date()) ? a : b);
    }
  }

  /** The last answer about a URL. */
  Optional<Capture> find(String url) {
    return Optional.ofNullable(captures.get(key(url)));
  }

  boolean hasHost(String url) {
    return hosts.contains(host(key(url)));
  }

  /** As crawlers write a URL: with a small host, a path, and without the default port. */
  private static String key(String url) {
    String whole = url.replaceFirst("#.*", "");
    int from = whole.indexOf("://") + 3;
    int end = from;
    while (end < whole.length() && "/?".indexOf(whole.charAt(end)) < 0) {
      end++;
    }
    String origin =
        whole
            .substring(0, end)
            .toLowerCase(Locale.ROOT)
            .replaceFirst("^(http://.*):80$", "$1")
            .replaceFirst("^(https://.*):443$", "$1");
    String rest = whole.substring(end);
    return origin + (rest.startsWith("/") ? rest : "/" + rest);
  }

  private static String host(String key) {
    int from = key.indexOf("://") + 3;
    return key.substring(from, key.indexOf('/', from)).replaceFirst(":[0-9]*$", "");
  }
}
