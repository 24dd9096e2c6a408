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

/**
 * Bounds the number of concurrent tasks, of waiting tasks, and their waiting time: first come,
 * first served.
 */
final class TaskQueue {
  private final ThreadPoolExecutor threads;
  private final long maxWaitNanos;

  /**
   * @param atATime number of concurrent tasks
   * @param queue number of waiting tasks
   * @param maxWaitMillis longest wait
   */
  TaskQueue(int atATime, int queue, long maxWaitMillis) {
    threads = new ThreadPoolExecutor(atATime, atATime, 0, SECONDS, new ArrayBlockingQueue<>(queue));
    maxWaitNanos = MILLISECONDS.toNanos(maxWaitMillis);
  }

  /**
   * Runs a task when its turn comes.
   *
   * @throws RejectedExecutionException if the queue is full, or its turn came too late
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

  /** Number of running tasks. */
  int working() {
    return threads.getActiveCount();
  }

  /** Number of waiting tasks. */
  int waiting() {
    return threads.getQueue().size();
  }

  /** Accepts no more tasks. */
  void close() {
    threads.shutdown();
  }
}
