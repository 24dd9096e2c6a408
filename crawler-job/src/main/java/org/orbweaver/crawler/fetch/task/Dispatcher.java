package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.frontier.Frontier;

/**
 * The {@link Frontier} for many threads: a thread without work waits exactly until a host is due;
 * nothing is polled.
 *
 * <p>One of the waiting threads, the leader, waits for the time at the root of the heap; the others
 * wait for a signal. (Leader and followers, as in the JDK's DelayQueue.) A thread that gives a host
 * back takes the next one in the same step, so a crawl without delays goes on without waking other
 * threads.
 */
public final class Dispatcher {
  private final Frontier frontier;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final LongSupplier clock;
  private Thread leader;
  private long leaderWakes;
  private int sleepers;
  private boolean draining;
  private boolean closed;

  /** A change to the frontier. */
  interface FrontierChange {
    void on(Frontier frontier, long now) throws IOException;
  }

  /**
   * Hands out the items of a frontier.
   *
   * @param clock monotonic, in nanoseconds
   */
  Dispatcher(Frontier frontier, LongSupplier clock) {
    this.frontier = frontier;
    this.clock = clock;
  }

  /**
   * Adds the next entry of the list, as soon as the frontier has room for it.
   *
   * @param entry null at the end of the list
   * @return false at the end of the list, and after {@link #close}
   */
  boolean add(Frontier.Entry entry) throws InterruptedException, IOException {
    lock.lockInterruptibly();
    try {
      while (!closed && !frontier.hasRoom()) {
        room.await();
      }
      if (entry == null) {
        frontier.endList();
      } else {
        frontier.add(entry, clock.getAsLong());
      }
      wake();
      return !closed && entry != null;
    } finally {
      lock.unlock();
    }
  }

  /** Changes the frontier under the lock and wakes a thread if there may be work for it. */
  void change(FrontierChange change) throws IOException {
    lock.lock();
    try {
      change.on(frontier, clock.getAsLong());
      wake();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Puts the item of a lease back and holds its group until another group has dealt with an item.
   * After {@link #drain} no group is held, since nothing is requested any more.
   *
   * @param asked the other group
   * @param file its item; the thread that takes it ends the hold by {@link Frontier#unpark}
   */
  void park(Frontier.Lease lease, String asked, byte[] file) throws IOException {
    change(
        (frontier, now) -> {
          frontier.addFirst(lease, lease.item());
          if (!draining) {
            frontier.park(lease);
            frontier.addUrgent(asked, file, now);
          }
        });
  }

  /** Wakes a thread if there may be work; a thread that finds some wakes the next. */
  private void wake() {
    if (frontier.isFinished()) {
      changed.signalAll();
    } else if (sleepers > 0 && frontier.hasNext()) {
      changed.signal();
    }
    if (frontier.hasRoom()) {
      room.signal();
    }
  }

  /**
   * Gives a host back, if there is one to give, and waits for the next.
   *
   * @param finished the lease that ends, or null
   * @param notBefore when the finished lease's host may be contacted again
   * @return the next host to contact with the item, or null once all work is done
   */
  Frontier.Lease next(Frontier.Lease finished, long notBefore)
      throws InterruptedException, IOException {
    lock.lockInterruptibly();
    try {
      if (finished != null) {
        frontier.release(finished, notBefore, clock.getAsLong());
      }
      while (true) {
        if (closed || frontier.isFinished()) {
          changed.signalAll();
          return null;
        }
        long now = clock.getAsLong();
        Frontier.Lease lease = draining ? frontier.pollAny() : frontier.poll(now);
        if (frontier.hasRoom()) {
          room.signal();
        }
        if (lease != null) {
          if (sleepers > 0
              && frontier.hasNext()
              && (leader == null || frontier.nextTime() - leaderWakes < 0)) {
            changed.signal();
          }
          return lease;
        }
        boolean isMoreToCome = !frontier.isListRead() && frontier.hasRoom();
        if (!frontier.hasNext() && frontier.leases() == 0 && !isMoreToCome) {
          throw new IllegalStateException(
              "internal error: "
                  + Count.of(frontier.waiting(), "URL")
                  + " held for a robots.txt that nothing requests");
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
      if (frontier.hasNext() && (leader == null || frontier.nextTime() - leaderWakes < 0)) {
        Thread self = Thread.currentThread();
        leader = self;
        leaderWakes = frontier.nextTime();
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

  /**
   * From now on hands out everything at once, due or not, since no host will be contacted any more.
   */
  void drain() throws IOException {
    lock.lock();
    try {
      draining = true;
      frontier.unparkAll(clock.getAsLong());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Releases every thread, whatever is left. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * A snapshot of the frontier.
   *
   * @param waiting URLs known to the task that have not been handed out
   * @param isWhole whether waiting is complete: the list has been read to its end
   * @param leases hosts being contacted
   * @param queues hosts with URLs, as far as there are back queues for them
   * @param nextInNanos until the next host is due
   */
  public record State(long waiting, boolean isWhole, int leases, int queues, long nextInNanos) {}

  State state() {
    lock.lock();
    try {
      long next = frontier.hasNext() ? frontier.nextTime() - clock.getAsLong() : 0;
      return new State(
          frontier.waiting(),
          frontier.isListRead(),
          frontier.leases(),
          frontier.backQueues(),
          Math.max(0, next));
    } finally {
      lock.unlock();
    }
  }
}
