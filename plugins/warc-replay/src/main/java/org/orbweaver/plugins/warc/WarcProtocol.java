package org.orbweaver.plugins.warc;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.orbweaver.plugin.Protocol;

/** Answers as the servers did when the files were written; anything else is 404. */
final class WarcProtocol implements Protocol {
  /** They tell of the body as it was sent; it is given decoded. */
  private static final Set<String> OF_TRANSFER =
      Set.of("content-encoding", "transfer-encoding", "content-length");

  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final int BUFFER = 8192;

  private final List<Path> paths;
  private WarcIndex index;
  private IOException failure;

  WarcProtocol(List<Path> paths) {
    this.paths = paths;
  }

  /** The index, read when it is first asked for. */
  private synchronized WarcIndex index() throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
    try {
      index = index == null ? WarcIndex.of(paths) : index;
      return index;
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public boolean answers(String url) {
    try {
      return index().hasHost(url);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public Answer fetch(Request request) throws IOException {
    Optional<WarcIndex.Capture> found = index().find(request.url());
    if (found.isEmpty()) {
      return Answer.of(404);
    }
    WarcIndex.Capture capture = found.get();
    try (FileChannel file = FileChannel.open(capture.file());
        WarcReader reader = new WarcReader(file.position(capture.offset()))) {
      WarcResponse record =
          (WarcResponse) reader.next().orElseThrow(() -> new IOException("the file has changed"));
      return answer(request, capture, record);
    }
  }

  private static Answer answer(Request request, WarcIndex.Capture capture, WarcResponse record)
      throws IOException {
    HttpResponse http = record.http();
    List<Header> headers = new ArrayList<>();
    for (Map.Entry<String, List<String>> header : http.headers().map().entrySet()) {
      if (!OF_TRANSFER.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        header.getValue().forEach(value -> headers.add(new Header(header.getKey(), value)));
      }
    }
    // The same capture is the same page, whatever its server said.
    String etag = http.headers().first("ETag").orElse(null);
    if (etag == null) {
      etag = "\"" + capture.date() + "\"";
      headers.add(new Header("ETag", etag));
    }
    if (WarcIndex.isPage(http.status()) && etag.equals(request.etag())) {
      return new Answer(304, headers, new byte[0], false);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    boolean isCut = record.truncated() != WarcTruncationReason.NOT_TRUNCATED;
    try (InputStream in = body(http)) {
      byte[] some = new byte[BUFFER];
      int read = 0;
      while (read >= 0 && body.size() < request.maxBytes()) {
        body.write(some, 0, read);
        read = in.read(some, 0, Math.min(some.length, request.maxBytes() - body.size()));
      }
      isCut |= read >= 0 && in.read() >= 0;
    } catch (IOException e) {
      if (body.size() == 0) {
        throw e;
      }
      isCut = true; // the end of the body or of the file is missing
    }
    return new Answer(http.status(), headers, body.toByteArray(), isCut);
  }

  /** The body decoded; as it is if it is not packed as its header says. */
  private static InputStream body(HttpResponse http) throws IOException {
    String encoding = http.headers().first("Content-Encoding").orElse("").strip();
    if (!encoding.matches("(?i)(x-)?gzip")) {
      return http.bodyDecoded().stream();
    }
    BufferedInputStream in = new BufferedInputStream(http.body().stream());
    in.mark(GZIP.length);
    byte[] first = in.readNBytes(GZIP.length);
    in.reset();
    return Arrays.equals(first, GZIP) ? new GZIPInputStream(in) : in;
  }
}
