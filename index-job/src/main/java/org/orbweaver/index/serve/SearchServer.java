package org.orbweaver.index.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.CrawlInspection;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchService;

/**
 * The search page and the API of a crawl, by HTTP, until it is closed. It searches the newest index
 * and switches to a newer one as soon as that is published.
 */
public final class SearchServer implements Closeable {
  /** No body is expected; a larger one is refused. */
  private static final int MAX_BODY_BYTES = 1024;

  private final HttpService http;
  private final LiveIndex index;
  private final Optional<CrawlPages> pages;
  private final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor();

  /**
   * Starts a server.
   *
   * @param bind the address to listen on
   * @param port to listen on; 0 for any that is free
   * @param clickLog the file of the click log, if any
   * @throws OrbException (failed) if there is neither an index nor a page of the crawl, or the port
   *     is in use
   */
  public static SearchServer start(
      Configuration conf,
      CrawlDir dir,
      InetAddress bind,
      int port,
      Optional<Path> clickLog,
      Optional<CrawlPages> pages)
      throws IOException {
    // Any other folder is a mistake, not a crawl whose index is still to come.
    boolean isCrawl = dir.fs().exists(dir.crawlDb()) || CrawlInspection.lockHolder(dir).isPresent();
    boolean mayLack = pages.isPresent() && isCrawl;
    return start(
        conf, newestOf(conf, dir, mayLack), dir.root().getName(), bind, port, clickLog, pages);
  }

  /**
   * Starts a server that searches by other servers; see {@link ShardServer}.
   *
   * @param servers host and port of each
   * @throws OrbException (failed) if none of them answers, or the port is in use
   */
  public static SearchServer startBroker(
      Configuration conf, List<String> servers, InetAddress bind, int port, Optional<Path> clickLog)
      throws IOException {
    return start(
        conf, new ShardClient(conf, servers), "Orbweaver", bind, port, clickLog, Optional.empty());
  }

  static SearchServer start(
      Configuration conf,
      LiveIndex.Builds builds,
      String name,
      InetAddress bind,
      int port,
      Optional<Path> clickLog,
      Optional<CrawlPages> pages)
      throws IOException {
    Optional<ClickLog> clicks = clickLog.map(ClickLog::new);
    Metrics metrics = new Metrics();
    HttpService http = new HttpService(conf, bind, port, builds.threads(), MAX_BODY_BYTES);
    try {
      LiveIndex index = new LiveIndex(builds, IndexKeys.SERVE_CACHE_ENTRIES.get(conf), metrics);
      String said = IndexKeys.SERVE_NAME.get(conf).strip();
      Set<String> origins = Set.copyOf(IndexKeys.SERVE_CORS_ORIGINS.get(conf));
      http.start(
          new SearchHandler(
              http,
              said.isEmpty() ? name : said,
              index,
              clicks,
              pages,
              origins,
              metrics,
              WallClock.clock()));
      return new SearchServer(http, index, pages, IndexKeys.SERVE_POLL_MILLIS.get(conf));
    } catch (Throwable e) {
      http.stop();
      builds.close();
      throw e;
    }
  }

  private SearchServer(
      HttpService http, LiveIndex index, Optional<CrawlPages> pages, long pollMillis) {
    this.http = http;
    this.index = index;
    this.pages = pages;
    var unused =
        watcher.scheduleWithFixedDelay(index::refresh, pollMillis, pollMillis, MILLISECONDS);
  }

  /**
   * The indexes of a crawl.
   *
   * @param mayLack whether a server without an index has something to show
   */
  private static LiveIndex.Builds newestOf(Configuration conf, CrawlDir dir, boolean mayLack) {
    return new LiveIndex.Builds() {
      @Override
      public Optional<String> newest() throws IOException {
        return dir.latest(dir.indexes()).map(org.apache.hadoop.fs.Path::getName);
      }

      @Override
      public SearchService open() throws IOException {
        if (mayLack && newest().isEmpty()) {
          return new NoIndex();
        }
        SearchService index = SearchIndex.openLatest(conf, dir);
        try {
          // Builds the structures for which the first questions would wait: suggestions, and tables
          // of facets.
          index.suggest("a", 1);
          index.search(new SearchRequest("a", 0, 1, false, true, true));
        } catch (Throwable e) {
          IOUtils.closeWhileHandlingException(index);
          throw e;
        }
        return index;
      }
    };
  }

  /** The port that the server listens on. */
  public int port() {
    return http.port();
  }

  /** The state of the searched index. */
  public SearchService.IndexStatus status() {
    return index.status();
  }

  /** Answers pending requests, and stops. */
  @Override
  public void close() {
    http.close();
    watcher.shutdownNow();
    pages.ifPresent(CrawlPages::close);
    index.close();
  }
}
