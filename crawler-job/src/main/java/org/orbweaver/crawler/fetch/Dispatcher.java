package org.orbweaver.crawler.fetch;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * {@link BackQueues} for many threads: a thread without work waits until a host is due, and no
 * longer; nothing is polled.
 *
 * <p>Of the waiting threads one, the leader, waits for the time of the heap's root; the others wait
 * to be told. (Leader and followers, as in the JDK's DelayQueue.) A thread that gives a host back
 * takes the next one in the same step, so a crawl without delays goes on without waking anybody.
 */
final class Dispatcher<T> {
  private final BackQueues<T> queues = new BackQueues<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final LongSupplier clock;
  private Thread leader;
  private long leaderWakes;
  private int sleepers;
  private boolean closed;

  /** A change to the queues. */
  interface Work<T> {
    void on(BackQueues<T> queues, long now);
  }

  /**
   * Starts without hosts.
   *
   * @param clock monotonic, in nanoseconds
   */
  Dispatcher(LongSupplier clock) {
    this.clock = clock;
  }

  /** Changes the queues under the lock and wakes a thread if there may be work for it. */
  void change(Work<T> work) {
    lock.lock();
    try {
      work.on(queues, clock.getAsLong());
      if (sleepers > 0 && (queues.hasNext() || queues.isFinished())) {
        wakeOne();
      }
    } finally {
      lock.unlock();
    }
  }

  private void wakeOne() {
    if (queues.isFinished()) {
      changed.signalAll();
    } else {
      changed.signal();
    }
  }

  /**
   * Gives a host back, if there is one to give, and waits for the next.
   *
   * @param finished the lease that ends, or null
   * @param notBefore when the finished lease's host may be contacted again
   * @return the next host to contact with the item, or null when all work is done
   */
  BackQueues.Lease<T> next(BackQueues.Lease<T> finished, long notBefore)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (finished != null) {
        queues.release(finished, notBefore);
      }
      while (true) {
        if (closed || queues.isFinished()) {
          changed.signalAll();
          return null;
        }
        long now = clock.getAsLong();
        BackQueues.Lease<T> lease = queues.poll(now);
        if (lease != null) {
          if (sleepers > 0
              && queues.hasNext()
              && (leader == null || queues.nextTime() - leaderWakes < 0)) {
            changed.signal();
          }
          return lease;
        }
        if (!queues.hasNext() && queues.leases() == 0) {
          throw new IllegalStateException(queues.waiting() + " URLs wait for what nobody does");
        }
        await(now);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits once; the caller looks again. */
  @SuppressWarnings("WaitNotInLoop")
  private void await(long now) throws InterruptedException {
    sleepers++;
    try {
      if (queues.hasNext() && (leader == null || queues.nextTime() - leaderWakes < 0)) {
        Thread self = Thread.currentThread();
        leader = self;
        leaderWakes = queues.nextTime();
        try {
          changed.awaitNanos(leaderWakes - now);
        } finally {
          if (leader == self) {
            leader = null;
          }
        }
      } else {
        changed.await();
      }
    } finally {
      sleepers--;
    }
  }

  /** Lets every thread go, whatever is left. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Where the crawl stands. */
  record State(long waiting, int leases, int hostsLeft, long nextInNanos) {}

  State state() {
    lock.lock();
    try {
      long next = queues.hasNext() ? queues.nextTime() - clock.getAsLong() : 0;
      return new State(queues.waiting(), queues.leases(), queues.hostsLeft(), Math.max(0, next));
    } finally {
      lock.unlock();
    }
  }
}
