package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.orbweaver.common.job.UserThreads;

/** Reads the parts of a store side by side. */
public final class InParallel {

  /** Makes the result of one part. */
  @FunctionalInterface
  public interface PartReader<R> {
    R read(int part) throws IOException;
  }

  private InParallel() {}

  /** The results of parts 0 to {@code parts} − 1, in their order. */
  public static <R> List<R> read(int parts, PartReader<R> reader) throws IOException {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(parts, Runtime.getRuntime().availableProcessors())),
            UserThreads.named("read"));
    try {
      List<Future<R>> futures = new ArrayList<>();
      for (int i = 0; i < parts; i++) {
        int part = i;
        futures.add(threads.submit(() -> reader.read(part)));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
