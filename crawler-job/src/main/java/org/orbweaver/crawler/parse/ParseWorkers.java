package org.orbweaver.crawler.parse;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.Limit;
import org.orbweaver.crawler.page.document.NoParserException;

/**
 * Threads that parse documents, each with a deadline that its parser checks. An exception of a
 * parser, a stack overflow included, costs only its document. If no parser can be created, or this
 * JVM is out of memory, the document is not to blame: the task ends, to be retried.
 *
 * @param <I> the type of documents
 * @param <O> the type of results
 */
final class ParseWorkers<I, O> implements AutoCloseable {

  /** A parser; each thread has its own. */
  @FunctionalInterface
  interface Work<I, O> {
    O apply(I input, Deadline deadline);
  }

  /** A document handed in. */
  record Ticket<I, O>(I input, AtomicReference<Deadline> begun, Future<O> result) {}

  private static final long WATCH_MILLIS = 1000;

  /** A plugin that holds as many threads as this, or as there are to be, hangs. */
  private static final int MIN_HELD = 3;

  private final ThreadPoolExecutor threads;
  private final int maxHeld;

  /** The deadlines of documents in whose threads a plugin still runs, though they are given up. */
  private final Set<AtomicReference<Deadline>> held = ConcurrentHashMap.newKeySet();

  private final ThreadLocal<Work<I, O>> works;
  private final long timeoutMillis;

  /**
   * @param threads how many documents are parsed at a time
   * @param timeoutMillis time for one document
   * @param works makes the parser of one thread
   */
  ParseWorkers(int threads, long timeoutMillis, Supplier<Work<I, O>> works) {
    this.threads =
        new ThreadPoolExecutor(
            threads,
            Integer.MAX_VALUE,
            0,
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            UserThreads.named("parse"));
    this.maxHeld = Math.max(MIN_HELD, threads);
    this.works =
        ThreadLocal.withInitial(
            () -> {
              try {
                return works.get();
              } catch (OrbException e) {
                throw e;
              } catch (RuntimeException | LinkageError e) {
                throw OrbException.failed("cannot create a parser: " + e, e);
              }
            });
    this.timeoutMillis = timeoutMillis;
  }

  /** Hands a document in; documents are started in the order in which they are handed in. */
  Ticket<I, O> submit(I input) {
    AtomicReference<Deadline> begun = new AtomicReference<>();
    return new Ticket<>(
        input,
        begun,
        threads.submit(
            () -> {
              Work<I, O> work = works.get();
              Deadline deadline = Deadline.in(timeoutMillis);
              begun.set(deadline);
              try {
                return work.apply(input, deadline);
              } finally {
                held.remove(begun);
              }
            }));
  }

  /**
   * Waits for a document's result. If memory ran out, the caller's thread parses the document once
   * more: its neighbours may have used the memory. A thread in which a plugin does not end in time
   * is given up, and another takes its place; not without end, since it may go on for ever.
   *
   * @param onFailure turns an exception of the parser into a result
   * @throws OrbException if the document is not to blame
   */
  O await(Ticket<I, O> ticket, Function<Throwable, O> onFailure) throws InterruptedException {
    while (true) {
      try {
        return ticket.result().get(WATCH_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        Deadline begun = ticket.begun().get();
        Optional<Deadline.Passed> overrun = begun == null ? Optional.empty() : begun.overrun();
        if (overrun.isPresent()) {
          giveUp(ticket, overrun.get());
          threads.setCorePoolSize(threads.getCorePoolSize() + 1);
          return onFailure.apply(overrun.get());
        }
      } catch (ExecutionException e) {
        return e.getCause() instanceof OutOfMemoryError
            ? again(ticket.input(), onFailure)
            : failure(e.getCause(), onFailure);
      }
    }
  }

  private void giveUp(Ticket<I, O> ticket, Deadline.Passed overrun) {
    held.add(ticket.begun());
    ticket.result().cancel(true);
    if (held.size() >= maxHeld) {
      throw OrbException.failed(
          overrun.getMessage()
              + " at "
              + held.size()
              + " pages and still runs there: it hangs; remove it or raise "
              + Limit.TIME.setting(),
          overrun);
    }
  }

  private O again(I input, Function<Throwable, O> onFailure) {
    try {
      return works.get().apply(input, Deadline.in(timeoutMillis));
    } catch (RuntimeException | StackOverflowError e) {
      return failure(e, onFailure);
    } catch (OutOfMemoryError e) {
      throw OrbException.failed(
          "parsing ran out of memory: give the task more heap, or set orbweaver.parse.threads or"
              + " http.content.limit lower",
          e);
    } finally {
      works.remove();
    }
  }

  private O failure(Throwable thrown, Function<Throwable, O> onFailure) {
    if (thrown instanceof NoParserException notTheDocument) {
      throw OrbException.failed(notTheDocument.getMessage(), notTheDocument);
    }
    if (thrown instanceof OrbException notTheDocument) {
      throw notTheDocument;
    }
    return onFailure.apply(thrown);
  }

  /** Ends the threads; queued documents are not parsed. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
