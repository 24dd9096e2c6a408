package org.orbweaver.crawler.conf;

import java.util.List;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.http.AllowedPorts;
import org.orbweaver.crawler.http.ProxySettings;

/** The configuration keys of fetch. A key that means the same as in Nutch has Nutch's name. */
public final class FetchKeys implements KeySource {
  private static final int DAY_SECONDS = 86_400;

  @Heading("Politeness")
  public static final Key<Float> SERVER_DELAY =
      Key.ofFloat(
              "fetcher.server.delay",
              5f,
              "Politeness delay: seconds from the end of one request to a host to the start of the"
                  + " next. A longer Crawl-delay in robots.txt takes precedence.")
          .between(0f, (float) DAY_SECONDS);

  public static final Key<Integer> MAX_CRAWL_DELAY =
      Key.ofInt(
              "fetcher.max.crawl.delay",
              30,
              "Maximum Crawl-delay in seconds; hosts that ask for more are not fetched. -1: no"
                  + " maximum.")
          .from(-1);

  public static final Key<Boolean> CAP_CRAWL_DELAY =
      Key.ofBoolean(
          "orbweaver.fetch.crawl.delay.cap",
          false,
          "Whether to fetch hosts whose Crawl-delay exceeds fetcher.max.crawl.delay anyway, with"
              + " that maximum as the delay.");

  public static final Key<Float> RESPONSE_FACTOR =
      Key.ofFloat(
              "orbweaver.fetch.delay.response.factor",
              2f,
              "Minimum delay as a multiple of the host's last response time. Not applied where"
                  + " fetcher.server.delay is 0.")
          .from(0f);

  public static final Key<Long> MAX_WAIT =
      Key.ofLong(
              "orbweaver.fetch.wait.max.ms",
              60_000,
              "Maximum wait for a host that backs off (errors, Retry-After); a host that needs"
                  + " longer is deferred to the next round.")
          .from(0L);

  public static final Key<Integer> MAX_EXCEPTIONS =
      Key.ofInt(
              "fetcher.max.exceptions.per.queue",
              10,
              "Consecutive failures after which the rest of a host is deferred to the next round,"
                  + " with no failure counted; due again after orbweaver.fetch.retry.delay.sec."
                  + " -1: never.")
          .from(-1);

  public static final Key<Integer> ROBOTS_UNREACHABLE_DAYS =
      Key.ofInt(
              "orbweaver.fetch.robots.unreachable.days",
              30,
              "Days for which an unreachable robots.txt (5xx, 429, no response) of which there is"
                  + " no copy forbids its host; after them it counts as unavailable and forbids"
                  + " nothing (RFC 9309, section 2.3.1.4). -1: it always forbids.")
          .from(-1);

  public static final Key<TdmRepOrigins> TDMREP =
      Key.ofEnum(
          "orbweaver.fetch.tdmrep",
          TdmRepOrigins.STATED,
          "Which origins to ask for /.well-known/tdmrep.json, once in 24 hours and unless"
              + " robots.txt forbids it: stated: those whose robots.txt has Content-Usage or"
              + " Content-Signal lines; always: all; never: none.");

  public static final Key<Integer> SOFT_404_DAYS =
      Key.ofInt(
              "orbweaver.fetch.soft404.days",
              30,
              "Days after which a host is asked again for a path that does not exist, to recognise"
                  + " its soft 404s: one request, before the first page other than the home page,"
                  + " unless robots.txt forbids it. 0: never.")
          .from(0);

  @Heading("Reach: addresses, ports, names, proxies")
  public static final Key<List<String>> PRIVATE_ADDRESSES =
      Key.ofStrings(
              "orbweaver.fetch.private.addresses",
              List.of(),
              "Loopback, private and other special addresses that may be contacted, as CIDR blocks"
                  + " such as 10.20.0.0/16.")
          .readBy("list of CIDR blocks", AddressGuard::allowing);

  public static final Key<List<String>> FETCH_PORTS =
      Key.ofStrings(
              "orbweaver.fetch.ports",
              List.of(),
              "Ports that may be contacted, for example 80,443,1024-65535. Empty: all but the"
                  + " well-known ports of other services (the WHATWG Fetch standard's bad ports).")
          .readBy("list of ports and ranges", AllowedPorts::of);

  public static final Key<String> DNS_HOSTS_FILE =
      Key.ofString(
              "orbweaver.fetch.dns.hosts.file",
              "",
              "A hosts file that replaces the name service: no other names resolve. Empty: the"
                  + " system's name service.")
          .file();

  public static final Key<String> PROXY_HOST =
      Key.ofString("http.proxy.host", "", "Proxy for all requests; empty: none.");

  public static final Key<Integer> PROXY_PORT =
      Key.ofInt("http.proxy.port", 8080, "The proxy's port.").between(1, 65_535);

  public static final Key<ProxySettings.Protocol> PROXY_TYPE =
      Key.ofEnum("http.proxy.type", ProxySettings.Protocol.HTTP, "The proxy's protocol.");

  public static final Key<String> PROXY_USERNAME =
      Key.ofString("http.proxy.username", "", "User name at an HTTP proxy (Basic authentication).");

  public static final Key<String> PROXY_PASSWORD =
      Key.ofString("http.proxy.password", "", "Password for http.proxy.username.").secret();

  public static final Key<List<String>> PROXY_EXCEPTIONS =
      Key.ofStrings(
          "http.proxy.exception.list", List.of(), "Hosts to contact directly, without the proxy.");

  @Heading("Requests and answers")
  public static final Key<Integer> HTTP_TIMEOUT =
      Key.ofInt("http.timeout", 10_000, "Maximum milliseconds between two packets of an answer.")
          .from(1);

  public static final Key<Long> FETCH_DEADLINE =
      Key.ofLong(
              "orbweaver.fetch.deadline.ms",
              60_000,
              "Maximum time for a request as a whole; the body received by then is kept.")
          .from(1L);

  public static final Key<Integer> FETCH_MIN_RATE =
      Key.ofInt(
              "orbweaver.fetch.min.rate",
              100,
              "Minimum bytes per second, from 10 seconds after the request's start; of a slower"
                  + " document what has arrived is kept. 0: no minimum.")
          .from(0);

  public static final Key<Integer> CONTENT_LIMIT =
      Key.ofInt(
              "http.content.limit",
              10 << 20,
              "Maximum bytes kept per document, both compressed and uncompressed; -1: limited by"
                  + " memory alone.")
          .from(-1);

  public static final Key<Integer> REDIRECT_MAX =
      Key.ofInt(
              "http.redirect.max",
              5,
              "Maximum redirects followed within a round; later ones wait for the next round.")
          .from(-1);

  public static final Key<Boolean> CHECK_CERTIFICATES =
      Key.ofBoolean(
          "http.tls.certificates.check", false, "Whether to require valid TLS certificates.");

  public static final Key<Boolean> IF_MODIFIED_SINCE =
      Key.ofBoolean(
          "http.enable.if.modified.since.header",
          true,
          "Whether to make requests for known pages conditional (If-Modified-Since,"
              + " If-None-Match).");

  public static final Key<Boolean> HEADS =
      Key.ofBoolean(
          "orbweaver.fetch.heads",
          true,
          "Whether to keep, for exports of web archives, the heads of requests and responses as"
              + " they were sent and received, without credentials and cookies of the request.");

  public static final Key<String> ACCEPT =
      Key.ofString(
          "http.accept",
          "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
          "The Accept header.");

  public static final Key<Boolean> MARKDOWN =
      Key.ofBoolean(
          "orbweaver.fetch.markdown",
          false,
          "Whether to prefer Markdown where a server has a page in both: text/markdown is put before"
              + " the Accept header.");

  public static final Key<String> ACCEPT_LANGUAGE =
      Key.ofString(
          "http.accept.language", "en-us,en-gb,en;q=0.7,*;q=0.3", "The Accept-Language header.");

  public static final Key<List<String>> HEAD_SUFFIXES =
      Key.ofStrings(
          "orbweaver.fetch.head.suffixes",
          List.of(),
          "URL suffixes, such as .iso,.mp4, for which a HEAD request comes first. Fetched are then"
              + " only documents within http.content.limit and of a type in"
              + " orbweaver.fetch.head.types.");

  public static final Key<List<String>> HEAD_TYPES =
      Key.ofStrings(
          "orbweaver.fetch.head.types",
          List.of(),
          "Media types (by prefix: text/,application/pdf) that are fetched after a HEAD; empty:"
              + " all.");

  @Heading("Limits of a fetch")
  public static final Key<Integer> FETCH_THREADS =
      Key.ofInt("fetcher.threads.fetch", 50, "Threads per fetch task.").between(1, 10_000);

  public static final Key<Integer> TIME_LIMIT =
      Key.ofInt(
              "fetcher.timelimit.mins",
              -1,
              "Minutes after which a fetch task requests no more pages; the rest stays due. -1: no"
                  + " limit.")
          .from(-1);

  public static final Key<Integer> THROUGHPUT_THRESHOLD =
      Key.ofInt(
              "fetcher.throughput.threshold.pages",
              -1,
              "Minimum pages per second, measured each minute; a slower fetch task ends and the"
                  + " rest stays due. -1: no minimum.")
          .from(-1);

  public static final Key<Integer> THROUGHPUT_AFTER =
      Key.ofInt(
              "fetcher.throughput.threshold.check.after",
              5,
              "Minutes from a task's start before fetcher.throughput.threshold.pages applies.")
          .from(0);

  public static final Key<Long> BANDWIDTH =
      Key.ofLong(
              "orbweaver.fetch.bandwidth.bytes",
              0,
              "Maximum average bytes per second that a fetch task receives; 0: no limit.")
          .from(0L);

  @Heading("Memory and disk of a fetch")
  public static final Key<Long> SPILL_BYTES =
      Key.ofLong(
              "orbweaver.fetch.spill.bytes",
              0,
              "Bytes of fetched pages that a task buffers before it writes them; a second buffer of"
                  + " that size is being written meanwhile. 0: a sixteenth of its memory, at most"
                  + " 256 MB.")
          .from(0L);

  /** For the service loader. */
  public FetchKeys() {}
}
