package org.orbweaver.orb.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.hits.job.HitsPhase;
import org.orbweaver.orb.crawl.CrawlDriver;
import org.orbweaver.orb.crawl.CrawlSummary;
import org.orbweaver.webgraph.runs.RankingRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Crawls the demo's web with the same driver as {@code orb crawl} and shows the results.
 *
 * <p>The port is kept in the crawl directory, so that a second run, or one after Ctrl-C, finds the
 * URLs of the first.
 */
@Command(
    name = "demo",
    description = {
      "Crawl, rank and index a small demo web, served on loopback.",
      "More than a hundred pages on eight hosts: this project's documentation and public-domain"
          + " texts, with a mirror, near duplicates, robots rules and redirects. Needs no"
          + " network."
    },
    footer = {"  orb demo", "  orb demo /tmp/demo"})
public final class DemoCommand extends BaseCommand {
  /** More than the demo is deep: the driver stops when no URL is due. */
  private static final int ROUNDS = 12;

  private static final String PORT_FILE = "demo-port";

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = "orbweaver-demo",
      description = "The crawl directory. Default: ${DEFAULT-VALUE}.")
  private String dir;

  @Override
  protected int run() throws Exception {
    long start = System.nanoTime();
    Configuration conf = conf();
    CrawlDir crawl = CrawlDir.create(conf, dir);
    java.nio.file.Path hosts = java.nio.file.Files.createTempFile("orbweaver-demo", ".hosts");
    try (DemoWeb web = start(conf, crawl)) {
      web.hostsFile(hosts);
      configure(conf, hosts, web.address());
      console()
          .linef(
              "Serving a small web during the demo: %d pages on %d hosts, at %s:%d.",
              web.layout().pages(), web.layout().hosts().size(), web.address(), web.port());
      try (Session session = Session.create(conf, dir, console(), "orb demo")) {
        boolean worked =
            new CrawlDriver(session).run(CrawlDriver.phases(web.seeds(), ROUNDS, true));
        if (RankingRuns.newestPlain(crawl, crawl.hits()).isEmpty()) {
          RankingRun hits = new HitsPhase().run(session, Optional.empty(), OptionalInt.empty());
          console().info("  hits: " + hits.summary());
          worked = true;
        }
        if (!worked) {
          console().line("This demo has already been crawled; here are its results.");
        }
        CrawlSummary summary =
            new CrawlSummary(session, CrawlDb.segments(session.steps().history()));
        double seconds = worked ? (System.nanoTime() - start) / 1e9 : -1;
        new DemoReport(conf, crawl, web, console()).print(dir, summary, seconds);
      }
    } finally {
      java.nio.file.Files.deleteIfExists(hosts);
    }
    return ExitCode.OK.code();
  }

  private static DemoWeb start(Configuration conf, CrawlDir crawl) throws IOException {
    Path file = new Path(crawl.root(), PORT_FILE);
    if (crawl.fs().exists(file)) {
      int port = Integer.parseInt(new String(Files.read(crawl.fs(), file), US_ASCII).strip());
      try {
        return DemoWeb.start(port);
      } catch (java.net.BindException e) {
        throw OrbException.failed(
            crawl
                + " was crawled from port "
                + port
                + ", which is now in use by other programs; choose another directory",
            e);
      }
    }
    if (crawl.fs().exists(crawl.crawlDb())) {
      throw OrbException.failed(
          crawl + " holds a crawl other than the demo's; choose another directory");
    }
    DemoWeb web = DemoWeb.start();
    Files.writeNew(conf, file, (web.port() + "\n").getBytes(US_ASCII));
    return web;
  }

  /** Sets the demo's settings: its own hosts only, no waiting between requests. */
  private static void configure(Configuration conf, java.nio.file.Path hosts, String address) {
    FetchKeys.DNS_HOSTS_FILE.set(conf, hosts.toUri().toString());
    FetchKeys.PRIVATE_ADDRESSES.set(conf, List.of(address + "/32"));
    conf.set("fetcher.server.delay", "0");
    if (conf.get("http.agent.name", "").isEmpty()) {
      conf.set("http.agent.name", "orbweaver-demo");
    }
  }
}
