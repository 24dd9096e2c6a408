package org.orbweaver.orb.identity;

import com.samskivert.mustache.Mustache;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Digests;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.browser.PostMode;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.RobotsAgents;
import org.orbweaver.crawler.conf.TdmRepOrigins;
import org.orbweaver.crawler.fetch.FetchSettings;
import org.orbweaver.crawler.identity.IdentityKeys;
import org.orbweaver.crawler.identity.Signatures;
import org.orbweaver.crawler.render.RenderKeys;
import org.orbweaver.crawler.signature.KeyDirectory;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.index.serve.Template;

/**
 * The files that a web server needs to serve what the origin says about the crawler, and samples of
 * configurations for it. All of them are public.
 */
public final class OriginFiles {
  /**
   * The path of the signature agent card (draft-meunier-webbotauth-registry-04), whose URL is the
   * crawler's {@code client_id}.
   */
  public static final String CARD = "/signature-agent-card.json";

  /** The path of the address ranges, as draft-illyes-webbotauth-jafar-00 formats them. */
  static final String RANGES = "/crawler-addresses.json";

  /** The folder of what is served; the configurations are beside it. */
  static final String SITE = "site";

  static final String NGINX = "nginx.conf";
  static final String CADDY = "Caddyfile";
  private static final String PAGE = "/bot.html";

  /** Paths on the origin at which the page cannot be. */
  static final Set<String> TAKEN = Set.of(KeyDirectory.PATH, CARD, RANGES);

  /** All that a run may write. */
  static final List<String> ALL =
      List.of(SITE + KeyDirectory.PATH, SITE + CARD, SITE + RANGES, SITE + PAGE, NGINX, CADDY);

  /** How long verifiers may keep the directory: a quarter of a new key's notice. */
  private static final Duration CACHE = Duration.ofHours(6);

  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Configuration conf;
  private final URI origin;
  private final List<SigningKey> keys;
  private final List<String> addresses;
  private final Instant now;

  /**
   * @param keys that have not ended
   * @param addresses from which the crawler makes its requests, in CIDR notation; may be empty
   */
  OriginFiles(
      Configuration conf, URI origin, List<SigningKey> keys, List<String> addresses, Instant now) {
    this.conf = conf;
    this.origin = origin;
    this.keys = keys;
    this.addresses = addresses;
    this.now = now;
  }

  /**
   * The content of each file by its path.
   *
   * @param root the folder of the served files on the web server
   * @param signedFor how long the signature of the directory is valid
   */
  Map<String, String> all(String root, Duration signedFor) {
    String directory = Json.line(KeyDirectory.of(keys.stream().map(SigningKey::shown).toList()));
    Fields values =
        new Fields()
            .with("origin", origin.getAuthority())
            .with("until", now.plus(signedFor).toString().substring(0, 10))
            .with("root", root)
            .with("directory", KeyDirectory.PATH)
            .with("directoryType", KeyDirectory.MEDIA_TYPE)
            .with("cacheSeconds", CACHE.toSeconds())
            .with("headers", headers(directory, signedFor))
            .with("body", directory)
            .with("card", CARD)
            .with("ranges", addresses.isEmpty() ? "" : RANGES)
            .with("page", pagePath())
            .with("pageFile", PAGE);
    Map<String, String> files = new LinkedHashMap<>();
    files.put(SITE + KeyDirectory.PATH, directory);
    if (!addresses.isEmpty()) {
      files.put(SITE + RANGES, Json.pretty(ranges()));
    }
    files.put(SITE + CARD, Json.pretty(card()));
    files.put(SITE + PAGE, page());
    // They name files above, and so come last.
    files.put(NGINX, configuration(NGINX, values));
    files.put(CADDY, configuration(CADDY, values));
    return files;
  }

  private static String configuration(String file, Map<String, Object> values) {
    return Mustache.compiler()
        .escapeHTML(false)
        .emptyStringIsFalse(true)
        .compile(Template.resource(OriginFiles.class, file))
        .execute(values);
  }

  private List<Fields> headers(String directory, Duration signedFor) {
    return KeyDirectory.headers(origin.getAuthority(), directory, keys, now, now.plus(signedFor))
        .stream()
        .map(one -> new Fields().with("name", one.name()).with("value", one.value()))
        .toList();
  }

  private String pagePath() {
    String path = pageUrl().substring(origin.toString().length());
    return path.isEmpty() ? "/" : path;
  }

  private String pageUrl() {
    return CrawlerKeys.AGENT_URL.get(conf).strip();
  }

  private Map<String, Object> ranges() {
    List<Fields> prefixes = new ArrayList<>();
    for (String block : addresses) {
      prefixes.add(new Fields().with(block.contains(":") ? "ipv6Prefix" : "ipv4Prefix", block));
    }
    return new Fields()
        .with("creationTime", now.toString().substring(0, 19) + "Z")
        .with("prefixes", prefixes);
  }

  private Map<String, Object> card() {
    float delay = FetchKeys.SERVER_DELAY.get(conf);
    String description = CrawlerKeys.AGENT_DESCRIPTION.get(conf).strip();
    List<String> known = new ArrayList<>(List.of("/robots.txt"));
    if (FetchKeys.TDMREP.get(conf) != TdmRepOrigins.NEVER) {
      known.add("/.well-known/tdmrep.json");
    }
    Fields bot =
        new Fields()
            .with("expected-user-agent", FetchSettings.userAgent(conf))
            .with("rfc9309-product-token", RobotsAgents.productToken(conf))
            .with("rfc9309-compliance", true)
            .with("trigger", "crawler")
            .withKnown("purpose", description.isEmpty() ? null : description)
            .with("rate-control", "Crawl-delay in robots.txt; 429 or 503, with Retry-After")
            .withKnown(
                "rate-expectation",
                delay == 0 ? null : "at most one request in " + seconds(delay) + " to a host")
            .with("known-urls", known)
            .withKnown("ips_uri", addresses.isEmpty() ? null : origin + RANGES);
    return new Fields()
        .with("client_id", origin + CARD)
        .with("client_name", CrawlerKeys.AGENT_NAME.get(conf).strip())
        .with("client_uri", pageUrl())
        .withKnown(
            "contacts", FetchSettings.mail(conf).map(m -> List.of("mailto:" + m)).orElse(null))
        .with("jwks_uri", origin + KeyDirectory.PATH)
        .with("web_bot_auth", bot);
  }

  private String page() {
    String style = Template.resource(OriginFiles.class, "page.css");
    String text =
        Template.resource(OriginFiles.class, "page.html")
            .replace("@POLICY@", Digests.cspSource(style))
            .replace("@STYLE@", style);
    float delay = FetchKeys.SERVER_DELAY.get(conf);
    float factor = FetchKeys.RESPONSE_FACTOR.get(conf);
    int longest = FetchKeys.MAX_CRAWL_DELAY.get(conf);
    int unknown = FetchKeys.SOFT_404_DAYS.get(conf);
    boolean isRefused = longest >= 0 && !FetchKeys.CAP_CRAWL_DELAY.get(conf);
    Fields values =
        new Fields()
            .with("name", CrawlerKeys.AGENT_NAME.get(conf).strip())
            .with("description", sentence(CrawlerKeys.AGENT_DESCRIPTION.get(conf).strip()))
            .with("token", RobotsAgents.productToken(conf))
            .with("userAgent", FetchSettings.userAgent(conf))
            .with("contact", CrawlerKeys.AGENT_EMAIL.get(conf).strip())
            .with("mail", FetchSettings.mail(conf).map("mailto:"::concat).orElse(""))
            .with("keys", origin + KeyDirectory.PATH)
            .with("card", origin + CARD)
            .with("ranges", addresses.isEmpty() ? "" : origin + RANGES)
            .with("delay", delay == 0 ? "" : seconds(delay))
            .with("slow", delay == 0 || factor == 0 ? "" : number(factor))
            .with("refused", isRefused ? seconds(longest) : "")
            .with("interval", span(Duration.ofSeconds(CrawlerKeys.FETCH_INTERVAL.get(conf))))
            .with("unknown", unknown == 0 ? "" : Count.of(unknown, "day"))
            .with("conditional", FetchKeys.IF_MODIFIED_SINCE.get(conf))
            .with("heads", FetchKeys.HEADS.get(conf))
            .with("renders", RenderKeys.isOn(conf))
            .with("posts", RenderKeys.isOn(conf) && RenderKeys.POST.get(conf) == PostMode.ALWAYS)
            .with("log", logLine())
            .with("signature", signatureLines())
            .with("lifetime", span(Duration.ofSeconds(IdentityKeys.LIFETIME.get(conf))));
    return new Template(text, Object::toString, part -> "").render(values);
  }

  private static String sentence(String words) {
    return words.isEmpty() || words.matches("(?s).*[.!?]") ? words : words + '.';
  }

  private String logLine() {
    // The first is one of TEST-NET-1.
    String address = addresses.isEmpty() ? "192.0.2.1" : addresses.get(0).replaceFirst("/.*", "");
    return address
        + " - - ["
        + LOG_TIME.format(now)
        + "] \"GET /robots.txt HTTP/1.1\" 200 310 \"-\" \""
        + FetchSettings.userAgent(conf)
        + '"';
  }

  /** The headers of a signed request to an example, without the signature itself. */
  private String signatureLines() {
    Instant time = RequestSigner.active(keys, now).isPresent() ? now : keys.get(0).shown().from();
    return Signatures.signer(conf, keys, Clock.fixed(time, ZoneOffset.UTC))
        .headers(URI.create("https://www.example.com/"))
        .stream()
        .map(one -> one.name() + ": " + one.value().replaceFirst(":.*:$", ":…:"))
        .collect(Collectors.joining("\n"));
  }

  private static String seconds(double seconds) {
    return number(seconds) + (seconds == 1 ? " second" : " seconds");
  }

  private static String number(double number) {
    return number == Math.rint(number)
        ? String.valueOf((long) number)
        : String.format(Locale.ROOT, "%.1f", number);
  }

  /** A time in its largest whole unit. */
  private static String span(Duration time) {
    long seconds = time.toSeconds();
    return seconds % 86_400 == 0
        ? Count.of(seconds / 86_400, "day")
        : seconds % 3600 == 0
            ? Count.of(seconds / 3600, "hour")
            : seconds % 60 == 0 ? Count.of(seconds / 60, "minute") : Count.of(seconds, "second");
  }
}
