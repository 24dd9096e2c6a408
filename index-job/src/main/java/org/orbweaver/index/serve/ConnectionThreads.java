package org.orbweaver.index.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * The threads of connections. If all are taken, the thread that has waited longest for its client,
 * to send a request or to read an answer, is interrupted; its connection is closed, and the thread
 * takes the next one. So clients that send half a request delay no others, however many they are.
 * If all are at work, further connections wait in the operating system.
 */
final class ConnectionThreads extends ThreadPoolExecutor {
  private static final int IDLE_SECONDS = 30;
  private static final int RETRY_MILLIS = 50;

  /** Threads that wait for their client, the longest first. Guarded by itself. */
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

  /** Blocks the thread that accepts connections; a rejection would cut the connection. */
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

  /** Marks the current thread as waiting for its client. */
  void awaitClient() {
    synchronized (onClients) {
      onClients.add(Thread.currentThread());
    }
  }

  /**
   * Ends the wait; false if the thread was interrupted to make room and its connection is closed.
   */
  boolean work() {
    synchronized (onClients) {
      return onClients.remove(Thread.currentThread());
    }
  }
}
