package org.orbweaver.crawler.fetch.source;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.fetch.source.SourceFiles.FileFacts;
import org.orbweaver.crawler.fetch.source.SourceFiles.Kind;
import org.orbweaver.crawler.fetch.task.Bandwidth;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.HttpDates;
import org.orbweaver.crawler.url.SourceRoots;
import org.orbweaver.crawler.url.SourceRoots.Root;
import org.orbweaver.crawler.url.SourceUrl;
import org.orbweaver.plugin.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers for files and folders as a web server would. A file that is the same as before is not
 * read; a folder is always listed, and its entries are recorded for the next round as they come,
 * however many they are.
 *
 * <p>It reads nothing but regular files and folders that, with all symbolic links followed, are
 * under the root of their URL and not in the crawl's own directory. What is reached by a symbolic
 * link redirects to its own place, so each file has one URL, and a loop of links ends.
 */
public final class SourceProtocol implements Protocol {
  /** The crawl's own directory, for tasks. */
  public static final String CRAWL_DIR = "orbweaver.internal.fetch.crawl.dir";

  private static final Logger LOG = LoggerFactory.getLogger(SourceProtocol.class);
  private static final int SHOWN_ENTRIES = 1000;
  private static final int CHUNK = 1 << 16;

  private final SourceRoots roots;
  private final SourceFiles local = new LocalFiles();
  private final SourceFiles remote;
  private final String crawlDir;
  private final Map<String, String> realRoots = new ConcurrentHashMap<>();
  private final Map<Root, Bandwidth> bandwidths = new ConcurrentHashMap<>();

  /** For the roots of a configuration. */
  public SourceProtocol(Configuration conf) {
    this.roots = UrlKeys.sources(conf);
    this.remote = new HadoopFiles(conf);
    String own = conf.get(CRAWL_DIR);
    this.crawlDir = own == null ? null : HadoopFiles.url(new Path(own), true);
  }

  /**
   * Checks that the file systems of the roots are known here.
   *
   * @throws OrbException (usage) naming a root whose file system is not
   */
  public static void check(Configuration conf) {
    for (Root root : UrlKeys.sources(conf).all()) {
      String scheme = SourceUrl.scheme(root.url());
      try {
        if (!scheme.equals("file")) {
          FileSystem.getFileSystemClass(scheme, HadoopFiles.configuration(conf));
        }
      } catch (IOException | RuntimeException | LinkageError e) {
        String jar = scheme.equals("s3a") ? " (hadoop-aws and the AWS SDK)" : "";
        throw OrbException.usage(
            "setting "
                + UrlKeys.SOURCES.name()
                + ": "
                + root.url()
                + ": no file system for "
                + scheme
                + "; put its jar"
                + jar
                + " on the class path: "
                + e.getMessage());
      }
    }
  }

  @Override
  public Set<String> schemes() {
    return roots.all().stream()
        .map(root -> SourceUrl.scheme(root.url()))
        .collect(Collectors.toSet());
  }

  @Override
  public Answer fetch(Request request) throws IOException {
    String url = request.url();
    Root root = roots.of(url).orElse(null);
    if (root == null) {
      return refused("it is under no root of " + UrlKeys.SOURCES.name());
    }
    try {
      return read(request, root, url.startsWith("file:") ? local : remote);
    } catch (NoSuchFileException | FileNotFoundException | NotDirectoryException e) {
      // A share that is not mounted leaves an empty folder.
      if (isEmpty(url.startsWith("file:") ? local : remote, root)) {
        throw new IOException("its root " + root.url() + " is empty: is it mounted?", e);
      }
      return answer(404, List.of());
    } catch (AccessDeniedException | AccessControlException e) {
      return refused("the crawler's user may not read it");
    }
  }

  private Answer read(Request request, Root root, SourceFiles files) throws IOException {
    String url = request.url();
    String top = real(files, root.url());
    String real = files.real(url);
    if (real == null || !real.startsWith(top)) {
      return refused("it leads out of its root, to " + real);
    }
    if (crawlDir != null && real.startsWith(ownDir())) {
      return refused("it is in the crawl's own directory");
    }
    String canonical = root.url() + real.substring(top.length());
    if (!canonical.equals(url)) {
      return answer(301, List.of(new Header("Location", canonical)));
    }
    FileFacts facts = files.facts(top, real);
    if (facts.kind() == Kind.OTHER) {
      return refused("it is neither a file nor a folder");
    }
    List<Header> headers = new ArrayList<>(6);
    headers.add(new Header("Last-Modified", HttpDates.format(facts.modified())));
    headers.add(new Header("X-File-Owner", facts.owner()));
    headers.add(new Header("X-File-Group", facts.group()));
    headers.add(new Header("X-File-Permissions", facts.permissions()));
    if (facts.kind() == Kind.FOLDER) {
      headers.add(new Header("Content-Type", "text/html; charset=utf-8"));
      return new Answer(200, headers, list(files, root, real, request), false);
    }
    String etag = etag(facts.modified(), facts.length());
    headers.add(new Header("ETag", etag));
    headers.add(new Header("Content-Length", Long.toString(facts.length())));
    if (etag.equals(request.etag())) {
      return answer(304, headers);
    }
    try (InputStream in = files.open(top, real)) {
      byte[] body = body(in, request.maxBytes(), bandwidth(root));
      boolean isCut = body.length == request.maxBytes() && in.read() >= 0;
      return new Answer(200, headers, body, isCut);
    }
  }

  private boolean isEmpty(SourceFiles files, Root root) throws IOException {
    String top = real(files, root.url());
    boolean[] hasEntry = new boolean[1];
    try {
      files.list(
          top,
          top,
          entry -> {
            hasEntry[0] = true;
            throw new IOException("one is enough");
          });
    } catch (IOException e) {
      if (!hasEntry[0]) {
        throw new IOException("its root " + root.url() + " cannot be listed: " + e.getMessage(), e);
      }
    }
    return !hasEntry[0];
  }

  /**
   * The root as it was first found: it must not change within a task. A root that is not there is a
   * failure, not the end of its files: the share may not be mounted.
   */
  private String real(SourceFiles files, String url) throws IOException {
    String known = realRoots.get(url);
    if (known == null) {
      try {
        known = files.real(url);
      } catch (IOException e) {
        throw new IOException("its root " + url + " cannot be reached: " + e.getMessage(), e);
      }
      if (known == null || !known.endsWith("/")) {
        throw new IOException("its root " + url + " is no folder");
      }
      realRoots.put(url, known);
    }
    return known;
  }

  private String ownDir() throws IOException {
    return real(crawlDir.startsWith("file:") ? local : remote, crawlDir);
  }

  private static String etag(Instant modified, long length) {
    long nanos = modified.getEpochSecond() * 1_000_000_000 + modified.getNano();
    return '"' + Long.toHexString(nanos) + '-' + Long.toHexString(length) + '"';
  }

  private Bandwidth bandwidth(Root root) {
    return bandwidths.computeIfAbsent(
        root, one -> new Bandwidth(one.bytesPerSecond(), System.nanoTime()));
  }

  private static byte[] body(InputStream in, int limit, Bandwidth bandwidth) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    try {
      while (out.size() < limit) {
        TimeUnit.NANOSECONDS.sleep(bandwidth.waitNanos(System.nanoTime()));
        int n = in.read(chunk, 0, Math.min(chunk.length, limit - out.size()));
        if (n < 0) {
          break;
        }
        out.write(chunk, 0, n);
        bandwidth.received(n, System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading a file");
    }
    return out.toByteArray();
  }

  /** Records the entries of a folder; returns a page that links to the first of them by name. */
  private byte[] list(SourceFiles files, Root root, String real, Request request)
      throws IOException {
    String url = request.url();
    TreeSet<String> shown = new TreeSet<>();
    long[] counts = new long[2];
    files.list(
        real(files, root.url()),
        real,
        entry -> {
          if (entry == null) {
            counts[1]++;
            return;
          }
          counts[0]++;
          String target = url + entry.substring(real.length());
          request.links().add(target);
          shown.add(target);
          if (shown.size() > SHOWN_ENTRIES) {
            shown.pollLast();
          }
        });
    if (counts[1] > 0) {
      LOG.warn(
          "{}: {} with names that no URL can have", url, Count.of(counts[1], "entry", "entries"));
    }
    StringBuilder html = new StringBuilder("<!doctype html><title>");
    html.append(escaped(name(url))).append("</title><h1>").append(escaped(name(url)));
    html.append("</h1><p>").append(counts[0]).append("</p><ul>\n");
    for (String target : shown) {
      html.append("<li><a href=\"").append(escaped(target)).append("\">");
      html.append(escaped(name(target).substring(name(url).length()))).append("</a>\n");
    }
    return html.append("</ul>\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String name(String url) {
    return Objects.requireNonNullElse(SourceUrl.decodedPath(url), url);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static Answer answer(int status, List<Header> headers) {
    return new Answer(status, headers, new byte[0], false);
  }

  private static Answer refused(String why) {
    return answer(403, List.of(new Header(Outcome.REFUSED, why)));
  }
}
