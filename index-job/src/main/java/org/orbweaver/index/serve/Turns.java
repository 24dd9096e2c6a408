package org.orbweaver.index.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.lucene.util.IOUtils;

/** Bounds what is done at a time, what waits for it, and how long: first come, first served. */
final class Turns {
  private final ThreadPoolExecutor threads;
  private final long maxWaitNanos;

  /**
   * @param atATime how many have their turn at a time
   * @param queue how many may wait
   * @param maxWaitMillis how long
   */
  Turns(int atATime, int queue, long maxWaitMillis) {
    threads = new ThreadPoolExecutor(atATime, atATime, 0, SECONDS, new ArrayBlockingQueue<>(queue));
    maxWaitNanos = MILLISECONDS.toNanos(maxWaitMillis);
  }

  /**
   * Does something when it is its turn.
   *
   * @throws RejectedExecutionException where as many wait as may, or its turn came too late
   */
  <T> T take(Callable<T> task) throws IOException {
    long latest = System.nanoTime() + maxWaitNanos;
    try {
      return threads
          .submit(
              () -> {
                if (System.nanoTime() - latest > 0) {
                  throw new RejectedExecutionException("waited too long");
                }
                return task.call();
              })
          .get();
    } catch (ExecutionException e) {
      throw IOUtils.rethrowAlways(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException(e);
    }
  }

  /** Tasks that have their turn. */
  int working() {
    return threads.getActiveCount();
  }

  /** Tasks that wait for their turn. */
  int waiting() {
    return threads.getQueue().size();
  }

  /** Takes no more tasks. */
  void close() {
    threads.shutdown();
  }
}
