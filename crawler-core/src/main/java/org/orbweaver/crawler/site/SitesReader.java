package org.orbweaver.crawler.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.http.ProxySettings;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.ScopeRules;
import org.orbweaver.crawler.url.UrlNormalizer;

/** Reads and checks the text of {@link Sites}. */
final class SitesReader {
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
          ("host content-length content-type transfer-encoding connection accept-encoding te"
                  + " trailer upgrade expect range if-none-match if-modified-since if-range")
              .split(" ", -1));

  private static final String[] LOGINS = {"basic", "digest", "bearer", "ntlm", "kerberos", "form"};

  /** The keys of each login, in the same order; a question mark follows those it may do without. */
  private static final String[] LOGIN_KEYS = {
    "user password",
    "user password",
    "token",
    "user password domain?",
    "user password? keytab?",
    "url fields form? origins? success.selector? success.status? success.cookie? logout?"
  };

  private static final String NO_SECRET =
      ": a secret does not belong in this file: write ${env:NAME} or ${file:PATH}";

  private static final int DAY_SECONDS = 86_400;
  private static final String WHOLE = "[0-9]{1,10}";

  /** How often a block may have a key. */
  private enum Form {
    ONE,
    LIST,
    /** Entries of different names: {@code NAME VALUE}. */
    MAP
  }

  /** How values of a key are checked; the check gets the key, too. */
  private record Row(Form form, BiConsumer<String, String> check) {}

  private static final Map<String, Row> ROWS = new HashMap<>();

  static {
    keys(Form.ONE, number("[0-9]{1,10}(\\.[0-9]{1,10})?", 0, DAY_SECONDS), "delay");
    keys(Form.ONE, number(WHOLE, 0, Integer.MAX_VALUE), "depth");
    keys(Form.ONE, number(WHOLE, 1, Integer.MAX_VALUE), "pages-per-round", "interval");
    keys(Form.ONE, number(WHOLE, 100, 599), "login.success.status");
    keys(Form.ONE, SitesReader::printable, "agent", "accept-language");
    keys(Form.ONE, (key, value) -> ProxySettings.parse(value, "", ""), "proxy");
    keys(Form.ONE, choice("redirects", "site", "none"), "cookies");
    keys(Form.ONE, choice("measured", "trusted", "ignored"), "sitemap-dates");
    keys(Form.ONE, choice("never", "auto", "always"), "render");
    keys(Form.ONE, choice("true", "false"), "send-over-http");
    keys(Form.ONE, choice(LOGINS), "login.type");
    keys(Form.ONE, SitesReader::url, "login.url");
    keys(Form.ONE, selector(QueryParser::parse), "login.form", "login.success.selector");
    keys(Form.ONE, SitesReader::secret, "login.password", "login.token", "login.keytab");
    keys(Form.ONE, SitesReader::secret, "cookie-file", "certificate", "certificate-password");
    keys(Form.ONE, SitesReader::secret, "proxy-password");
    BiConsumer<String, String> any = (key, value) -> {};
    keys(Form.ONE, any, "login.user", "login.domain", "login.success.cookie", "proxy-user");
    keys(Form.LIST, SitesReader::rule, "rules");
    keys(Form.LIST, selector(QueryParser::parse), "main-content", "drop");
    keys(Form.LIST, (key, value) -> AddressGuard.allowing(List.of(value)), "private-addresses");
    keys(Form.LIST, SitesReader::url, "login.origins");
    keys(Form.LIST, SitesReader::expression, "login.logout");
    keys(Form.MAP, SitesReader::header, "headers");
    keys(Form.MAP, SitesReader::field, "fields");
    keys(Form.MAP, (key, value) -> entry(SECRET_FIELD, key, value), "login.fields");
  }

  private SitesReader() {}

  private static void keys(Form form, BiConsumer<String, String> check, String... names) {
    for (String name : names) {
      ROWS.put(name, new Row(form, check));
    }
  }

  /**
   * The blocks of a text.
   *
   * @throws IllegalArgumentException naming the line and what is wrong with it
   */
  static List<SiteBlock> read(String text) {
    List<SiteBlock> blocks = new ArrayList<>();
    List<Integer> begins = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int number = 0;
    for (String line : text.lines().map(String::strip).toList()) {
      number++;
      if (!line.isEmpty()) {
        at(
            "line " + number,
            () -> {
              Matcher header = BLOCK.matcher(line);
              if (header.matches()) {
                blocks.add(SiteBlock.of(header.group(1), header.group(2)));
                String name = blocks.get(blocks.size() - 1).name();
                require(names.add(name), "a second block for " + name);
              } else {
                require(!blocks.isEmpty(), "expected a block such as [host example.org]");
                add(blocks.get(blocks.size() - 1), line);
              }
            });
        if (blocks.size() > begins.size()) {
          begins.add(number);
        }
      }
    }
    for (int i = 0; i < begins.size(); i++) {
      SiteBlock block = blocks.get(i);
      at("line " + begins.get(i) + ": " + block.name(), () -> check(block));
    }
    return blocks;
  }

  /** Makes the place the beginning of a fault's message. */
  private static void at(String place, Runnable step) {
    try {
      step.run();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    }
  }

  private static void require(boolean holds, String fault) {
    if (!holds) {
      throw new IllegalArgumentException(fault);
    }
  }

  private static void add(SiteBlock block, String line) {
    String[] words = line.split("\\s+", 2);
    String key = words[0];
    require(words.length > 1, key + " has no value");
    String value = words[1];
    Row row = ROWS.get(key);
    require(row != null, "unknown key " + key);
    if (row.form == Form.MAP) {
      require(value.indexOf(' ') > 0, key + ": '" + value + "' has no value");
      require(!block.map(key).containsKey(name(value)), key + ": a second " + name(value));
    }
    require(row.form != Form.ONE || block.get(key).isEmpty(), "a second " + key);
    row.check.accept(key, value);
    block.add(key, value);
  }

  /** The name of an entry. */
  private static String name(String entry) {
    return entry.substring(0, entry.indexOf(' '));
  }

  private static BiConsumer<String, String> choice(String... words) {
    return (key, value) ->
        require(
            List.of(words).contains(value),
            key + ": expected " + String.join(", ", words) + ", got '" + value + "'");
  }

  private static BiConsumer<String, String> number(String form, int least, int most) {
    return (key, value) ->
        require(
            value.matches(form)
                && Double.parseDouble(value) >= least
                && Double.parseDouble(value) <= most,
            key + ": expected a number from " + least + " to " + most + ", got '" + value + "'");
  }

  private static BiConsumer<String, String> selector(Consumer<String> reader) {
    return (key, value) -> {
      try {
        reader.accept(value);
      } catch (Selector.SelectorParseException | IllegalArgumentException e) {
        throw new IllegalArgumentException(
            key + ": not a CSS selector: " + value + " (" + e.getMessage() + ")", e);
      }
    };
  }

  private static void field(String key, String entry) {
    try {
      FieldSelector.named(entry);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  private static void rule(String key, String value) {
    new ScopeRules(key, value);
  }

  private static void expression(String key, String value) {
    try {
      Pattern.compile(value);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(key + ": " + e.getDescription() + " in " + value, e);
    }
  }

  private static void url(String key, String value) {
    require(UrlNormalizer.parse(value) != null, key + ": expected a URL, got '" + value + "'");
  }

  /** Secrets are not in the text, which is kept with the crawl. */
  private static void secret(String key, String value) {
    require(Sites.REFERENCE.matcher(value).matches(), key + NO_SECRET);
  }

  /** An entry whose name may say that its value has a secret. */
  private static void entry(Pattern secretName, String key, String entry) {
    require(
        !secretName.matcher(name(entry)).find() || Sites.REFERENCE.matcher(entry).find(),
        key + "." + name(entry) + NO_SECRET);
  }

  private static void header(String key, String entry) {
    entry(SECRET_HEADER, key, entry);
    String name = name(entry);
    String small = name.toLowerCase(Locale.ROOT);
    require(TOKEN.matcher(name).matches(), key + ": '" + name + "' is no name of a header");
    String other = OTHER_KEYS.get(small);
    require(other == null, key + ": " + name + " is set by the key " + other);
    require(!OWN_HEADERS.contains(small), key + ": the crawler sets " + name + " itself");
    printable(key + "." + name, entry.substring(name.length() + 1));
  }

  private static void printable(String key, String value) {
    require(
        value.chars().allMatch(c -> c >= ' ' && c < 0x7f),
        key + ": a header has printable ASCII characters only");
  }

  /** Checks what the keys of a block mean together. */
  private static void check(SiteBlock block) {
    boolean isPrivate = block.has("private-addresses");
    for (String key : List.of("delay", "private-addresses", "sitemap-dates")) {
      require(
          block.kind() != SiteBlock.Kind.PREFIX || !block.has(key),
          key + " is for a whole host; put it into a block of the host");
    }
    require(
        !isPrivate || block.kind() != SiteBlock.Kind.HOST || block.isWholeHost(),
        "private-addresses is for a whole host; leave out the port");
    require(
        !block.isShared() || (!isPrivate && !Sites.hasSecrets(block)),
        "anybody may have a host below " + block.host() + "; name the hosts instead");
    for (String key : List.of("proxy-user", "proxy-password")) {
      require(
          !block.has(key) || block.get("proxy").isPresent(),
          key + " needs a proxy in the same block");
    }
    require(
        !block.has("certificate-password") || block.get("certificate").isPresent(),
        "certificate-password needs a certificate");
    if (block.has("login")) {
      checkLogin(block);
    }
  }

  private static void checkLogin(SiteBlock block) {
    String type = block.get("login.type").orElse("");
    require(!type.isEmpty(), "login needs a type: " + String.join(", ", LOGINS));
    Set<String> others = new HashSet<>(block.keys());
    others.remove("login.type");
    for (String key : LOGIN_KEYS[List.of(LOGINS).indexOf(type)].split(" ", -1)) {
      String full = "login." + key.replace("?", "");
      require(
          others.remove(full) || key.endsWith("?"), "a login of type " + type + " needs " + full);
    }
    for (String key : others) {
      require(!key.startsWith("login."), "a login of type " + type + " has no " + key);
    }
    require(
        !type.equals("kerberos") || block.has("login.keytab") != block.has("login.password"),
        "a login of type kerberos needs login.keytab or login.password");
    require(
        !type.equals("form") || formMayHaveSecrets(block),
        "login.url is of another origin than the block, or is not https; name its origin in"
            + " login.origins");
  }

  private static boolean formMayHaveSecrets(SiteBlock block) {
    String url = block.get("login.url").orElseThrow();
    return block.mayHaveSecrets(url) || Sites.origins(block).contains(Hosts.origin(url));
  }
}
