package org.orbweaver.crawler.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import org.apache.commons.io.input.ProxyInputStream;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A connection to a server whose responses may be malformed. It is not reused if more bytes arrive
 * than the response's length says: they would be taken for the next response.
 */
final class LenientConnection extends DefaultManagedHttpClientConnection {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  private final LenientResponseParser parser;
  private volatile boolean bodyOpen;
  private volatile byte[] requestHead;
  private volatile boolean rested;

  private LenientConnection(String id, Http1Config config, LenientResponseParser parser) {
    super(
        id,
        null,
        null,
        config,
        LenientConnection::bodyLength,
        null,
        null,
        null,
        anyConfig -> parser);
    this.parser = parser;
  }

  /** Notes in the context of a request whether its connection was idle before. */
  static final class Executor extends HttpRequestExecutor {
    private static final String RESTED = "orbweaver.connection.rested";

    private static final String HEADS = "orbweaver.connection.heads";

    static boolean hasRested(HttpContext context) {
      return Boolean.TRUE.equals(context.getAttribute(RESTED));
    }

    /** The heads of the last exchange; null if they were not recorded. */
    static HttpHeads heads(HttpContext context) {
      return (HttpHeads) context.getAttribute(HEADS);
    }

    @Override
    public ClassicHttpResponse execute(
        ClassicHttpRequest request,
        HttpClientConnection connection,
        HttpResponseInformationCallback callback,
        HttpContext context)
        throws IOException, HttpException {
      context.setAttribute(
          RESTED, connection instanceof LenientConnection lenient && lenient.takeRested());
      ClassicHttpResponse response = super.execute(request, connection, callback, context);
      context.setAttribute(
          HEADS,
          connection instanceof LenientConnection lenient
              ? lenient.parser.heads(lenient.requestHead)
              : null);
      return response;
    }
  }

  /** Makes connections, numbered. */
  static final class Factory implements HttpConnectionFactory<ManagedHttpClientConnection> {
    private final AtomicLong count = new AtomicLong();
    private final Http1Config config;

    Factory(Http1Config config) {
      this.config = config;
    }

    private LenientConnection create() {
      return new LenientConnection(
          "fetch-" + count.incrementAndGet(), config, new LenientResponseParser(config));
    }

    @Override
    public ManagedHttpClientConnection createConnection(Socket socket) throws IOException {
      LenientConnection connection = create();
      if (socket != null) {
        connection.bind(socket);
      }
      return connection;
    }

    @Override
    public ManagedHttpClientConnection createConnection(SSLSocket tls, Socket socket)
        throws IOException {
      LenientConnection connection = create();
      if (socket != null) {
        connection.bind(tls, socket);
      }
      return connection;
    }
  }

  /**
   * The length of a response's body. A chunked body ends with its last chunk, whatever a
   * Content-Length says (RFC 9112 section 6.3); with an unknown transfer coding, an invalid length
   * or contradictory lengths, the body ends with the connection.
   */
  static long bodyLength(HttpMessage message) {
    String coding = "";
    for (Header header : message.getHeaders("Transfer-Encoding")) {
      for (String token : header.getValue().split(",", -1)) {
        coding = token.isBlank() || token.strip().equalsIgnoreCase("identity") ? coding : token;
      }
    }
    if (!coding.isEmpty()) {
      return coding.strip().equalsIgnoreCase("chunked")
          ? ContentLengthStrategy.CHUNKED
          : ContentLengthStrategy.UNDEFINED;
    }
    Set<Long> lengths = new LinkedHashSet<>();
    for (Header header : message.getHeaders("Content-Length")) {
      for (String length : header.getValue().split(",", -1)) {
        String digits = length.strip();
        lengths.add(DIGITS.matcher(digits).matches() ? Long.parseLong(digits) : -1L);
      }
    }
    long length = lengths.size() == 1 ? lengths.iterator().next() : -1;
    return length < 0 ? ContentLengthStrategy.UNDEFINED : length;
  }

  /** Keeps the head that is sent, without the headers that {@link HttpHeads} leaves out. */
  @Override
  public void sendRequestHeader(ClassicHttpRequest request) throws HttpException, IOException {
    StringBuilder head = new StringBuilder(512);
    head.append(request.getMethod()).append(' ').append(request.getRequestUri());
    head.append(" HTTP/1.1\r\n");
    for (Header header : request.getHeaders()) {
      if (HttpHeads.isKept(header.getName())) {
        head.append(header.getName()).append(": ").append(header.getValue()).append("\r\n");
      }
    }
    requestHead = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    super.sendRequestHeader(request);
  }

  @Override
  protected InputStream createContentInputStream(
      long length, SessionInputBuffer buffer, InputStream stream) {
    bodyOpen = true;
    InputStream watched = length == ContentLengthStrategy.CHUNKED ? parser.chunked(stream) : stream;
    return new ProxyInputStream(super.createContentInputStream(length, buffer, watched)) {
      @Override
      protected void afterRead(int read) {
        bodyOpen &= read >= 0;
      }
    };
  }

  /**
   * Called when the head has been read and when the connection is put back. (Closing the connection
   * then would be wrong: the pool gives the same object another socket, and it can be closed only
   * once.)
   */
  @Override
  public boolean isConsistent() {
    return super.isConsistent() && (bodyOpen || !parser.hasLeftover());
  }

  /**
   * Whether the connection was idle for some time before this request, so that the server may have
   * closed it meanwhile. Reading the flag clears it.
   */
  private boolean takeRested() {
    boolean was = rested;
    rested = false;
    return was;
  }

  /**
   * Checking whether the server has closed the connection reads the bytes it has sent unasked. The
   * pool checks a connection that was idle for {@link ClientBuilder#KEPT_MILLIS}.
   */
  @Override
  public boolean isStale() throws IOException {
    rested = true;
    return super.isStale() || parser.hasLeftover();
  }
}
