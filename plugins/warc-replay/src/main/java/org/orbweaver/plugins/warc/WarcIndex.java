package org.orbweaver.plugins.warc;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the answers about each URL are. Only URLs and positions are kept in memory. Damaged
 * records, and what follows them in a file if no reader can go on there, are left out.
 */
final class WarcIndex {
  private static final Logger LOG = LoggerFactory.getLogger(WarcIndex.class);

  /** By the paths they were asked for: each task of a process has a protocol of its own. */
  private static final Map<List<Path>, WarcIndex> READ = new HashMap<>();

  private static final int OK = 200;
  private static final int RESET_CONTENT = 205;
  private static final int NOT_MODIFIED = 304;

  private final String state;
  private final Map<String, List<Capture>> captures = new HashMap<>();
  private final Set<String> hosts = new HashSet<>();

  private WarcIndex(String state) {
    this.state = state;
  }

  /**
   * A response, or a record that refers to one.
   *
   * @param offset of its record in the file
   * @param same the response that it refers to; null if it is one itself
   */
  record Capture(Path file, long offset, Instant date, Reference same) {}

  /**
   * Names an earlier response.
   *
   * @param url its key
   * @param date null: the last one before
   */
  record Reference(String url, Instant date) {}

  /**
   * Reads all records, unless this process has read the same files before.
   *
   * @throws IOException naming the file that cannot be read, if none has an answer
   */
  static WarcIndex of(List<Path> paths) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      files.addAll(files(path));
    }
    String state =
        files.stream()
            .map(Path::toFile)
            .map(file -> file + " " + file.length() + " " + file.lastModified())
            .collect(Collectors.joining("\n"));
    synchronized (READ) {
      WarcIndex read = READ.get(paths);
      if (read == null || !read.state.equals(state)) {
        read = read(files, state);
        READ.put(paths, read);
      }
      return read;
    }
  }

  private static WarcIndex read(List<Path> files, String state) throws IOException {
    WarcIndex index = new WarcIndex(state);
    IOException failure = null;
    for (Path file : files) {
      try {
        index.read(file);
      } catch (IOException e) {
        LOG.warn("{}; what follows in this file is left out", e.getMessage(), e);
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null && index.captures.isEmpty()) {
      throw failure;
    }
    return index;
  }

  private void read(Path file) throws IOException {
    long offset = 0;
    try (WarcReader reader = new WarcReader(file)) {
      for (Optional<WarcRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
        offset = reader.position();
        if (next.get() instanceof WarcCaptureRecord record) {
          try {
            add(record, file, offset);
          } catch (IOException | RuntimeException e) {
            LOG.warn("the record at {} of {} is damaged and left out", offset, file, e);
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "cannot read " + file + " after the record at " + offset + ": " + reason(e), e);
    }
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
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

  private void add(WarcCaptureRecord record, Path file, long offset) throws IOException {
    String target = record.target();
    if (!isHttp(target)) {
      return;
    }
    String url = key(target);
    if (record instanceof WarcRevisit revisit) {
      String first = revisit.refersToTargetURI().map(URI::toString).orElse(target);
      if (isHttp(first)) {
        Reference same = new Reference(key(first), revisit.refersToDate().orElse(null));
        add(url, new Capture(file, offset, revisit.date(), same));
      }
    } else if (record instanceof WarcResponse response) {
      Instant date = response.date();
      boolean counts = counts(response.http());
      hosts.add(host(url));
      if (counts) {
        add(url, new Capture(file, offset, date, null));
      }
    }
  }

  private void add(String url, Capture capture) {
    hosts.add(host(url));
    captures.computeIfAbsent(url, key -> new ArrayList<>(1)).add(capture);
  }

  private static boolean isHttp(String url) {
    return url != null && url.matches("(?i)https?://.*");
  }

  /** Whether a response says what a page is, or that there is none. */
  private static boolean counts(HttpResponse http) throws IOException {
    int status = http.status();
    return isPage(status)
        ? status == OK || http.body().stream().read() >= 0
        : status >= 300 && status < 500 && status != NOT_MODIFIED;
  }

  static boolean isPage(int status) {
    return status >= OK && status <= RESET_CONTENT;
  }

  /**
   * The last answer about a URL.
   *
   * @throws IOException if a record refers to it, and the files lack it
   */
  Optional<Capture> find(String url) throws IOException {
    Optional<Capture> last = last(key(url), capture -> true);
    if (last.isEmpty() || last.get().same() == null) {
      return last;
    }
    Instant seen = last.get().date();
    Reference same = last.get().same();
    Optional<Capture> first =
        last(
            same.url(),
            capture ->
                capture.same() == null
                    && (same.date() == null
                        ? !capture.date().isAfter(seen)
                        : seconds(capture.date()).equals(seconds(same.date()))));
    if (first.isEmpty()) {
      throw new IOException(
          "the WARC files lack the capture of "
              + same.url()
              + (same.date() == null ? "" : " at " + same.date())
              + " that their last record of "
              + url
              + " refers to");
    }
    return first;
  }

  private Optional<Capture> last(String key, Predicate<Capture> which) {
    return captures.getOrDefault(key, List.of()).stream()
        .filter(which)
        .reduce((a, b) -> b.date().isBefore(a.date()) ? a : b);
  }

  /** Records of one version of WARC have fractions of seconds, those of another have none. */
  private static Instant seconds(Instant date) {
    return date.truncatedTo(ChronoUnit.SECONDS);
  }

  boolean hasHost(String url) {
    return hosts.contains(host(key(url)));
  }

  /** As crawlers write a URL: with the host in lower case, a path, and without the default port. */
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
