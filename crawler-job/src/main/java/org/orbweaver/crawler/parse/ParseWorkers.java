package org.orbweaver.crawler.parse;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.NoParserException;

/**
 * Threads that parse documents, each with a deadline that its parser looks at. What a parser
 * throws, a stack overflow included, costs its document only; that no parser can be made, or that
 * this JVM is out of memory, is not the document's doing and ends the task, to be tried again.
 *
 * @param <I> what is parsed
 * @param <O> what comes out
 */
final class ParseWorkers<I, O> implements AutoCloseable {

  /** A parser; made anew for each thread. */
  @FunctionalInterface
  interface Work<I, O> {
    O apply(I input, Deadline deadline);
  }

  /** A document that was handed in. */
  record Ticket<I, O>(I input, Future<O> result) {}

  private final ExecutorService threads;
  private final ThreadLocal<Work<I, O>> works;
  private final long timeoutMillis;

  /**
   * @param threads how many documents are parsed at a time
   * @param timeoutMillis time for one document
   * @param works makes the parser of one thread
   */
  ParseWorkers(int threads, long timeoutMillis, Supplier<Work<I, O>> works) {
    this.threads = Executors.newFixedThreadPool(threads, UserThreads.named("parse"));
    this.works =
        ThreadLocal.withInitial(
            () -> {
              try {
                return works.get();
              } catch (RuntimeException | LinkageError e) {
                throw OrbException.failed("cannot create a parser: " + e, e);
              }
            });
    this.timeoutMillis = timeoutMillis;
  }

  /** Hands a document in; documents are begun in the order in which they are handed in. */
  Ticket<I, O> submit(I input) {
    return new Ticket<>(
        input, threads.submit(() -> works.get().apply(input, Deadline.in(timeoutMillis))));
  }

  /**
   * Waits for a document's result. Where memory ran out, the document is parsed once more, by the
   * caller: it may have been its neighbours'.
   *
   * @param onFailure makes a result of what the parser threw
   * @throws OrbException where the fault is not the document's
   */
  O await(Ticket<I, O> ticket, Function<Throwable, O> onFailure) throws InterruptedException {
    try {
      return ticket.result().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        return again(ticket.input(), onFailure);
      }
      return failure(e.getCause(), onFailure);
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

  /** Ends the threads; what is still queued is not parsed. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
