package org.orbweaver.index.serve;

import java.net.SocketAddress;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.IOSessionListener;

/**
 * The connections of a server. If there are too many, the one that was silent for the longest time
 * is closed, so that clients that send half a request keep no others out.
 */
final class OpenConnections implements IOSessionListener {
  private static final int MOST = 4096;

  /** Requests of one connection without an answer; browsers send one after the other. */
  private static final int MOST_UNANSWERED = 16;

  private final Map<SocketAddress, Open> open = new ConcurrentHashMap<>();

  private record Open(IOSession session, AtomicInteger unanswered) {}

  /**
   * Begins a request.
   *
   * @throws ConnectionClosedException if the client has too many without an answer
   */
  void begin(SocketAddress client) throws ConnectionClosedException {
    Open connection = open.get(client);
    if (connection != null && connection.unanswered.incrementAndGet() > MOST_UNANSWERED) {
      connection.session.close(CloseMode.IMMEDIATE);
      throw new ConnectionClosedException("too many requests without an answer");
    }
  }

  /** Ends a request. */
  void end(SocketAddress client) {
    Open connection = client == null ? null : open.get(client);
    if (connection != null) {
      connection.unanswered.decrementAndGet();
    }
  }

  @Override
  public void connected(IOSession session) {
    open.put(session.getRemoteAddress(), new Open(session, new AtomicInteger()));
    if (open.size() > MOST) {
      open.values().stream()
          .map(Open::session)
          .filter(other -> other != session)
          .min(Comparator.comparingLong(IOSession::getLastEventTime))
          .ifPresent(silent -> silent.close(CloseMode.IMMEDIATE));
    }
  }

  @Override
  public void disconnected(IOSession session) {
    open.values().removeIf(connection -> connection.session.equals(session));
  }

  @Override
  public void startTls(IOSession session) {}

  @Override
  public void inputReady(IOSession session) {}

  @Override
  public void outputReady(IOSession session) {}

  @Override
  public void timeout(IOSession session) {}

  @Override
  public void exception(IOSession session, Exception e) {}
}
