package org.orbweaver.crawler.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.EnumUtils;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.HostGuard;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.http.ClientIdentity;
import org.orbweaver.crawler.http.CookieJar;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.http.HttpFetcher;
import org.orbweaver.crawler.http.HttpSettings;
import org.orbweaver.crawler.http.ProxySettings;
import org.orbweaver.crawler.http.RequestSession;
import org.slf4j.LoggerFactory;

/**
 * A {@link Fetcher} that sends to each site what its blocks say. A site with a proxy, a client
 * certificate, or a login that answers challenges has a client and connections of its own.
 */
public final class SiteFetcher implements Fetcher, SiteSessions, Closeable {
  private static final int LEAST_MASKED = 16;
  private static final String HTTP_LOG = "org.apache.hc.client5.http";

  private final HttpSettings settings;
  private final NameResolver names;
  private final HostGuard guard;
  private final Sites sites;
  private final SiteSecrets secrets;
  private final HttpFetcher plain;
  private final Map<ClientKey, SiteClient> clients = new ConcurrentHashMap<>();
  private final Map<SiteBlock, CookieJar> jars = new ConcurrentHashMap<>();
  private final Map<SiteBlock, FormLogin> logins = new ConcurrentHashMap<>();

  /**
   * A client of its own, or why there is none.
   *
   * @param fault null if there is one
   */
  private record SiteClient(HttpFetcher fetcher, String fault) {}

  /** The blocks that decide on a client; null where none does. */
  private record ClientKey(SiteBlock proxy, SiteBlock certificate, SiteBlock login) {}

  private static final ClientKey NO_CLIENT = new ClientKey(null, null, null);

  /**
   * A fetcher for a task.
   *
   * @throws IllegalArgumentException if a secret is missing, or is not what its key needs
   */
  public SiteFetcher(
      HttpSettings settings,
      NameResolver names,
      AddressGuard guard,
      Sites sites,
      SiteSecrets secrets) {
    this.settings = settings;
    this.names = names;
    this.guard = guard(guard, sites);
    this.sites = sites;
    this.secrets = secrets;
    if (LoggerFactory.getLogger(HTTP_LOG).isDebugEnabled() && !sites.references().isEmpty()) {
      throw new IllegalArgumentException(
          "the log would have the secrets of sites: set the level of " + HTTP_LOG + " to INFO");
    }
    for (SiteBlock block : sites.blocks()) {
      check(block);
    }
    plain = new HttpFetcher(settings, names, this.guard);
  }

  /** A guard that lets the hosts of some blocks have private addresses. */
  public static HostGuard guard(AddressGuard guard, Sites sites) {
    if (sites.blocks().stream().noneMatch(block -> block.has("private-addresses"))) {
      return guard;
    }
    Map<SiteBlock, AddressGuard> guards = new ConcurrentHashMap<>();
    return (host, address) -> {
      String name = host.toLowerCase(Locale.ROOT);
      return sites
          .ofHost(name)
          .with("private-addresses")
          .map(
              block ->
                  guards.computeIfAbsent(
                      block, one -> guard.alsoAllowing(one.all("private-addresses"))))
          .orElse(guard)
          .refusal(address);
    };
  }

  /** Finds what is wrong before the first request is made. */
  private void check(SiteBlock block) {
    try {
      block.map("headers").values().forEach(secrets::header);
      if (block.has("login")) {
        authorization(block);
        block.map("login.fields").values().forEach(secrets::text);
      }
      if (block.has("cookie-file")) {
        jar(block);
      }
      if (block.has("certificate")) {
        client(new ClientKey(null, block, null)).close();
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("site " + block.name() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public FetchedPage fetch(FetchRequest request) throws IOException {
    Site site = sites.of(request.url());
    if (site.isNone()) {
      return plain.fetch(request);
    }
    String url = request.url();
    List<Header> headers = new ArrayList<>();
    site.get("agent").ifPresent(agent -> headers.add(new Header("User-Agent", agent)));
    site.get("accept-language")
        .ifPresent(languages -> headers.add(new Header("Accept-Language", languages)));
    Optional<SiteBlock> login = site.with("login").filter(block -> block.mayHaveSecrets(url));
    login.flatMap(this::authorization).ifPresent(headers::add);
    site.with("headers").ifPresent(block -> addHeaders(block, url, headers));
    RequestSession given = request.session();
    CookieJar cookies = given.cookies() == null ? jar(url).orElse(null) : given.cookies();
    RequestSession session = new RequestSession(headers, cookies, given.isLogin());
    FetchedPage answer = client(site, login, url).fetch(request.in(session));
    return site.privateBlock(url).isEmpty() ? answer : masked(answer, site, url, headers, cookies);
  }

  /** Adds the headers of a block; the secret ones only where they may go. */
  private void addHeaders(SiteBlock block, String url, List<Header> headers) {
    boolean all = block.mayHaveSecrets(url);
    block
        .map("headers")
        .forEach(
            (name, value) -> {
              if (all || Sites.referencesIn(value).isEmpty()) {
                headers.add(new Header(name, secrets.header(value)));
              }
            });
  }

  /**
   * An answer as it may be kept: without its heads and the cookies that stand for a login, and
   * without the secrets that the page repeats. A short one may be a word of the language, and
   * stays.
   */
  private FetchedPage masked(
      FetchedPage answer, Site site, String url, List<Header> sent, CookieJar cookies) {
    Set<String> secret = new LinkedHashSet<>();
    for (SiteBlock block : site.blocks()) {
      if (block.mayHaveSecrets(url)) {
        secret.addAll(secrets.texts(block));
      }
    }
    for (Header header : sent) {
      if (header.name().equals("Authorization")) {
        secret.add(header.value().substring(header.value().indexOf(' ') + 1));
      }
    }
    if (cookies != null) {
      for (String pair : cookies.header(url).orElse("").split("; ", -1)) {
        secret.add(pair.substring(pair.indexOf('=') + 1));
      }
    }
    FetchedPage kept = answer.with(null);
    kept = kept.isRedirect() ? kept : kept.without("Set-Cookie").without("Authentication-Info");
    for (String text : secret) {
      if (text.length() >= LEAST_MASKED) {
        kept = kept.masking(text);
      }
    }
    return kept;
  }

  @Override
  public Site of(String url) {
    return sites.of(url);
  }

  @Override
  public Optional<CookieJar> jar(String url) {
    return sites.of(url).session().filter(block -> block.mayHaveSecrets(url)).map(this::jar);
  }

  private CookieJar jar(SiteBlock block) {
    return jars.computeIfAbsent(
        block,
        one -> {
          CookieJar jar = new CookieJar();
          begin(one, jar);
          return jar;
        });
  }

  /** Gives a jar the cookies with which it begins. */
  private void begin(SiteBlock block, CookieJar jar) {
    jar.clear();
    block
        .get("cookie-file")
        .ifPresent(
            file -> {
              try {
                jar.addNetscape(secrets.text(file));
              } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ", " + e.getMessage(), e);
              }
            });
  }

  @Override
  public Optional<FormLogin> login(String url) {
    return sites
        .of(url)
        .with("login")
        .filter(block -> block.get("login.type").equals(Optional.of("form")))
        .filter(block -> block.mayHaveSecrets(url))
        .map(
            block ->
                logins.computeIfAbsent(
                    block, one -> new FormLogin(one, secrets, jar(one), jar -> begin(one, jar))));
  }

  /** The header of a login that needs no challenge. */
  private Optional<Header> authorization(SiteBlock block) {
    String credentials =
        switch (block.get("login.type").orElse("")) {
          case "basic" -> {
            String user = text(block, "login.user");
            if (user.contains(":")) {
              throw new IllegalArgumentException("login.user: the name of a user has no colon");
            }
            String pair = user + ":" + text(block, "login.password");
            yield "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
          }
          case "bearer" -> "Bearer " + secrets.header(block.get("login.token").orElseThrow());
          default -> null;
        };
    return Optional.ofNullable(credentials).map(value -> new Header("Authorization", value));
  }

  private String text(SiteBlock block, String key) {
    return block == null ? "" : block.get(key).map(secrets::text).orElse("");
  }

  private byte[] bytes(SiteBlock block, String key) {
    return block == null ? null : block.get(key).map(secrets::bytes).orElse(null);
  }

  private HttpFetcher client(Site site, Optional<SiteBlock> login, String url) throws IOException {
    ClientKey key =
        new ClientKey(
            site.with("proxy").orElse(null),
            site.with("certificate").filter(block -> block.mayHaveSecrets(url)).orElse(null),
            login.filter(block -> challenge(block) != null).orElse(null));
    if (key.equals(NO_CLIENT)) {
      return plain;
    }
    SiteClient client = clients.computeIfAbsent(key, this::tried);
    if (client.fault != null) {
      throw new IOException(client.fault);
    }
    return client.fetcher;
  }

  /** Fails once: each try may be a login. */
  private SiteClient tried(ClientKey key) {
    try {
      return new SiteClient(client(key), null);
    } catch (IllegalArgumentException e) {
      return new SiteClient(null, e.getMessage());
    }
  }

  private HttpFetcher client(ClientKey key) {
    SiteBlock block = key.proxy;
    ProxySettings proxy =
        block == null
            ? settings.proxy()
            : ProxySettings.parse(
                block.get("proxy").orElseThrow(),
                text(block, "proxy-user"),
                text(block, "proxy-password"));
    ClientIdentity identity =
        new ClientIdentity(
            key.login == null ? null : challenge(key.login),
            text(key.login, "login.user"),
            text(key.login, "login.password"),
            text(key.login, "login.domain"),
            bytes(key.login, "login.keytab"),
            bytes(key.certificate, "certificate"),
            text(key.certificate, "certificate-password"));
    return new HttpFetcher(settings.with(proxy, identity), names, guard);
  }

  private static ClientIdentity.Challenge challenge(SiteBlock block) {
    return EnumUtils.getEnumIgnoreCase(
        ClientIdentity.Challenge.class, block.get("login.type").orElse(""));
  }

  /** Closes connections that have been idle for this long. */
  public void closeIdle(long milliseconds) {
    plain.closeIdle(milliseconds);
    clients().forEach(client -> client.closeIdle(milliseconds));
  }

  @Override
  public void close() {
    plain.close();
    clients().forEach(HttpFetcher::close);
  }

  private Stream<HttpFetcher> clients() {
    return clients.values().stream().map(SiteClient::fetcher).filter(Objects::nonNull);
  }
}
