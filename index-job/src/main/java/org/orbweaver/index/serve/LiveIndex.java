package org.orbweaver.index.serve;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.index.search.SearchService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest build of an index, with a cache of answers for each kind of question. A newer build
 * takes the place of the old one at once; the old one is closed when the last question to it has
 * been answered, so that no question fails. Safe for use by several threads.
 */
final class LiveIndex implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveIndex.class);

  /** The source of builds. */
  interface Builds extends Closeable {
    /** Name of the newest build. */
    Optional<String> newest() throws IOException;

    /** Opens the newest build. */
    SearchService open() throws IOException;

    /** The useful number of concurrent questions. */
    default int threads() {
      return Runtime.getRuntime().availableProcessors();
    }

    @Override
    default void close() {}
  }

  private final Builds builds;
  private final int cacheEntries;
  private final Metrics metrics;
  private final Retries retries = new Retries();
  private volatile CachedIndex current;

  /** Opens the newest build. */
  LiveIndex(Builds builds, int cacheEntries, Metrics metrics) throws IOException {
    this.builds = builds;
    this.cacheEntries = cacheEntries;
    this.metrics = metrics;
    current = new CachedIndex(builds.open(), cacheEntries);
  }

  /** Keeps the entries that are used most and last; safe for use by several threads. */
  static <V> Map<Object, V> cache(int entries) {
    return Caffeine.newBuilder().maximumSize(entries).<Object, V>build().asMap();
  }

  private static final class CachedIndex {
    final SearchService service;
    final ReferenceCount users;

    /** By type of the key: each search comes with a few requests for suggestions. */
    private final Map<Class<?>, Map<Object, Object>> caches = new ConcurrentHashMap<>();

    /** The questions that are being answered. */
    private final Map<Record, FutureTask<Object>> asked = new ConcurrentHashMap<>();

    private final int cacheEntries;

    CachedIndex(SearchService service, int cacheEntries) {
      this.service = service;
      this.cacheEntries = cacheEntries;
      users = new ReferenceCount(service);
    }

    Map<Object, Object> cacheOf(Record key) {
      return caches.computeIfAbsent(key.getClass(), type -> cache(cacheEntries));
    }

    /** Answers once for all who ask the same at a time. */
    Object once(Record key, Callable<Object> question) throws IOException {
      FutureTask<Object> own = new FutureTask<>(question);
      FutureTask<Object> first = asked.putIfAbsent(key, own);
      if (first == null) {
        own.run();
        asked.remove(key);
      }
      try {
        return (first == null ? own : first).get();
      } catch (ExecutionException e) {
        throw IOUtils.rethrowAlways(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for an answer");
      }
    }
  }

  /** Opens the newest build if it is not open yet; if that fails, keeps the old one. */
  synchronized void refresh() {
    try {
      Optional<String> newest = builds.newest();
      if (newest.isPresent()
          && !newest.get().equals(status().build())
          && retries.isDue(newest.get())) {
        CachedIndex old = current;
        current = new CachedIndex(builds.open(), cacheEntries);
        old.users.release();
        metrics.count("orbweaver_index_reloads_total", "{result=\"opened\"}");
        LOG.info("opened the index {}", newest.get());
      }
    } catch (Throwable e) {
      // Errors, too: an exception cancels all later refreshes.
      retries.failed();
      metrics.count("orbweaver_index_reloads_total", "{result=\"failed\"}");
      LOG.warn("cannot open a newer index; {} is kept", status().build(), e);
    }
  }

  /** The state of the searched index. */
  SearchService.IndexStatus status() {
    return current.service.status();
  }

  /**
   * Asks the newest build, unless the answer is cached or another thread has asked the same.
   *
   * @param key equal for equal questions; its type determines the type of the answer
   * @param isWhole whether an answer is worth keeping
   */
  @SuppressWarnings("unchecked") // by the contract of the key
  <T> T ask(Record key, IOFunction<SearchService, T> question, Predicate<T> isWhole)
      throws IOException {
    CachedIndex build = current;
    T answer = (T) build.cacheOf(key).get(key);
    metrics.count(
        "orbweaver_cache_total", answer == null ? "{result=\"miss\"}" : "{result=\"hit\"}");
    if (answer == null) {
      while (!build.users.use()) {
        if (build == current) {
          throw new IOException("the index is closed");
        }
        build = current;
      }
      try {
        CachedIndex used = build;
        answer =
            (T)
                used.once(
                    key,
                    () -> {
                      T found = question.apply(used.service);
                      if (isWhole.test(found)) {
                        used.cacheOf(key).put(key, found);
                      }
                      return found;
                    });
      } finally {
        build.users.release();
      }
    }
    return answer;
  }

  /** Closes the build when the last question has been answered; no questions may follow. */
  @Override
  public synchronized void close() {
    current.users.release();
    builds.close();
  }
}
