package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.page.noncontent.UnknownPage;
import org.orbweaver.crawler.url.Hosts;

/**
 * Recognises answers that are not pages, as far as the fetch can: challenges with an error status,
 * and redirects to the target of unknown paths. The parse recognises the rest; for it, each page
 * carries the fingerprint of its host's answer to unknown paths.
 */
record NonContentGate(FetchTools tools, Requests requests, Redirects redirects, RobotsGate robots) {
  /** Replaces the referring URL in the log of requests. */
  static final String PROBE = "soft-404 probe";

  /** Maximum bytes of an answer that are read. */
  private static final int MAX_BYTES = 512 << 10;

  private static final ParseLimits LIMITS = new ParseLimits(100, 1000, MAX_BYTES, 5_000);
  private static final List<Integer> CHALLENGE_STATUS = List.of(401, 403, 405, 429, 503);

  /** Whether an answer is a challenge, by its header, or by its HTML if it has an error status. */
  static boolean isChallenge(String url, FetchedPage answer) {
    return answer.header("Cf-Mitigated").filter("challenge"::equals).isPresent()
        || (CHALLENGE_STATUS.contains(answer.status())
            && parse(url, answer).filter(NonContentGate::isChallenge).isPresent());
  }

  private static boolean isChallenge(ParsedPage page) {
    return page.nonContent().filter(kind -> kind == NonContent.CHALLENGE).isPresent();
  }

  /** An answer in HTML. */
  private static Optional<ParsedPage> parse(String url, FetchedPage answer) {
    String type = answer.header("Content-Type").orElse(null);
    byte[] body = answer.body();
    if (body.length == 0 || (type != null && !Records.mediaType(type).endsWith("html"))) {
      return Optional.empty();
    }
    byte[] read = body.length > MAX_BYTES ? Arrays.copyOf(body, MAX_BYTES) : body;
    PageParser parser = new PageParser(LIMITS, "");
    String html = type == null ? "text/html" : type;
    return Optional.of(parser.parse(new PageParser.Document(url, read, html, null, List.of())))
        .filter(ParsedPage::parsed);
  }

  /** The outcome of an answer that is neither a page nor a redirect to one, or null. */
  Outcome outcome(String url, FetchedPage answer) throws IOException {
    if (isChallenge(url, answer)) {
      return Outcome.challenge(answer.status());
    }
    String target = target(url, answer);
    return target != null
            && !isHomesAlias(url)
            && tools.files().unknownPaths().target(url).filter(target::equals).isPresent()
        ? Outcome.soft404(target)
        : null;
  }

  /** Whether a URL names a home page in another way, and so may well redirect to it. */
  private static boolean isHomesAlias(String url) {
    String path = withoutQuery(url.substring(Hosts.origin(url).length()));
    return path.matches("/(index|default|home|main)(\\.[a-z]{1,5})?/?");
  }

  /**
   * The target of a redirect, without the query, which may repeat the URL; null if there is none.
   */
  private String target(String url, FetchedPage answer) {
    return Redirects.location(answer)
        .map(to -> redirects.resolve(url, to))
        .map(NonContentGate::withoutQuery)
        .orElse(null);
  }

  private static String withoutQuery(String url) {
    return url.replaceFirst("[?#].*", "");
  }

  /** Requests a path that does not exist; whatever the result, pages may be requested. */
  void ask(HostGate.LeasedHost host, String url) throws IOException, InterruptedException {
    UnknownPaths paths = tools.files().unknownPaths();
    tools.sink().count(FetchCounter.UNKNOWN_PATH_REQUESTS, 1);
    FetchedPage answer;
    try {
      FetchRequest request = FetchRequest.get(url).limitedTo(MAX_BYTES).at(robots.address(host));
      answer = requests.ask(host, request, PROBE);
    } catch (IOException e) {
      paths.complete(url, UnknownPaths.UnknownPathAnswer.UNANSWERED, "");
      return;
    }
    int status = answer.status();
    String target = target(url, answer);
    if (status == 429 || status >= 500 || answer.truncation().isCut() || isChallenge(url, answer)) {
      paths.complete(url, UnknownPaths.UnknownPathAnswer.UNANSWERED, "");
    } else if (target != null) {
      // A redirect to another spelling or host, which is then probed itself.
      boolean same =
          target.replaceFirst("/$", "").endsWith(url.substring(Hosts.origin(url).length()));
      paths.complete(
          url,
          same ? UnknownPaths.UnknownPathAnswer.HONEST : UnknownPaths.UnknownPathAnswer.MOVED,
          same ? "" : target);
    } else {
      Optional<ParsedPage> page = status < 300 ? parse(url, answer) : Optional.empty();
      // A page that its text alone reveals needs no comparison.
      page.filter(shown -> shown.nonContent().isEmpty())
          .ifPresentOrElse(
              shown -> paths.completePage(url, UnknownPage.of(url, shown.title(), shown.text())),
              () -> paths.complete(url, UnknownPaths.UnknownPathAnswer.HONEST, ""));
    }
  }

  /** Stores the fingerprint of the host's answer to unknown paths in a page's record. */
  void keep(String url, Content content) throws IOException {
    tools
        .files()
        .unknownPaths()
        .page(url)
        .ifPresent(page -> content.getMetadata().set(MetadataKeys.UNKNOWN_PAGE, page));
  }
}
