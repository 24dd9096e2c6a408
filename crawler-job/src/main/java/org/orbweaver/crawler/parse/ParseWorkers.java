package org.orbweaver.crawler.parse;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Threads that parse documents, each within a time limit. A document that fails in whatever way, a
 * stack overflow or lack of memory included, costs itself only.
 *
 * <p>A thread whose document passes its deadline is interrupted and abandoned, and another takes
 * its place. Java has no way to kill it: it burns a processor until its parser looks at the
 * deadline, meets an interruptible call, or ends. Parsers here look at each piece of input and
 * output, so few do not end at once. While {@link #MAX_ABANDONED} run on, work is told to be
 * careful. Memory that one document takes is not bounded by itself, only by the JVM: the one that
 * fails to allocate is given up.
 *
 * @param <I> what is parsed
 * @param <O> what comes out
 */
final class ParseWorkers<I, O> implements AutoCloseable {

  /** Threads that run on beyond their deadline; each may hold a processor and its document. */
  static final int MAX_ABANDONED = 8;

  /** Time after the deadline for a parser to notice it by itself. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A parser on its way; made anew for each thread. */
  @FunctionalInterface
  interface Work<I, O> {
    /**
     * Parses.
     *
     * @param careful whether so many threads run on beyond their deadline that nothing should be
     *     tried that may add another
     */
    O apply(I input, Deadline deadline, boolean careful);
  }

  /** A document that was handed in. */
  static final class Ticket<I, O> {
    private final I input;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile Deadline deadline;
    private volatile Worker<I, O> worker;
    private volatile O result;
    private volatile Throwable failure;

    Ticket(I input) {
      this.input = input;
    }
  }

  private final BlockingQueue<Ticket<I, O>> queue = new LinkedBlockingQueue<>();
  private final Supplier<Work<I, O>> works;
  private final long timeoutMillis;
  private final AtomicInteger abandoned = new AtomicInteger();
  private final AtomicInteger numbers = new AtomicInteger();
  private volatile boolean closed;

  /**
   * @param threads how many documents are parsed at a time
   * @param timeoutMillis time for one document
   * @param works makes the parser of one thread
   */
  ParseWorkers(int threads, long timeoutMillis, Supplier<Work<I, O>> works) {
    this.works = works;
    this.timeoutMillis = timeoutMillis;
    for (int i = 0; i < threads; i++) {
      startWorker();
    }
  }

  private void startWorker() {
    new Worker<>(this, "parse-" + numbers.incrementAndGet()).start();
  }

  /** Hands a document in; documents are begun in the order in which they are handed in. */
  Ticket<I, O> submit(I input) {
    Ticket<I, O> ticket = new Ticket<>(input);
    queue.add(ticket);
    return ticket;
  }

  /**
   * Waits for a document's result. To be called in the order of {@link #submit}: then the document
   * waited for is always one that runs or that a thread takes next.
   *
   * @param onFailure makes a result of what the parser threw; of {@link Deadline.Passed} where the
   *     document was given up
   */
  O await(Ticket<I, O> ticket, Function<Throwable, O> onFailure) throws InterruptedException {
    ticket.started.await();
    long wait = ticket.deadline.remainingNanos() + GRACE_NANOS;
    if (!ticket.done.await(Math.max(wait, 0), TimeUnit.NANOSECONDS)
        && ticket.worker.abandon(ticket)) {
      startWorker();
      return onFailure.apply(new Deadline.Passed());
    }
    ticket.done.await();
    return ticket.failure == null ? ticket.result : onFailure.apply(ticket.failure);
  }

  private boolean overloaded() {
    return abandoned.get() >= MAX_ABANDONED;
  }

  /** Ends the threads; what is still queued is not parsed. */
  @Override
  public void close() {
    closed = true;
    Ticket<I, O> end;
    do {
      end = queue.poll();
    } while (end != null);
    for (int i = 0; i < numbers.get(); i++) {
      queue.add(new Ticket<>(null)); // Wakes whoever waits for work.
    }
  }

  private static final class Worker<I, O> extends Thread {
    private final ParseWorkers<I, O> pool;
    private Ticket<I, O> current;
    private boolean abandonedNow;

    Worker(ParseWorkers<I, O> pool, String name) {
      super(name);
      this.pool = pool;
      setDaemon(true);
    }

    @Override
    public void run() {
      Work<I, O> work = pool.works.get();
      while (!pool.closed) {
        Ticket<I, O> ticket;
        try {
          ticket = pool.queue.take();
        } catch (InterruptedException e) {
          continue; // A late interrupt of a document that is done.
        }
        if (pool.closed || !process(work, ticket)) {
          return;
        }
      }
    }

    /** Parses one document; false when the thread was given up meanwhile. */
    private boolean process(Work<I, O> work, Ticket<I, O> ticket) {
      synchronized (this) {
        current = ticket;
      }
      ticket.worker = this;
      ticket.deadline = Deadline.in(pool.timeoutMillis);
      ticket.started.countDown();
      try {
        ticket.result = work.apply(ticket.input, ticket.deadline, pool.overloaded());
      } catch (Throwable e) {
        ticket.failure = e; // Errors too: a stack overflow is the document's fault, not ours.
      }
      boolean stay;
      synchronized (this) {
        current = null;
        stay = !abandonedNow;
      }
      ticket.done.countDown();
      if (!stay) {
        pool.abandoned.decrementAndGet();
      }
      Thread.interrupted();
      return stay;
    }

    /** Gives the thread up, unless it is done with its document by now. */
    private synchronized boolean abandon(Ticket<I, O> ticket) {
      if (current != ticket) {
        return false;
      }
      abandonedNow = true;
      pool.abandoned.incrementAndGet();
      interrupt();
      return true;
    }
  }
}
