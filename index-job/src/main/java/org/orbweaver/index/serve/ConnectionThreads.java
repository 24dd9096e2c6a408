package org.orbweaver.index.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * The threads of connections. Where all are taken, the one that has waited longest for its client,
 * to send a request or to take an answer, gives way to the next connection, and its own is closed:
 * an interrupt does that. So clients that send half a request delay nobody, however many they are.
 * Where all are at work, further connections wait in the operating system.
 */
final class ConnectionThreads extends ThreadPoolExecutor {
  private static final int IDLE_SECONDS = 30;
  private static final int RETRY_MILLIS = 50;

  /** Those that wait for their client, the longest first. Guarded by itself. */
  private final Set<Thread> onClients = new LinkedHashSet<>();

  /**
   * @param most threads at a time
   */
  ConnectionThreads(int most) {
    super(
        0,
        most,
        IDLE_SECONDS,
        SECONDS,
        new SynchronousQueue<>(),
        task -> new Thread(task, "http"),
        (task, threads) -> ((ConnectionThreads) threads).makeRoom(task));
  }

  /** Holds back the thread that accepts connections; a refusal would cut the connection. */
  private void makeRoom(Runnable task) {
    try {
      do {
        closeOldest();
      } while (!isShutdown() && !getQueue().offer(task, RETRY_MILLIS, MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeOldest() {
    synchronized (onClients) {
      Iterator<Thread> oldest = onClients.iterator();
      if (oldest.hasNext()) {
        Thread thread = oldest.next();
        oldest.remove();
        thread.interrupt();
      }
    }
  }

  @Override
  protected void beforeExecute(Thread thread, Runnable task) {
    awaitClient();
  }

  @Override
  protected void afterExecute(Runnable task, Throwable failure) {
    boolean unused = work();
  }

  /** From here on the current thread waits for its client. */
  void awaitClient() {
    synchronized (onClients) {
      onClients.add(Thread.currentThread());
    }
  }

  /** From here on it does not; false where it has given way and its connection is closed. */
  boolean work() {
    synchronized (onClients) {
      return onClients.remove(Thread.currentThread());
    }
  }
}
