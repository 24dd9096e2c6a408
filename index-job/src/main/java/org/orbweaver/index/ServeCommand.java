package org.orbweaver.index;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jetty.util.HostPort;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Count;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.serve.SearchServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code serve DIR}: the search page, until it is stopped. */
@Command(
    name = "serve",
    description = {
      "Serve a search page and a JSON API for the newest index of a crawl, until stopped (Ctrl-C).",
      "Indexes built meanwhile are taken up. The page is for this machine alone unless --bind names"
          + " another address; there is no login, so put a proxy with one before it where needed."
    },
    footer = {
      "  orb serve crawl",
      "  orb serve crawl --port 9000 --click-log clicks.jsonl",
      "  curl 'http://127.0.0.1:8080/api/search?q=create+table'"
    })
final class ServeCommand extends OrbCommand {
  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
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

  @Override
  protected int run() throws Exception {
    InetAddress address;
    try {
      address = InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      throw OrbException.usage("--bind: '" + bind + "' is no address of this machine");
    }
    SearchServer server =
        SearchServer.start(
            conf(), CrawlDir.open(conf(), dir), address, port, Optional.ofNullable(clickLog));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "drain"));
    SearchService.Status index = server.status();
    console()
        .linef(
            "%s of the index %s at http://%s/",
            Count.of(index.docs(), "page"),
            index.build(),
            HostPort.normalizeHost(address.getHostAddress()) + ":" + server.port());
    console().flush();
    server.join();
    return ExitCode.OK.code();
  }
}
