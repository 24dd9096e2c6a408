package org.orbweaver.webgraph.matrix;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.UserThreads;

/** A fixed number of threads that work on numbered pieces; results come back by number. */
public final class Workers implements Closeable {

  /** Work on one piece. */
  public interface Piece<T> {
    /** Works on piece {@code number}. */
    T run(int number) throws IOException;
  }

  private final ExecutorService threads;

  /**
   * Starts {@code count} daemon threads.
   *
   * @param count at least 1
   */
  public Workers(int count) {
    threads = Executors.newFixedThreadPool(count, UserThreads.named("rank"));
  }

  /**
   * Runs the pieces 0 … {@code pieces} − 1.
   *
   * @return their results, in order
   * @throws IOException the exception of the first piece to fail
   */
  public <T> List<T> map(int pieces, Piece<T> work) throws IOException {
    if (pieces == 1) {
      return List.of(work.run(0));
    }
    List<Callable<T>> tasks = new ArrayList<>(pieces);
    for (int i = 0; i < pieces; i++) {
      int number = i;
      tasks.add(() -> work.run(number));
    }
    try {
      List<T> results = new ArrayList<>(pieces);
      for (Future<T> one : threads.invokeAll(tasks)) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof OrbException failure) {
        throw failure;
      }
      throw new IOException("a piece of the product failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
