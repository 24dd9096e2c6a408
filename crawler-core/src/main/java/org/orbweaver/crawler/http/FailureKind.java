package org.orbweaver.crawler.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;

/**
 * The kind of a failed request: a short name, stable from release to release, for counters and for
 * the ledger of a URL.
 */
public enum FailureKind {
  REFUSED("the address or port is not allowed"),
  URL("the URL cannot be requested"),
  DNS("the host has no address"),
  CONNECT("no connection to the host"),
  TIMEOUT("no response in time"),
  CERTIFICATE("the host's TLS certificate is not valid for it"),
  TLS("no secure connection to the host"),
  PROTOCOL("the response is not valid HTTP"),
  TRUNCATED("the connection closed before a response"),
  PROXY("the proxy refused the request"),
  OTHER("other failure");

  /** A failure of a kind for which no library has an exception. */
  static final class Failure extends IOException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    Failure(FailureKind kind, String message, Throwable cause) {
      super(message, cause);
      this.kind = kind;
    }
  }

  /** Is suppressed by the failures of requests that were signed. */
  private static final class Signed extends Exception {
    private static final long serialVersionUID = 1L;

    Signed() {
      super("the request was signed", null, false, false);
    }
  }

  private final String description;

  FailureKind(String description) {
    this.description = description;
  }

  /** Notes that a failed request was signed. */
  static void setSigned(IOException failure) {
    failure.addSuppressed(new Signed());
  }

  /** Whether the request was signed whose failure {@link Fetcher#fetch} threw. */
  public static boolean isSigned(IOException failure) {
    return Stream.of(failure.getSuppressed()).anyMatch(Signed.class::isInstance);
  }

  /** Whether the host was contacted before the request failed. */
  public boolean hasContact() {
    return this != REFUSED && this != URL && this != DNS;
  }

  /** Describes a failure in one line, which begins with its kind and a comma. */
  public static String describe(IOException failure) {
    FailureKind kind = of(failure);
    return kind + ", " + kind.description + ": " + failure.getMessage();
  }

  /** The kind with which a line of {@link #describe} begins; empty for any other line. */
  public static Optional<FailureKind> in(String line) {
    String word = line.substring(0, Math.max(0, line.indexOf(',')));
    return Stream.of(values()).filter(kind -> kind.name().equals(word)).findAny();
  }

  /** The kind of a failure that {@link Fetcher#fetch} threw. */
  public static FailureKind of(IOException failure) {
    if (failure instanceof RefusedAddressException) {
      return REFUSED;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      // These causes are more specific than the exceptions around them.
      if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
        return CERTIFICATE;
      } else if (cause instanceof Failure own) {
        return own.kind;
      }
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      FailureKind kind = ofOne(cause);
      if (kind != null) {
        return kind;
      }
    }
    return OTHER;
  }

  private static FailureKind ofOne(Throwable cause) {
    if (cause instanceof UnknownHostException) {
      return DNS;
    } else if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
      return CONNECT;
    } else if (cause instanceof InterruptedIOException) {
      return TIMEOUT;
    } else if (cause instanceof SSLException) {
      return TLS;
    } else if (cause instanceof NoHttpResponseException
        || cause instanceof ConnectionClosedException
        || cause instanceof SocketException
        || cause instanceof EOFException) {
      return TRUNCATED;
    } else if (cause instanceof HttpException
        || cause instanceof ClientProtocolException
        || cause instanceof MessageConstraintException) {
      return PROTOCOL;
    }
    return null;
  }
}
