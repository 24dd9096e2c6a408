package org.orbweaver.index.serve;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.IOSessionListener;

/**
 * The connections of a server. If there are too many, the one that was silent for the longest time
 * is closed, so that clients that send half a request keep no others out.
 */
final class OpenConnections implements IOSessionListener {
  private static final int MOST = 4096;

  private final Set<IOSession> open = ConcurrentHashMap.newKeySet();

  @Override
  public void connected(IOSession session) {
    open.add(session);
    if (open.size() > MOST) {
      open.stream()
          .filter(other -> other != session)
          .min(Comparator.comparingLong(IOSession::getLastEventTime))
          .ifPresent(silent -> silent.close(CloseMode.IMMEDIATE));
    }
  }

  @Override
  public void disconnected(IOSession session) {
    open.remove(session);
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
