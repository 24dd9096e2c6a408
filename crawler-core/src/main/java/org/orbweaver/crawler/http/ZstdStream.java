package org.orbweaver.crawler.http;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.util.Native;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.io.input.ProxyInputStream;

/**
 * Decodes zstd with a window of at most 8 MiB, as <a
 * href="https://www.rfc-editor.org/rfc/rfc9659">RFC 9659</a> requires for HTTP, with the reference
 * implementation. It returns each block as soon as it is decoded, so nothing of a truncated body is
 * lost.
 */
final class ZstdStream extends ProxyInputStream {
  private static final int WINDOW_LOG = 23;
  private static final boolean AVAILABLE = load();

  private final InputStream source;
  private boolean decoded;

  ZstdStream(InputStream source) throws IOException {
    super(new ZstdInputStreamNoFinalizer(source).setLongMax(WINDOW_LOG));
    this.source = source;
  }

  /** Whether there is a native library for this machine. */
  static boolean isAvailable() {
    return AVAILABLE;
  }

  private static boolean load() {
    try {
      Native.load();
      return true;
    } catch (LinkageError e) {
      return false;
    }
  }

  @Override
  protected void afterRead(int read) {
    decoded |= read > 0;
  }

  @Override
  protected void handleIOException(IOException e) throws IOException {
    if (e instanceof ZstdIOException fault) {
      if (decoded && fault.getErrorCode() == Zstd.errPrefixUnknown()) {
        // The decoder looks for magic numbers only after a complete frame.
        throw new RestBehindException(e);
      }
      if (source.available() == 0 && "Truncated source".equals(e.getMessage())) {
        EOFException end = new EOFException("truncated zstd data");
        end.initCause(e);
        throw end;
      }
    }
    throw e;
  }
}
