package org.orbweaver.crawler.fetch.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.conf.TdmRepOrigins;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.CutMark;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.politeness.HostTurns;
import org.orbweaver.crawler.fetch.politeness.PolitenessDelay;
import org.orbweaver.crawler.fetch.politeness.PolitenessRules;
import org.orbweaver.crawler.frontier.Frontier;
import org.orbweaver.crawler.hosts.HostBackOff;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.hosts.TdmRepFiles;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.site.SiteSessions;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.SourceRoots;

/** A fetch task with answers from the test: no socket, and the test's own clock if it needs one. */
abstract class FetchTaskBed {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  HostMode groupBy = HostMode.HOST;
  NameResolver names = host -> new InetAddress[0];
  Clock wallClock = Clock.fixed(NOW, ZoneOffset.UTC);

  final Map<String, FetchedPage> web = new HashMap<>();
  final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  final List<String> records = Collections.synchronizedList(new ArrayList<>());
  final Map<String, Integer> limits = Collections.synchronizedMap(new HashMap<>());
  final List<String> conditional = Collections.synchronizedList(new ArrayList<>());
  Truncation listedMissing = Truncation.NONE;
  final Map<String, IOException> broken = new HashMap<>();
  final Map<String, RuntimeException> faults = new HashMap<>();
  int unknownPathDays;
  TdmRepOrigins tdmRep = TdmRepOrigins.NEVER;
  final Map<String, byte[]> knownHosts = new HashMap<>();
  HostTable hosts;
  long wait;
  volatile long firstAsked;
  final Semaphore requested = new Semaphore(0);

  void on(String url, int status, String body, Truncation truncation) {
    web.put(url, new FetchedPage(status, List.of(), body.getBytes(UTF_8), truncation));
  }

  void moved(String url, String target) {
    List<FetchedPage.Header> headers = List.of(new FetchedPage.Header("Location", target));
    web.put(url, new FetchedPage(302, headers, new byte[0], Truncation.NONE));
  }

  @TempDir Path tmp;
  long timeLimitMs = -1;
  InvocationRaisingIOE permit = () -> {};
  final List<RequestLine> log = Collections.synchronizedList(new ArrayList<>());
  final Map<FetchCounter, Long> counts =
      Collections.synchronizedMap(new EnumMap<>(FetchCounter.class));

  final FetchTools.Sink sink =
      new FetchTools.Sink() {
        @Override
        public void add(String url, CrawlDatum datum, Content content, FetchCounter counter) {
          boolean again = datum.getMetaData().containsKey(new Text(MetadataKeys.AGAIN));
          records.add(
              url + " " + CrawlDatum.getStatusName(datum.getStatus()) + (again ? " again" : ""));
          count(counter, 1);
        }

        @Override
        public void count(FetchCounter counter, long n) {
          counts.merge(counter, n, Long::sum);
        }

        @Override
        public void log(RequestLine line) {
          log.add(line);
        }
      };

  FetchedPage answer(FetchRequest request) throws IOException {
    String url = request.url();
    if (asked.isEmpty()) {
      firstAsked = System.nanoTime();
    }
    requested.release();
    asked.add((request.method() == FetchRequest.Method.HEAD ? "HEAD " : "") + url);
    limits.put(url, request.limits().maxBytes());
    if (request.condition().modifiedSince() != null) {
      conditional.add(url);
    }
    if (faults.containsKey(url)) {
      throw faults.get(url);
    }
    if (broken.containsKey(url)) {
      throw broken.get(url);
    }
    FetchedPage none = new FetchedPage(404, List.of(), new byte[0], Truncation.NONE);
    return web.getOrDefault(url, none);
  }

  final Configuration conf = new Configuration();
  FetchTask task;
  byte listStatus = CrawlDatum.STATUS_DB_UNFETCHED;

  List<String> fetch(String... urls) throws Exception {
    Iterator<String> list = List.of(urls).iterator();
    return fetch(() -> list.hasNext() ? list.next() : null);
  }

  /** Fetches a list of URLs that ends with null. */
  List<String> fetch(Callable<String> list) throws Exception {
    FetchPolicy policy =
        new FetchPolicy(
            "s",
            4,
            new PolitenessRules(
                groupBy,
                new PolitenessDelay(wait, 30_000, false, 2),
                60_000,
                10,
                timeLimitMs,
                wait > 0 ? NOW.toEpochMilli() : 0,
                HostBackOff.of(conf),
                Sites.NONE,
                SourceRoots.NONE),
            new FetchPolicy.RequestRules(
                5,
                true,
                new FetchPolicy.HeadFirst(List.of(".iso"), List.of("text/"), 1000),
                0,
                true),
            86_400,
            Refusal.Cause.fingerprints(conf),
            List.of());
    hosts = new HostTable(knownHosts::get, key -> null, tmp);
    FetchTools tools =
        new FetchTools(
            this::answer,
            new SiteSessions() {},
            new FetchTools.HostFiles(
                new RobotsCache(List.of("orbweaver"), hosts, wallClock, 30),
                new UnknownPaths(hosts, wallClock, unknownPathDays),
                new TdmRepFiles(hosts, wallClock, tdmRep)),
            new FetchTools.LinkRules(
                UrlRules.normalizer(conf), UrlRules.filters(conf), UrlRules.links(conf)),
            new HostAddresses(groupBy, names),
            hosts,
            sink,
            permit,
            HostTurns.ALONE,
            wallClock,
            System::nanoTime);
    ListUrls listUrls =
        new ListUrls(
            (url, datum) -> {
              String next = assertDoesNotThrow(list::call);
              if (next != null) {
                url.set(next);
                datum.set(new CrawlDatum(listStatus, 1000, 1f));
                datum.setModifiedTime(1);
                CutMark.set(datum, listedMissing);
              }
              return next != null;
            },
            new ListFingerprints(conf, List.of()));
    task = new FetchTask(policy, tools, listUrls, new Frontier.Limits(4, 100, 1 << 20, tmp));
    task.run();
    return records.stream().sorted().toList();
  }
}
