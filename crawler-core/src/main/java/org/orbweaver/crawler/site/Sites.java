package org.orbweaver.crawler.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.ScopeRules;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/**
 * The sites of a crawl, from a text of blocks. A block begins with what it is for; each line after
 * that has a key and a value:
 *
 * <pre>
 * [host docs.example.org]
 * delay 0.5
 * headers X-Team search
 * login.type basic
 * login.user reader
 * login.password ${env:DOCS_PASSWORD}
 * </pre>
 *
 * <p>Secrets are not in the text, which is kept with the crawl and goes to every task: it has
 * references to environment variables and files ({@link #references}), which the client resolves.
 * Immutable but for a cache; safe for use by many threads.
 */
public final class Sites {
  public static final Sites NONE = new Sites(List.of());

  /** {@code ${env:NAME}} or {@code ${file:PATH}}, alone or within a header. */
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(?:env|file):[^}]+}");

  private static final Pattern SECRET_HEADER = Pattern.compile("(?i)key|token|secret|auth");
  private static final Pattern SECRET_FIELD =
      Pattern.compile("(?i:pass|pwd|secret|token)|^pin$|[_-]pin$|P(in|IN)$");

  private static final Pattern BLOCK = Pattern.compile("\\[(\\S+) (\\S.*)]");
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Headers that the crawler sends itself, or that another key is for. */
  private static final Map<String, String> OTHER_KEYS =
      Map.of(
          "authorization", "login",
          "cookie", "cookie-file",
          "user-agent", "agent",
          "accept-language", "accept-language",
          "proxy-authorization", "proxy-user and proxy-password");

  private static final Set<String> OWN_HEADERS =
      Set.of(
          "host",
          "content-length",
          "content-type",
          "transfer-encoding",
          "connection",
          "accept-encoding",
          "te",
          "trailer",
          "upgrade",
          "expect",
          "range",
          "if-none-match",
          "if-modified-since",
          "if-range");

  private static final Map<String, List<String>> CHOICES =
      Map.of(
          "cookies", List.of("redirects", "site", "none"),
          "sitemap-dates", List.of("measured", "trusted", "ignored"),
          "send-over-http", List.of("true", "false"),
          "login.type", List.of("basic", "digest", "bearer", "ntlm", "kerberos", "form"));

  /** The keys of each login, those that it needs first; a slash separates alternatives. */
  private static final Map<String, String> LOGIN_KEYS =
      Map.of(
          "basic", "user password",
          "digest", "user password",
          "bearer", "token",
          "ntlm", "user password domain?",
          "kerberos", "user password? keytab?",
          "form",
              "url fields form? origins? success.selector? success.status? success.cookie? logout?");

  private static final List<String> WHOLE_HOST =
      List.of("delay", "private-addresses", "sitemap-dates");

  private static final int DAY_SECONDS = 86_400;

  private final List<SiteBlock> blocks;
  private final Map<String, List<SiteBlock>> byHost = new HashMap<>();
  private final Map<String, SiteBlock> domains = new HashMap<>();
  private final List<SiteBlock> delayed;

  /** The same object for the same blocks. */
  private final Map<List<SiteBlock>, Site> sites = new ConcurrentHashMap<>();

  private Sites(List<SiteBlock> blocks) {
    this.blocks = List.copyOf(blocks);
    this.delayed = blocks.stream().filter(block -> block.has("delay")).toList();
    for (SiteBlock block : blocks) {
      if (block.kind() == SiteBlock.Kind.DOMAIN) {
        domains.put(block.host(), block);
      } else {
        byHost.computeIfAbsent(block.host(), host -> new ArrayList<>()).add(block);
      }
    }
    // A prefix before a host, and the longer pattern first: a.org:8443 before a.org.
    byHost
        .values()
        .forEach(
            list ->
                list.sort(
                    Comparator.comparing(SiteBlock::kind)
                        .thenComparing(block -> block.pattern().length())
                        .reversed()));
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException naming the line and what is wrong with it
   */
  public static Sites parse(String text) {
    List<SiteBlock> blocks = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    Map<SiteBlock, Integer> lines = new LinkedHashMap<>();
    int number = 0;
    SiteBlock block = null;
    for (String line : text.lines().map(String::strip).toList()) {
      number++;
      if (line.isEmpty()) {
        continue;
      }
      try {
        Matcher header = BLOCK.matcher(line);
        if (header.matches()) {
          block = SiteBlock.of(header.group(1), header.group(2));
          if (!names.add(block.name())) {
            throw new IllegalArgumentException("a second block for " + block.name());
          }
          blocks.add(block);
          lines.put(block, number);
        } else if (block == null) {
          throw new IllegalArgumentException("expected a block such as [host example.org]");
        } else {
          add(block, line);
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
      }
    }
    lines.forEach(
        (whole, line) -> {
          try {
            check(whole);
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line " + line + ": " + e.getMessage(), e);
          }
        });
    return blocks.isEmpty() && NONE != null ? NONE : new Sites(blocks);
  }

  private static void add(SiteBlock block, String line) {
    int space = line.indexOf(' ');
    String key = space < 0 ? line : line.substring(0, space);
    String value = space < 0 ? "" : line.substring(space + 1).strip();
    if (value.isEmpty()) {
      throw new IllegalArgumentException(key + " has no value");
    }
    boolean isMap = List.of("headers", "fields", "login.fields").contains(key);
    boolean isList =
        List.of(
                "rules",
                "main-content",
                "drop",
                "private-addresses",
                "login.origins",
                "login.logout")
            .contains(key);
    if (isMap) {
      int end = value.indexOf(' ');
      if (end < 0) {
        throw new IllegalArgumentException(key + ": '" + value + "' has no value");
      }
      if (block.map(key).containsKey(value.substring(0, end))) {
        throw new IllegalArgumentException(key + ": a second " + value.substring(0, end));
      }
    } else if (!isList && block.get(key).isPresent()) {
      throw new IllegalArgumentException("a second " + key);
    }
    List<String> choices = CHOICES.get(key);
    if (choices != null && !choices.contains(value)) {
      throw new IllegalArgumentException(
          key + ": expected " + String.join(", ", choices) + ", got '" + value + "'");
    }
    checkSecret(key, value);
    switch (key) {
      case "delay" -> number(key, value, 0, DAY_SECONDS);
      case "depth" -> number(key, value, 0, Integer.MAX_VALUE);
      case "pages-per-round", "interval" -> number(key, value, 1, Integer.MAX_VALUE);
      case "login.success.status" -> number(key, value, 100, 599);
      case "headers" -> header(value);
      case "agent", "accept-language" -> printable(key, value);
      case "proxy" -> SiteProxy.check(value);
      case "private-addresses" -> AddressGuard.allowing(List.of(value));
      case "main-content", "drop", "login.form", "login.success.selector" ->
          selector(key, value, QueryParser::parse);
      case "fields" -> {
        String name = value.substring(0, value.indexOf(' '));
        if (!name.matches("[a-z][a-z0-9_-]{0,63}")) {
          throw new IllegalArgumentException(
              "fields: expected a name of small letters, digits, - and _, got '" + name + "'");
        }
        selector(key, value.substring(name.length() + 1), FieldSelector::of);
      }
      case "rules" -> new ScopeRules(key, value);
      case "login.logout" -> {
        try {
          Pattern.compile(value);
        } catch (PatternSyntaxException e) {
          throw new IllegalArgumentException(key + ": " + e.getDescription() + " in " + value, e);
        }
      }
      case "login.url", "login.origins" -> {
        if (UrlNormalizer.parse(value) == null) {
          throw new IllegalArgumentException(key + ": expected a URL, got '" + value + "'");
        }
      }
      case "cookies",
          "sitemap-dates",
          "send-over-http",
          "login.type",
          "login.user",
          "login.password",
          "login.token",
          "login.domain",
          "login.keytab",
          "login.fields",
          "login.success.cookie",
          "cookie-file",
          "certificate",
          "certificate-password",
          "proxy-user",
          "proxy-password" -> {
        // Any value is one.
      }
      default -> throw new IllegalArgumentException("unknown key " + key);
    }
    block.add(key, value);
  }

  /** Secrets are not in the text, which is kept with the crawl. */
  private static void checkSecret(String key, String value) {
    boolean isAlone =
        Set.of(
                "login.password",
                "login.token",
                "login.keytab",
                "proxy-password",
                "certificate",
                "certificate-password",
                "cookie-file")
            .contains(key);
    String name = value.substring(0, Math.max(0, value.indexOf(' ')));
    boolean isNamed =
        (key.equals("headers") && SECRET_HEADER.matcher(name).find())
            || (key.equals("login.fields") && SECRET_FIELD.matcher(name).find());
    if ((isAlone && !REFERENCE.matcher(value).matches())
        || (isNamed && !REFERENCE.matcher(value).find())) {
      throw new IllegalArgumentException(
          key
              + (isNamed ? "." + name : "")
              + ": a secret does not belong in this file: write ${env:NAME} or ${file:PATH}");
    }
  }

  private static void number(String key, String value, double least, double most) {
    boolean whole = !key.equals("delay");
    String form = whole ? "[0-9]{1,10}" : "[0-9]{1,10}(\\.[0-9]{1,10})?";
    if (!value.matches(form)
        || Double.parseDouble(value) < least
        || Double.parseDouble(value) > most) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: expected a number from %.0f to %.0f, got '%s'",
              key,
              least,
              most,
              value));
    }
  }

  private static void header(String entry) {
    String name = entry.substring(0, entry.indexOf(' '));
    String small = name.toLowerCase(Locale.ROOT);
    if (!TOKEN.matcher(name).matches()) {
      throw new IllegalArgumentException("headers: '" + name + "' is no name of a header");
    }
    if (OTHER_KEYS.containsKey(small)) {
      throw new IllegalArgumentException(
          "headers: " + name + " is set by the key " + OTHER_KEYS.get(small));
    }
    if (OWN_HEADERS.contains(small)) {
      throw new IllegalArgumentException("headers: the crawler sets " + name + " itself");
    }
    printable("headers." + name, entry.substring(name.length() + 1));
  }

  private static void printable(String key, String value) {
    if (!value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(key + ": a header has printable ASCII characters only");
    }
  }

  private static void selector(String key, String value, Consumer<String> reader) {
    try {
      reader.accept(value);
    } catch (Selector.SelectorParseException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          key + ": not a CSS selector: " + value + " (" + e.getMessage() + ")", e);
    }
  }

  /** Checks what the keys of a block mean together. */
  private static void check(SiteBlock block) {
    String name = block.name();
    if (block.kind() == SiteBlock.Kind.PREFIX) {
      for (String key : WHOLE_HOST) {
        if (block.has(key)) {
          throw new IllegalArgumentException(
              name + ": " + key + " is for a whole host; put it into a block of the host");
        }
      }
    }
    if (block.kind() == SiteBlock.Kind.HOST
        && block.pattern().length() > block.host().length()
        && block.has("private-addresses")) {
      throw new IllegalArgumentException(
          name + ": private-addresses is for a whole host; leave out the port");
    }
    if (block.isShared() && (block.has("private-addresses") || hasSecrets(block))) {
      throw new IllegalArgumentException(
          name + ": anybody may have a host below " + block.host() + "; name the hosts instead");
    }
    for (String key : List.of("proxy-user", "proxy-password")) {
      if (block.has(key) && block.get("proxy").isEmpty()) {
        throw new IllegalArgumentException(name + ": " + key + " needs a proxy in the same block");
      }
    }
    if (block.has("certificate-password") && block.get("certificate").isEmpty()) {
      throw new IllegalArgumentException(name + ": certificate-password needs a certificate");
    }
    if (block.has("login")) {
      checkLogin(block);
    }
  }

  private static void checkLogin(SiteBlock block) {
    String type =
        block
            .get("login.type")
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        block.name()
                            + ": login needs a type: "
                            + String.join(", ", CHOICES.get("login.type"))));
    List<String> known = new ArrayList<>(List.of("login.type"));
    for (String key : LOGIN_KEYS.get(type).split(" ", -1)) {
      String full = "login." + key.replace("?", "");
      known.add(full);
      if (!key.endsWith("?") && block.all(full).isEmpty()) {
        throw new IllegalArgumentException(
            block.name() + ": a login of type " + type + " needs " + full);
      }
    }
    for (String key : block.keys()) {
      if (key.startsWith("login.") && !known.contains(key)) {
        throw new IllegalArgumentException(
            block.name() + ": a login of type " + type + " has no " + key);
      }
    }
    if (type.equals("kerberos") && block.has("login.keytab") == block.has("login.password")) {
      throw new IllegalArgumentException(
          block.name() + ": a login of type kerberos needs login.keytab or login.password");
    }
    if (type.equals("form") && !formMayHaveSecrets(block)) {
      throw new IllegalArgumentException(
          block.name()
              + ": login.url is of another origin than the block, or is not https; name its"
              + " origin in login.origins");
    }
  }

  private static boolean formMayHaveSecrets(SiteBlock block) {
    String url = block.get("login.url").orElseThrow();
    return block.mayHaveSecrets(url) || origins(block).contains(Hosts.origin(url));
  }

  /** The origins that a block's login may send its fields to, beside the block's own. */
  static Set<String> origins(SiteBlock block) {
    Set<String> origins = new LinkedHashSet<>();
    block.all("login.origins").forEach(url -> origins.add(origin(url)));
    return origins;
  }

  /** In normal form: without the scheme's own port. */
  static String origin(String url) {
    String normal = new UrlNormalizer().normalize(url);
    return normal == null ? "" : Hosts.origin(normal);
  }

  /** Whether a block sends something that no other origin may have. */
  static boolean hasSecrets(SiteBlock block) {
    return block.has("login")
        || block.has("headers")
        || block.has("cookie-file")
        || block.has("certificate")
        || block.get("cookies").filter("site"::equals).isPresent();
  }

  /** All references to secrets in a value. */
  static List<String> referencesIn(String value) {
    return REFERENCE.matcher(value).results().map(found -> found.group()).toList();
  }

  /** The secrets that a task needs, as {@code ${env:NAME}} and {@code ${file:PATH}}. */
  public Set<String> references() {
    Set<String> references = new LinkedHashSet<>();
    for (SiteBlock block : blocks) {
      for (String key : block.keys()) {
        block.all(key).forEach(value -> references.addAll(referencesIn(value)));
      }
    }
    return references;
  }

  /** All blocks, in the order of the text. */
  public List<SiteBlock> blocks() {
    return blocks;
  }

  public boolean isEmpty() {
    return blocks.isEmpty();
  }

  /** What holds for a URL in normal form. */
  public Site of(String url) {
    if (blocks.isEmpty()) {
      return Site.NONE;
    }
    String host = Hosts.host(url);
    List<SiteBlock> ofHost = byHost.getOrDefault(host, List.of());
    if (ofHost.isEmpty() && domains.isEmpty()) {
      return Site.NONE;
    }
    List<SiteBlock> covering = new ArrayList<>(2);
    if (!ofHost.isEmpty()) {
      WebUrl parsed = UrlNormalizer.parse(url);
      for (SiteBlock block : ofHost) {
        if (parsed != null && block.covers(parsed)) {
          covering.add(block);
        }
      }
    }
    addDomains(host, covering);
    return site(covering);
  }

  /** What holds for a whole host, or a domain, whatever the scheme and port of its URLs. */
  public Site ofHost(String host) {
    if (blocks.isEmpty()) {
      return Site.NONE;
    }
    List<SiteBlock> covering = new ArrayList<>(2);
    for (SiteBlock block : byHost.getOrDefault(host, List.of())) {
      if (block.kind() == SiteBlock.Kind.HOST) {
        covering.add(block);
      }
    }
    addDomains(host, covering);
    return site(covering);
  }

  /**
   * The politeness delay, in milliseconds, of hosts that are contacted one at a time: one host, the
   * hosts of a registered domain, or those of an address. If blocks name several delays for parts
   * of the group (a port, hosts of the domain), the largest counts, so that no part is hurt. Blocks
   * do not know addresses: there, the largest delay of all counts for each.
   *
   * @param general the delay without blocks
   */
  public long delayMs(HostMode groupedBy, String group, long general) {
    if (delayed.isEmpty()) {
      return general;
    }
    long delay = general;
    if (groupedBy != HostMode.IP) {
      for (SiteBlock block : ofHost(group).blocks()) {
        if (block.has("delay") && block.isWholeHost()) {
          delay = delayMs(block);
          break;
        }
      }
    }
    for (SiteBlock block : groupedBy == HostMode.HOST ? ofHost(group).blocks() : delayed) {
      boolean isPart =
          groupedBy == HostMode.IP
              || (block.kind() == SiteBlock.Kind.HOST && block.host().equals(group))
              || (groupedBy == HostMode.DOMAIN && block.host().endsWith("." + group));
      if (isPart && block.has("delay")) {
        delay = Math.max(delay, delayMs(block));
      }
    }
    return delay;
  }

  /** The blocks with private addresses, as text that changes whenever these do; empty if none. */
  public String privateAddresses() {
    return blocks.stream()
        .filter(block -> block.has("private-addresses"))
        .map(block -> block.name() + block.all("private-addresses"))
        .sorted()
        .collect(Collectors.joining());
  }

  private long delayMs(SiteBlock block) {
    return site(List.of(block)).delayMs().orElseThrow();
  }

  private void addDomains(String host, List<SiteBlock> covering) {
    if (!domains.isEmpty()) {
      for (String name = host; !name.isEmpty(); name = parent(name)) {
        SiteBlock block = domains.get(name);
        if (block != null) {
          covering.add(block);
        }
      }
    }
  }

  private static String parent(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1);
  }

  private Site site(List<SiteBlock> covering) {
    return covering.isEmpty() ? Site.NONE : sites.computeIfAbsent(covering, Site::new);
  }
}
