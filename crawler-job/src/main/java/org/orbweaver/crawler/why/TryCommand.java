package org.orbweaver.crawler.why;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.why.Fate;
import org.orbweaver.common.why.Fate.Standing;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.duplicate.Sketch;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.fetch.FetchSettings;
import org.orbweaver.crawler.fetch.TrialFetch;
import org.orbweaver.crawler.fetch.politeness.PolitenessRules;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.identity.Signatures;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.RobotsDirectives;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.parse.ContentRules;
import org.orbweaver.crawler.parse.ParseCommand;
import org.orbweaver.crawler.parse.ParseMapper;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.render.PageRenderer;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.SignatureVerifier;
import org.orbweaver.crawler.signature.SignedMessage;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.crawler.site.FieldSelector;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.NormalizationSteps;
import org.orbweaver.crawler.url.SourceUrl;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.why.CrawlerWhy.KnownRobots;
import org.orbweaver.plugin.UrlDecision;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code orb try URL}: shows how a crawl would treat a page. */
@Command(
    name = "try",
    description = {
      "Show step by step what a crawl would do with a page.",
      "The steps: normal form, filters, addresses, robots.txt, requests and redirects, title, text,"
          + " robots directives, and each link with its fate.",
      "Needs no crawl directory and leaves nothing on disk. robots.txt, politeness delays and the"
          + " address guard apply as in a crawl: what they forbid is not requested.",
      "--as-browser requests the page a second time with a browser's User-Agent, after the"
          + " politeness delay, and compares the two texts: a page that shows crawlers something"
          + " else is cloaked, or changes with each request.",
      "--render runs the page's scripts in a browser and shows what they bring, and each of their"
          + " requests; the steps after it are those of the rendered page, if that has more.",
      "--markdown prints the main content as Markdown instead of the steps, if the page was fetched"
          + " and parsed.",
      "--select NAME=SELECTOR shows what a selector finds on the page, in CSS or XPath, as the fields"
          + " of sites have them.",
      "Exits with 0 if a crawl would fetch and index the page, with 1 if not."
    },
    footer = {
      "  orb try https://example.org/",
      "  orb try https://example.org/report.pdf --json",
      "  orb try https://intranet.example.org/ crawl.yaml",
      "  orb try https://example.org/ --as-browser",
      "  orb try https://example.org/ --render",
      "  orb try https://example.org/ --markdown",
      "  orb try https://example.org/ --select price=.price --select 'to=//main//a/@href'",
      "  orb try https://example.org/ -D db.ignore.external.links=true"
    })
public final class TryCommand extends BaseCommand {
  private static final int TEXT_CHARS = 300;

  /** Texts of one page less similar than this differ by more than a page's usual changes. */
  private static final double CLOAKED = .5;

  /** Headers that affect a crawl. */
  private static final Set<String> TELLING_HEADERS =
      Set.of(
          ("content-type content-length content-encoding content-language location last-modified"
                  + " etag x-robots-tag retry-after server")
              .split(" "));

  @Parameters(index = "0", paramLabel = "URL", description = "The page.")
  private String asked;

  /** Read by {@link #crawl}, which applies its settings; nothing else of the crawl is used. */
  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DIR",
      description = "A crawl directory or crawl file, whose settings and sites hold.")
  @SuppressWarnings("unused")
  private String settingsOf;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Option(names = "--as-browser", description = "Also fetch the page as a browser, and compare.")
  private boolean asBrowser;

  @Option(names = "--render", description = "Also run the page's scripts in a browser.")
  private boolean render;

  @Option(
      names = "--markdown",
      description = "Print the page's main content as Markdown; with --json, add it.")
  private boolean markdown;

  @Option(
      names = "--select",
      paramLabel = "NAME=SELECTOR",
      description =
          "Show what a selector finds: CSS, with @ATTRIBUTE at its end for an attribute, or XPath"
              + " (begins with /, a parenthesis or a function); repeatable.")
  private List<String> selected = List.of();

  private UrlHistory history;
  private String made;
  private UrlFilters filters;
  private LinkPolicy policy;

  @Override
  protected List<String> settingFaults() {
    return FetchSettings.faults(conf());
  }

  @Override
  protected int run() throws Exception {
    List<String> fields = fields();
    if (render) {
      PageRenderer.requireBrowser(conf());
    }
    history = new UrlHistory(conf(), null, asked, Clock.systemUTC().millis());
    filters = UrlRules.filters(conf());
    policy = UrlRules.links(conf());
    tryIt(fields);
    if (made != null && !json) {
      history.fate().ifPresent(fate -> console().info(Console.safe(fate.sentence())));
      ParseCommand.print(made, console());
    } else {
      history.print(console(), json);
    }
    boolean taken =
        history.fate().map(Fate::standing).filter(s -> s == Fate.Standing.PAGE).isPresent();
    return taken ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  /** The selectors asked for, as a name and a selector each. */
  private List<String> fields() {
    List<String> lines = new ArrayList<>();
    for (String one : selected) {
      int equals = one.indexOf('=');
      if (equals < 0) {
        throw OrbException.usage(
            "--select: expected NAME=SELECTOR, got '" + Console.safe(one) + "'");
      }
      String line = one.substring(0, equals) + ' ' + one.substring(equals + 1);
      try {
        FieldSelector.named(line);
      } catch (IllegalArgumentException e) {
        throw OrbException.usage("--select: " + Console.safe(e.getMessage()));
      }
      lines.add(line);
    }
    return lines;
  }

  /** Runs the steps of a crawl, with the code of a crawl. */
  private void tryIt(List<String> fields) throws IOException, InterruptedException {
    UrlNormalizer.Trace trace = UrlRules.normalizer(conf()).trace(asked);
    String url = trace.url();
    if (url == null) {
      NormalizationSteps.Refusal refusal = trace.refusal(asked);
      stop(Standing.OUTSIDE, refusal.cause(), "Not crawled: the URL " + refusal.sentence());
      return;
    }
    history.url(url);
    UrlDecision filter = filters.decision(url);
    Timeline.spelling(history, "normalized", trace, filters);
    if (!filter.accepted()) {
      stop(Standing.OUTSIDE, "filter", "Not crawled: the URL filter refuses it (" + filter + ")");
      return;
    }
    if (!SourceUrl.is(url)) {
      addresses(url);
    }
    TrialFetch.Trial fetched =
        TrialFetch.of(
            conf(), url, next -> console().info("requesting " + Console.safe(next) + why(next)));
    exchanges(fetched);
    String end = pages(fetched);
    judge(url, end, fetched.pages().get(end), fields);
  }

  private void stop(Standing standing, String cause, String sentence, String... remedies) {
    history.conclude(Fate.of(standing, cause, sentence, remedies));
  }

  private void addresses(String url) throws IOException {
    String host = Hosts.host(url);
    var guard = FetchRules.of(conf()).guard();
    try {
      for (InetAddress address : FetchRules.names(conf()).resolve(host)) {
        String refusal = guard.refusal(host, address);
        String not = refusal == null ? "" : ", which is not allowed: " + refusal;
        history
            .add("DNS", host + " has address " + address.getHostAddress() + not)
            .with("host", host)
            .with("address", address.getHostAddress())
            .with("allowed", refusal == null);
      }
    } catch (UnknownHostException e) {
      history.add("DNS", host + " has no address").with("host", host);
    }
  }

  /** The reason for a request that is neither for the page nor for robots.txt. */
  private static String why(String requested) {
    return UnknownPaths.isUnknown(requested)
        ? " (a path that does not exist, to recognise soft 404s; "
            + FetchKeys.SOFT_404_DAYS.name()
            + "=0 turns this off)"
        : "";
  }

  private void exchanges(TrialFetch.Trial fetched) {
    for (TrialFetch.TrialRequest exchange : fetched.exchanges()) {
      FetchedPage answer = exchange.answer();
      if (answer == null) {
        history
            .add("request", exchange.url() + why(exchange.url()) + ": " + exchange.failure())
            .with("url", exchange.url())
            .with("failure", exchange.failure());
        if (FailureKind.in(exchange.failure()).filter(FailureKind::hasContact).isPresent()) {
          signature(exchange);
        }
        continue;
      }
      Map<String, String> headers = new LinkedHashMap<>();
      for (FetchedPage.Header header : answer.headers()) {
        if (TELLING_HEADERS.contains(header.name().toLowerCase(Locale.ROOT))) {
          headers.merge(header.name(), header.value(), (a, b) -> a + ", " + b);
        }
      }
      String from =
          UrlRules.sources(conf()).isFile(exchange.url())
              ? "a file system"
              : answer.transfer().address() == null
                  ? "a proxy or a plugin"
                  : answer.transfer().address().getHostAddress();
      String took =
          answer.transfer().firstByteMillis()
              + " ms, "
              + Count.of(answer.transfer().wireBytes(), "byte");
      String text =
          exchange.url() + why(exchange.url()) + ": " + answer.status() + " after " + took;
      history
          .add("request", text + " in " + answer.transfer().millis() + " ms from " + from)
          .with("url", exchange.url())
          .with("status", answer.status())
          .with("firstByteMillis", answer.transfer().firstByteMillis())
          .with("millis", answer.transfer().millis())
          .with("bytes", answer.transfer().wireBytes())
          .with("headers", headers);
      headers.forEach((name, value) -> history.add("", "  " + name + ": " + value));
      signature(exchange);
    }
  }

  /** Prints by which key a request was signed, verified as its server would; if there are keys. */
  private void signature(TrialFetch.TrialRequest exchange) {
    if (Signatures.folder(conf()).isEmpty() || UrlRules.sources(conf()).isFile(exchange.url())) {
      return;
    }
    if (exchange.signature() == null) {
      String why = exchange.url().startsWith("https:") ? "no key is valid now" : "http";
      history
          .add("signature", "not signed: " + why)
          .with("url", exchange.url())
          .with("signed", false);
      return;
    }
    List<FetchedPage.Header> headers = exchange.signature().headers();
    Instant now = exchange.signature().at();
    List<PublicKey> keys = Signatures.keys(conf(), now).stream().map(SigningKey::shown).toList();
    SignatureVerifier.Verdict verdict =
        new SignatureVerifier(agent -> Optional.of(keys))
            .verify(SignedMessage.request("GET", URI.create(exchange.url()), headers), now);
    String names = headers.stream().map(FetchedPage.Header::name).collect(Collectors.joining(", "));
    String outcome = verdict.outcome().name().toLowerCase(Locale.ROOT);
    String reason = verdict.reason().isEmpty() ? "" : ": " + verdict.reason();
    String input = headers.get(1).value();
    String key = input.replaceFirst(".*keyid=\"([^\"]*).*", "$1");
    long expires = Long.parseLong(input.replaceFirst(".*;expires=(\\d+).*", "$1"));
    history
        .add(
            "signature",
            "signed: "
                + outcome
                + reason
                + ", key "
                + key
                + ", valid for "
                + (expires - now.getEpochSecond())
                + " s ("
                + names
                + ")")
        .with("url", exchange.url())
        .with("signed", true)
        .with("verdict", outcome)
        .withKnown("reason", reason.isEmpty() ? null : verdict.reason())
        .with("key", key)
        .with("expires", Instant.ofEpochSecond(expires).toString());
  }

  /** Prints the outcome of each page; returns the URL at which the fetch ended. */
  private String pages(TrialFetch.Trial fetched) {
    String end = history.url();
    for (Map.Entry<String, TrialFetch.TrialPage> entry : fetched.pages().entrySet()) {
      TrialFetch.TrialPage page = entry.getValue();
      robots(entry.getKey(), page.robots());
      history
          .add("fetch", entry.getKey() + ": " + Outcomes.words(page.fetch()))
          .with("url", entry.getKey())
          .with("status", CrawlDatum.getStatusName(page.fetch().getStatus()));
    }
    for (int hops = 0; hops < fetched.pages().size(); hops++) {
      TrialFetch.TrialPage page = fetched.pages().get(end);
      String next = page == null ? null : Sources.redirectTarget(page.fetch());
      if (next == null || !fetched.pages().containsKey(next)) {
        break;
      }
      end = next;
    }
    return end;
  }

  private void robots(String url, RobotsCache.RobotsState answer) {
    if (answer instanceof RobotsCache.Ready ready) {
      var decision = ready.rules().decision(url);
      long delayMs = ready.rules().crawlDelayMs();
      String says = ready.file() + (decision.allowed() ? " allows " : " forbids ") + url + ": ";
      history
          .add("robots.txt", says + decision.reason() + KnownRobots.crawlDelay(delayMs))
          .with("file", ready.file())
          .with("allowed", decision.allowed())
          .with("line", decision.line())
          .with("crawlDelayMillis", delayMs);
    } else if (answer instanceof RobotsCache.Unreachable unreachable) {
      history.add("robots.txt", unreachable.why());
    }
  }

  private void judge(String url, String end, TrialFetch.TrialPage page, List<String> fields)
      throws IOException, InterruptedException {
    String to = end.equals(url) ? "" : "; redirects to " + end;
    if (page == null) {
      stop(Standing.WAITING, "failed", "No answer" + to);
      return;
    }
    CrawlDatum fetch = page.fetch();
    if (fetch.getStatus() != CrawlDatum.STATUS_FETCH_SUCCESS) {
      String target = Sources.redirectTarget(fetch);
      if (target != null) {
        redirected(end, target);
        return;
      }
      stop(
          Deferral.is(fetch) ? Standing.WAITING : Standing.UNAVAILABLE,
          Outcomes.cause(fetch),
          "Not crawled: " + Outcomes.words(fetch) + to,
          Refusal.of(fetch).stream().map(one -> one.cause().remedy()).toArray(String[]::new));
      return;
    }
    Configuration conf = ContentRules.withFields(conf(), fields);
    conf = markdown ? ParseMapper.withMarkdown(conf) : conf;
    String type = page.content().getContentType();
    boolean isHtml = type != null && type.contains("html");
    if (render && !isHtml) {
      history.add("render", "only HTML is rendered, and the page is of type " + type);
    }
    ParsedPage parsed =
        render && isHtml
            ? new RenderTrial(conf, history, console()).render(page.content())
            : ParseMapper.parse(conf, page.content());
    made = parsed.meta().remove(MetaNames.MARKDOWN);
    parsed(end, to, parsed, fields);
    if (asBrowser) {
      asBrowser(end, parsed, page.robots());
    }
  }

  /** Fetches the page as a browser would, and prints the similarity of the two texts. */
  private void asBrowser(String url, ParsedPage ours, RobotsCache.RobotsState robots)
      throws IOException, InterruptedException {
    PolitenessRules politeness = FetchPolicy.of(conf(), "", 0).politeness();
    long delayMs = politeness.delay(politeness.groupBy().groupOf(url)).delayMs();
    if (robots instanceof RobotsCache.Ready ready) {
      delayMs = Math.max(delayMs, ready.rules().crawlDelayMs());
    }
    Thread.sleep(delayMs);
    TrialFetch.Trial fetched =
        TrialFetch.asBrowser(
            conf(), url, next -> console().info("requesting as a browser " + Console.safe(next)));
    TrialFetch.TrialPage page = fetched.pages().get(url);
    if (page == null || page.fetch().getStatus() != CrawlDatum.STATUS_FETCH_SUCCESS) {
      String outcome = page == null ? "no answer" : Outcomes.words(page.fetch());
      history
          .add("cloaking", "a browser gets another answer: " + outcome)
          .with("browserGets", outcome);
      return;
    }
    String shown = ParseMapper.parse(conf(), page.content()).text();
    Optional<Sketch> mine = Sketch.of(ours.text());
    Optional<Sketch> theirs = Sketch.of(shown);
    double similarity =
        mine.isPresent() && theirs.isPresent()
            ? mine.get().jaccard(theirs.get())
            : mine.equals(theirs) ? 1 : 0;
    history
        .add(
            "cloaking",
            String.format(
                Locale.ROOT,
                "a browser gets %s: %.2f of all shingles are in both texts",
                similarity < CLOAKED ? "another text" : "the same or nearly the same text",
                similarity))
        .with("similarity", similarity)
        .with("browserTextBegins", begins(shown));
    if (similarity < CLOAKED) {
      history.add("cloaking", "text for a browser: " + begins(shown));
    }
  }

  private void redirected(String from, String target) {
    UrlDecision filter = filters.decision(target);
    if (!filter.accepted() || !policy.follow(from, target)) {
      String why = filter.accepted() ? "it leaves the host or domain (--stay)" : filter.toString();
      String sentence = "Redirects to " + target + ", which is not followed: " + why;
      stop(Standing.REDIRECT, "redirect-refused", sentence);
    } else {
      stop(Standing.REDIRECT, "redirect-loop", "Redirect loop, or too many redirects: " + target);
    }
  }

  private void parsed(String url, String to, ParsedPage page, List<String> fields) {
    if (!page.parsed()) {
      stop(Standing.LEFT_OUT, "unparsable", "Fetched, but not parsed: " + page.message() + to);
      return;
    }
    String type = page.meta().get(MetaNames.TYPE);
    String language = page.meta().getOrDefault(MetaNames.LANGUAGE, "unknown");
    String text = Count.of(page.text().length(), "character") + " of text, ";
    String links = Count.of(page.links().size(), "link");
    history
        .add("parse", type + ", language " + language + ", " + text + links)
        .with("title", page.title())
        .with("type", type)
        .with("language", page.meta().get(MetaNames.LANGUAGE))
        .with("textChars", page.text().length())
        .with("textBegins", begins(page.text()));
    history.add("parse", "title: " + page.title());
    history.add("parse", "text: " + begins(page.text()));
    page.meta().forEach(this::field);
    for (String line : fields) {
      String name = MetaNames.FIELD + FieldSelector.named(line).getKey();
      if (!page.meta().containsKey(name)) {
        history
            .add("parse", name + ": the selector finds nothing")
            .with("field", name)
            .with("values", List.of());
      }
    }
    String missing = page.meta().get(MetaNames.PARTIAL);
    if (missing != null) {
      history.add("parse", "a part is missing: " + missing).with("partial", missing);
    }
    if (made != null) {
      history.add("markdown", "").with("markdown", made);
    }
    String robots = page.meta().getOrDefault(MetaNames.ROBOTS, "");
    Timeline.directives(history, "parse", "", url, page.meta()::get);
    links(url, page);
    NonContent instead = page.nonContent().orElse(null);
    if (instead != null) {
      String sentence = "Fetched, but not indexed: it is " + instead.description() + to;
      stop(Standing.LEFT_OUT, instead.word(), sentence);
    } else if (RobotsDirectives.of(robots).noindex()) {
      stop(Standing.LEFT_OUT, "noindex", "Fetched, but not indexed: noindex (" + robots + ")" + to);
    } else if (List.of(page.meta().getOrDefault(MetaNames.USAGE, "").split(" ", -1))
        .contains(MetadataKeys.NO_SEARCH)) {
      stop(Standing.LEFT_OUT, "no-search", "Fetched, but its owner disallows search" + to);
    } else if (page.title().isBlank() && page.text().isBlank()) {
      stop(Standing.LEFT_OUT, "empty", "Fetched, but it has neither title nor text" + to);
    } else if (isCopy(url, page)) {
      String sentence =
          "A crawl would fetch and parse it, but index "
              + page.meta().get(MetaNames.CANONICAL)
              + " instead, which it names as its canonical page, if that page can be indexed";
      stop(Standing.LEFT_OUT, "canonical", sentence + to);
    } else if (page.text().isBlank()) {
      String unreached = page.meta().getOrDefault(MetaNames.UNREACHED, "");
      String why = unreached.contains("script") ? ", as scripts, which are not run, fill it" : "";
      String sentence =
          "A crawl would fetch and parse it, but index only its title: it has no text";
      stop(Standing.PAGE, "no-text", sentence + why + to);
    } else {
      stop(Standing.PAGE, "fetched", "A crawl would fetch, parse and index it" + to);
    }
  }

  private void field(String name, String values) {
    if (name.startsWith(MetaNames.FIELD)) {
      List<String> all = values.lines().toList();
      history
          .add("parse", name + ": " + String.join(" | ", all))
          .with("field", name)
          .with("values", all);
    }
  }

  /**
   * Whether it names another page of its site as canonical; a canonical page of another site is not
   * believed.
   */
  private static boolean isCopy(String url, ParsedPage page) {
    String canonical = page.meta().getOrDefault(MetaNames.CANONICAL, url);
    return !canonical.equals(url)
        && Hosts.domain(Hosts.host(canonical)).equals(Hosts.domain(Hosts.host(url)));
  }

  /** The beginning of a text, in one line. */
  static String begins(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= TEXT_CHARS ? line : line.substring(0, TEXT_CHARS) + " …";
  }

  private void links(String from, ParsedPage page) {
    Map<PageLink, String> refused = new LinkedHashMap<>();
    for (PageLink link : page.links()) {
      String refusal = refusal(from, page, link);
      if (refusal == null) {
        String anchor = link.anchor().isEmpty() ? "" : " '" + link.anchor() + "'";
        link("links", link, anchor, null);
      } else {
        refused.put(link, refusal);
      }
    }
    refused.forEach((link, refusal) -> link("refused", link, ": " + refusal, refusal));
    int accepted = page.links().size() - refused.size();
    history
        .add("links", accepted + " accepted, " + refused.size() + " refused")
        .with("accepted", accepted)
        .with("refused", refused.size());
  }

  private void link(String topic, PageLink link, String words, String refusal) {
    history
        .add(topic, link.url() + words)
        .with("url", link.url())
        .with("anchor", link.anchor())
        .with("accepted", refusal == null)
        .withKnown("refusedBy", refusal);
  }

  /** The reason why a link would not enter the crawl, or null. */
  private String refusal(String from, ParsedPage page, PageLink link) {
    if (!page.outlinks().follow() || !link.followable()) {
      return "nofollow";
    }
    if (!policy.follow(from, link.url())) {
      return "outside the host or domain (--stay)";
    }
    UrlDecision decision = filters.decision(link.url());
    return decision.accepted() ? null : decision.toString();
  }
}
