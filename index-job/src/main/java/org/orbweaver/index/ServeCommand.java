package org.orbweaver.index;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Count;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.serve.CrawlPages;
import org.orbweaver.index.serve.SearchServer;
import org.orbweaver.index.serve.ShardServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code serve DIR}: runs the search page until it is stopped. */
@Command(
    name = "serve",
    description = {
      "Serve a search page and a JSON API for the newest index of a crawl, until stopped (Ctrl-C).",
      "Indexes built meanwhile are taken up. /report has the report of the crawl ('orb report'),"
          + " from its first minute on: without an index, search comes with the first."
          + " The page is for this machine alone unless --bind names another address; there is no"
          + " login, so put a proxy with one before it where needed.",
      "With --shards, serve some shards of the index to brokers instead, without a page. With"
          + " --broker, serve the page of an index whose shards are on such servers."
    },
    footer = {
      "  orb serve crawl",
      "  orb serve crawl --port 9000 --click-log clicks.jsonl",
      "  orb serve crawl --shards 0,1 --port 9101",
      "  orb serve --broker 127.0.0.1:9101,127.0.0.1:9102",
      "  curl 'http://127.0.0.1:8080/api/v1/search?q=create+table&lang=en'"
    })
final class ServeCommand extends BaseCommand {
  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The crawl directory; none with --broker.")
  private String dir;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to listen on; 0: any free one (default: ${DEFAULT-VALUE}).")
  @Range(from = 0, to = 65_535)
  private int port = 8080;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "The address to listen on (default: ${DEFAULT-VALUE}).")
  private String bind = "127.0.0.1";

  @Option(
      names = "--click-log",
      paramLabel = "FILE",
      description = "Append which results are opened to FILE: time, query, rank, URL.")
  private Path clickLog;

  @Option(
      names = "--shards",
      paramLabel = "N",
      split = ",",
      description = "Serve these shards to brokers; the first is 0.")
  private Set<Integer> shards;

  @Option(
      names = "--broker",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "The servers of the shards; several may have the same.")
  private List<String> servers;

  private final CrawlPages.Factory pages;

  ServeCommand(CrawlPages.Factory pages) {
    this.pages = pages;
  }

  @Override
  protected int run() throws Exception {
    InetAddress address;
    try {
      address = InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      throw OrbException.usage("--bind: '" + bind + "' is no address of this machine");
    }
    if ((dir == null) == (servers == null)) {
      throw OrbException.usage(
          dir == null ? "expected DIR or --broker, got nothing" : "--broker takes no DIR");
    }
    if (shards != null && (servers != null || clickLog != null)) {
      throw OrbException.usage("--shards cannot be combined with --broker or --click-log");
    }
    if (shards != null) {
      ShardServer server =
          ShardServer.start(conf(), CrawlDir.open(conf(), dir), shards, address, port);
      stopOnSignal(server);
      console()
          .linef(
              "%s of the index %s at %s",
              String.join(", ", server.shards()), server.build(), at(address, server.port()));
      return untilStopped();
    }
    SearchServer server =
        servers == null
            ? crawlServer(CrawlDir.open(conf(), dir), address)
            : SearchServer.startBroker(
                conf(), checked(servers), address, port, Optional.ofNullable(clickLog));
    stopOnSignal(server);
    SearchService.IndexStatus index = server.status();
    if (index.build().isEmpty()) {
      console()
          .linef(
              "no index yet: search comes with the first; the report of the crawl is at"
                  + " http://%s/report",
              at(address, server.port()));
      return untilStopped();
    }
    console()
        .linef(
            "%s of the index %s at http://%s/",
            Count.of(index.docs(), "page"), index.build(), at(address, server.port()));
    return untilStopped();
  }

  private SearchServer crawlServer(CrawlDir crawl, InetAddress address) throws IOException {
    Optional<CrawlPages> shown = Optional.ofNullable(pages).map(maker -> maker.of(conf(), crawl));
    return SearchServer.start(conf(), crawl, address, port, Optional.ofNullable(clickLog), shown);
  }

  /** The signal that stops the server ends the process. */
  private int untilStopped() throws InterruptedException {
    console().flush();
    new CountDownLatch(1).await();
    return ExitCode.OK.code();
  }

  @Override
  protected String stoppedNotice() {
    return "stopped";
  }

  private static List<String> checked(List<String> servers) {
    for (String server : servers) {
      if (!server.matches("[A-Za-z0-9.-]+:[0-9]{1,5}|\\[[0-9A-Fa-f:.]+]:[0-9]{1,5}")) {
        throw OrbException.usage("--broker: expected HOST:PORT, got '" + server + "'");
      }
    }
    return servers;
  }

  private static String at(InetAddress address, int port) {
    String host = address.getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** Stopping on a signal is no failure: open requests are answered, and the exit status is 0. */
  private static void stopOnSignal(Closeable server) {
    Thread drain =
        new Thread(
            () -> {
              try {
                server.close();
              } catch (IOException e) {
                Runtime.getRuntime().halt(ExitCode.FAILED.code());
              }
              Runtime.getRuntime().halt(ExitCode.OK.code());
            },
            "drain");
    Runtime.getRuntime().addShutdownHook(drain);
  }
}
