package org.orbweaver.index.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.util.IOUtils;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search page and the API of a crawl, by HTTP, until it is closed. It searches the newest index
 * and takes a newer one as soon as that is published.
 */
public final class SearchServer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SearchServer.class);

  /** Threads that read requests and write responses; those that search are others. */
  private static final int CONNECTION_THREADS = 16;

  private static final int MAX_REQUEST_HEAD_BYTES = 32 << 10;
  private static final int IDLE_MILLIS = 30_000;
  private static final int DRAIN_MILLIS = 15_000;

  private final Server server;
  private final ServerConnector connector;
  private final LiveIndex index;
  private final ThreadPoolExecutor searchers;
  private final ScheduledExecutorService watcher;

  /**
   * Starts a server.
   *
   * @param bind the address to listen on
   * @param port to listen on; 0 for any that is free
   * @param clickLog the file to note clicks in, if any
   * @throws OrbException (failed) where there is no index, or the port is in use
   */
  public static SearchServer start(
      Configuration conf, CrawlDir dir, InetAddress bind, int port, Optional<Path> clickLog)
      throws IOException {
    return start(conf, newestOf(conf, dir), dir.root().getName(), bind, port, clickLog);
  }

  /**
   * Starts a server that asks others: see {@link ShardServer}.
   *
   * @param servers host and port of each
   * @throws OrbException (failed) where none of them answers, or the port is in use
   */
  public static SearchServer startBroker(
      Configuration conf, List<String> servers, InetAddress bind, int port, Optional<Path> clickLog)
      throws IOException {
    return start(conf, new ShardServers(conf, servers), "Orbweaver", bind, port, clickLog);
  }

  static SearchServer start(
      Configuration conf,
      LiveIndex.Builds builds,
      String name,
      InetAddress bind,
      int port,
      Optional<Path> clickLog)
      throws IOException {
    Metrics metrics = new Metrics();
    Optional<ClickLog> clicks = clickLog.map(ClickLog::new);
    LiveIndex index = new LiveIndex(builds, IndexKeys.SERVE_CACHE_ENTRIES.get(conf), metrics);
    SearchServer server =
        new SearchServer(conf, index, clicks, name, bind, metrics, builds.threads());
    try {
      server.connector.setPort(port);
      server.server.start();
      return server;
    } catch (Exception e) {
      server.close();
      throw cannotListen(bind, port, e);
    }
  }

  static OrbException cannotListen(InetAddress bind, int port, Exception e) {
    return OrbException.failed(
        "cannot listen on "
            + bind.getHostAddress()
            + ":"
            + port
            + " ("
            + (e.getCause() == null ? e : e.getCause()).getMessage()
            + "); choose another --port or --bind",
        e);
  }

  private SearchServer(
      Configuration conf,
      LiveIndex index,
      Optional<ClickLog> clicks,
      String name,
      InetAddress bind,
      Metrics metrics,
      int threads) {
    this.index = index;
    searchers =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            MILLISECONDS,
            new ArrayBlockingQueue<>(IndexKeys.SERVE_QUEUE_LENGTH.get(conf)));
    watcher = Executors.newSingleThreadScheduledExecutor();
    long poll = IndexKeys.SERVE_POLL_MILLIS.get(conf);
    ScheduledFuture<?> unused =
        watcher.scheduleWithFixedDelay(index::refresh, poll, poll, MILLISECONDS);
    QueuedThreadPool connections = new QueuedThreadPool(CONNECTION_THREADS);
    connections.setName("http");
    server = new Server(connections);
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(MAX_REQUEST_HEAD_BYTES);
    http.setSendServerVersion(false);
    connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(bind.getHostAddress());
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.setHandler(
        new GracefulHandler(
            new SearchHandler(
                new SearchHandler.Setup(
                    name,
                    index,
                    searchers,
                    hosts(conf, bind),
                    clicks,
                    metrics,
                    WallClock.clock(),
                    IndexKeys.SERVE_WAIT_MAX_MILLIS.get(conf)))));
    server.setErrorHandler(
        (request, response, callback) -> {
          SearchHandler.SECURITY_HEADERS.forEach(response.getHeaders()::put);
          response.write(true, ByteBuffer.allocate(0), callback);
          return true;
        });
    server.setStopTimeout(DRAIN_MILLIS);
  }

  /** The names under which a server on a loopback address is addressed; all for another. */
  static Set<String> hosts(Configuration conf, InetAddress bind) {
    Set<String> hosts = new HashSet<>();
    IndexKeys.SERVE_HOSTS.get(conf).forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
    if (bind.isLoopbackAddress()) {
      hosts.addAll(List.of("localhost", "127.0.0.1", "[::1]", bind.getHostAddress()));
    }
    return hosts;
  }

  private static LiveIndex.Builds newestOf(Configuration conf, CrawlDir dir) {
    return new LiveIndex.Builds() {
      @Override
      public Optional<String> newest() throws IOException {
        return dir.latest(dir.indexes()).map(org.apache.hadoop.fs.Path::getName);
      }

      @Override
      public SearchService open() throws IOException {
        SearchService index = SearchIndex.openLatest(conf, dir);
        try {
          // Makes what the first questions would wait for: suggestions, and tables to count facets.
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
    return connector.getLocalPort();
  }

  /** What is being searched. */
  public SearchService.Status status() {
    return index.status();
  }

  /** Waits until the server has stopped. */
  public void join() throws InterruptedException {
    server.join();
  }

  /** Takes no more requests, answers those that it has, and stops. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("not all requests were answered", e);
    }
    watcher.shutdownNow();
    searchers.shutdownNow();
    try {
      // Nothing may use the index when it is closed.
      if (!watcher.awaitTermination(DRAIN_MILLIS, MILLISECONDS)
          || !searchers.awaitTermination(DRAIN_MILLIS, MILLISECONDS)) {
        LOG.warn("something still runs after {} ms", DRAIN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    index.close();
  }
}
