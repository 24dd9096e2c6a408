package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers to requests of pages in one round, by their keys: in memory the latest, up to a
 * number of bytes, and all of them in a folder that the tasks of a job share, a file each. Safe for
 * use by many threads and tasks.
 */
final class ResourceCache {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceCache.class);

  /** The bytes that an answer counts besides its body. */
  private static final int OVERHEAD = 1000;

  private final FileSystem fs;
  private final Path folder;
  private final long maxBytes;
  private final Map<String, FetchedPage> latest = new LinkedHashMap<>(16, .75f, true);
  private long bytes;

  /**
   * A cache in a folder.
   *
   * @param maxBytes of the answers in memory
   */
  ResourceCache(FileSystem fs, Path folder, long maxBytes) {
    this.fs = fs;
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  /** The answer of a URL, or null. */
  FetchedPage find(String url) throws IOException {
    synchronized (this) {
      FetchedPage known = latest.get(url);
      if (known != null) {
        return known;
      }
    }
    Path file = file(url);
    if (!fs.exists(file)) {
      return null;
    }
    FetchedPage read = null;
    try {
      read = read(file, url);
    } catch (IOException e) {
      LOG.warn("the cached answer of {} cannot be read; it is requested again", url, e);
    }
    if (read == null) {
      // A loss of power may leave a part of it. Its name must be free for the next answer.
      fs.delete(file, false);
    } else {
      remember(url, read);
    }
    return read;
  }

  /** Adds the answer of a URL; of two at the same time, either stays. */
  @AllowForbidden("its answer is looked at")
  void add(String url, FetchedPage answer) throws IOException {
    remember(url, answer);
    Path file = file(url);
    Path staged = file.suffix("-" + UUID.randomUUID());
    try (FSDataOutputStream out = fs.create(staged, true)) {
      Text.writeString(out, url);
      out.writeInt(answer.status());
      out.writeInt(answer.headers().size());
      for (Header header : answer.headers()) {
        Text.writeString(out, header.name());
        Text.writeString(out, header.value() == null ? "" : header.value());
      }
      out.writeInt(answer.body().length);
      out.write(answer.body());
    }
    if (!fs.rename(staged, file)) {
      fs.delete(staged, false);
    }
  }

  private static FetchedPage page(int status, List<Header> headers, byte[] body) {
    InetAddress none = null;
    return new FetchedPage(
        status, headers, body, Truncation.NONE, new FetchedPage.Transfer(none, 0, 0, 0, false));
  }

  private FetchedPage read(Path file, String url) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      if (!Text.readString(in).equals(url)) {
        return null;
      }
      int status = in.readInt();
      List<Header> headers = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        headers.add(new Header(Text.readString(in), Text.readString(in)));
      }
      byte[] body = new byte[in.readInt()];
      in.readFully(body);
      return page(status, headers, body);
    }
  }

  private synchronized void remember(String url, FetchedPage answer) {
    FetchedPage before = latest.put(url, answer);
    bytes += size(answer) - (before == null ? 0 : size(before));
    var oldest = latest.values().iterator();
    while (bytes > maxBytes && oldest.hasNext()) {
      bytes -= size(oldest.next());
      oldest.remove();
    }
  }

  private static long size(FetchedPage answer) {
    return answer.body().length + (long) OVERHEAD;
  }

  private Path file(String url) {
    return new Path(folder, MD5Hash.digest(url).toString());
  }
}
