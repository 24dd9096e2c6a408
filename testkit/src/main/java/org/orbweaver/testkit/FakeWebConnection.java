package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.function.Function;

/**
 * One connection: reads a request's head, waits for the response's delay, writes the response at
 * its pace, and starts again. All calls come from the thread of the server.
 */
final class FakeWebConnection {
  /** Bytes written in a row before other connections get their turn. */
  private static final int TURN = 1 << 18;

  private static final Response BAD_REQUEST = Response.status(400).close();

  private final SocketChannel channel;

  /** Null without TLS. */
  private final TlsChannel tls;

  private final SelectionKey key;
  private final long number;
  private final Function<Request, Response> responses;
  private final RequestLog log;
  private final FakeWebServer server;

  private ByteBuffer in = ByteBuffer.allocate(2_048);
  private int searched;
  private long lineRead;
  private boolean lineSeen;
  private long skip;

  private RequestLog.Entry entry;
  private Response response;
  private ByteBuffer head;
  private long bodyPosition;
  private long bodyEnd;
  private boolean closeAtEnd;
  private long written;
  private long dripBudget;
  private long wakeAt;
  private boolean waiting;
  private boolean closed;

  FakeWebConnection(
      SocketChannel channel,
      TlsChannel tls,
      SelectionKey key,
      long number,
      Function<Request, Response> responses,
      RequestLog log,
      FakeWebServer server) {
    this.channel = channel;
    this.tls = tls;
    this.key = key;
    this.number = number;
    this.responses = responses;
    this.log = log;
    this.server = server;
  }

  /** The channel can be read or written. */
  void ready() {
    try {
      if (key.isReadable() && !read()) {
        close();
        return;
      }
      if (entry == null) {
        serve();
      } else if (!waiting && key.isWritable()) {
        write();
      }
    } catch (IOException e) {
      close(); // the client is gone
    }
  }

  /** A timer requested by this connection has fired. */
  void wake(long time) {
    if (closed || !waiting || time != wakeAt) {
      return;
    }
    waiting = false;
    dripBudget = response.dripBytes() == 0 ? Long.MAX_VALUE : response.dripBytes();
    try {
      write();
    } catch (IOException e) {
      close();
    }
  }

  void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (entry != null) {
      entry.abort();
      entry = null;
    }
    key.cancel();
    try {
      channel.close();
    } catch (IOException e) {
      // it cannot be closed any further
    }
  }

  /** Reads the available bytes; false if the client has closed. */
  private boolean read() throws IOException {
    while (true) {
      if (!in.hasRemaining()) {
        if (in.capacity() >= RequestHead.LIMIT) {
          key.interestOpsAnd(~SelectionKey.OP_READ); // until the current request is answered
          return true;
        }
        in = ByteBuffer.allocate(in.capacity() * 2).put(in.flip());
      }
      int n = tls == null ? channel.read(in) : tls.read(in);
      if (n <= 0) {
        return n == 0;
      }
    }
  }

  /** Answers the requests that have been read, as long as they can be answered at once. */
  private void serve() throws IOException {
    while (entry == null && !closed) {
      skipBody();
      if (!lineSeen && RequestHead.hasLine(in, 0)) {
        lineSeen = true;
        lineRead = System.nanoTime();
      }
      int end = RequestHead.end(in, searched);
      if (end < 0) {
        searched = in.position();
        if (in.position() >= RequestHead.LIMIT) {
          close();
        }
        return;
      }
      Request request = RequestHead.parse(in.array(), end, lineRead, number);
      long length = request == null ? 0 : contentLength(request);
      boolean isKept = end + length <= RequestHead.LIMIT;
      if (isKept && in.position() < end + length) {
        return;
      }
      if (isKept && length > 0) {
        request = request.with(new String(in.array(), end, (int) length, UTF_8));
        end += (int) length;
      }
      skip = isKept ? 0 : length;
      in.flip().position(end);
      in.compact();
      searched = 0;
      lineSeen = false;
      if ((key.interestOps() & SelectionKey.OP_READ) == 0) {
        key.interestOpsOr(SelectionKey.OP_READ);
      }
      begin(request);
    }
  }

  private void skipBody() {
    if (skip > 0) {
      int n = (int) Math.min(skip, in.position());
      in.flip().position(n);
      in.compact();
      skip -= n;
    }
  }

  private void begin(Request request) throws IOException {
    boolean valid = request != null;
    Request known = valid ? request : new Request(lineRead, number, "", "", "", Map.of());
    entry = log.begin(known);
    response = valid ? responses.apply(known) : BAD_REQUEST;
    entry.planned(response.delayNanos());
    boolean notModified = response.notModifiedFor(known.headers());
    boolean bodiless = notModified || response.isBodiless() || known.method().equals("HEAD");
    head = ByteBuffer.wrap(response.head(notModified));
    bodyPosition = 0;
    bodyEnd = bodiless ? 0 : Math.min(response.length(), response.cutAfter());
    boolean cut = !bodiless && response.cut() != Response.Cut.NONE;
    closeAtEnd =
        response.closes() || cut || "close".equalsIgnoreCase(known.headers().get("connection"));
    written = 0;
    dripBudget = response.dripBytes() == 0 ? Long.MAX_VALUE : response.dripBytes();
    if (!response.isRaw()) {
      entry.status(notModified ? 304 : response.status());
    }
    if (response.hangs()) {
      waiting = true;
      return;
    }
    if (response.delayNanos() > 0) {
      sleep(known.startNanos() + response.delayNanos());
      return;
    }
    write();
  }

  private static long contentLength(Request request) {
    try {
      return Math.max(0, Long.parseLong(request.headers().getOrDefault("content-length", "0")));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void sleep(long until) {
    waiting = true;
    wakeAt = until;
    server.wake(this, until);
    key.interestOps(SelectionKey.OP_READ);
  }

  private void write() throws IOException {
    for (long turn = 0; ; ) {
      long now = Math.min(Math.min(bodyEnd - bodyPosition, dripBudget), TURN);
      ByteBuffer body = response.chunk(bodyPosition, (int) Math.max(0, now));
      int before = body.remaining();
      int wanted = head.remaining() + before;
      if (wanted > 0 || !isFlushed()) {
        entry.writing(bodyPosition + before == bodyEnd);
        long n = tls == null ? channel.write(new ByteBuffer[] {head, body}) : tls.write(head, body);
        int ofBody = before - body.remaining();
        bodyPosition += ofBody;
        if (dripBudget != Long.MAX_VALUE) {
          dripBudget -= ofBody;
        }
        written += n;
        turn += n;
        entry.wrote(written, atEnd());
        if (n < wanted || !isFlushed()) {
          key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
          return;
        }
      }
      if (atEnd()) {
        end();
        return;
      }
      if (dripBudget <= 0) {
        sleep(System.nanoTime() + response.dripNanos());
        return;
      }
      if (turn >= TURN) {
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        return;
      }
    }
  }

  private boolean isFlushed() throws IOException {
    return tls == null || tls.flush();
  }

  private boolean atEnd() {
    return !head.hasRemaining() && bodyPosition == bodyEnd;
  }

  private void end() throws IOException {
    if (written == 0) {
      entry.writing(true); // dropped without a byte: it ends now
    }
    entry = null;
    if (closeAtEnd) {
      if (response.cut() == Response.Cut.RESET) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } else if (tls != null && response.cut() == Response.Cut.NONE) {
        tls.end();
      }
      close();
      return;
    }
    response = null;
    if ((key.interestOps() & SelectionKey.OP_WRITE) != 0) {
      key.interestOps(SelectionKey.OP_READ);
    }
    serve();
  }
}
