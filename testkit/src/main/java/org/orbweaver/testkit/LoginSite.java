package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;

/**
 * A server on loopback, with http and https, that lets in only who logs in: one path for each way.
 * It answers for every host name, so that tests see what is sent to which.
 *
 * <p>Below {@code /basic/}, {@code /digest/}, {@code /bearer/}, {@code /key/}, {@code /cookie/} and
 * {@code /certificate/} each page needs that kind of login. {@code /form/}, {@code /steps/}, {@code
 * /sso/} and {@code /saml/} have forms: with a token against forgery, in two steps, on another host
 * that leads back by a code, and by a form that sends itself. {@code /bounce/…} shows pages to
 * those who return its cookie.
 */
public final class LoginSite implements Closeable {
  public static final String USER = "alice";
  public static final String PASSWORD = "correct-horse-battery-staple";
  public static final String TOKEN = "tok-5f1c9be2a7d84e60b3f9";
  public static final String COOKIE = "ticket-77aa01cbd3e24f5c9d";
  private static final String SESSION = "session";

  private final HttpServer http;
  private final HttpsServer https;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private final Map<String, String> tokens = new ConcurrentHashMap<>();
  private final Set<String> codes = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> nonces = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  private final Map<String, Own> own = new ConcurrentHashMap<>();

  /** Page views after which a session expires. */
  private volatile int viewsOfSession = Integer.MAX_VALUE;

  private final AtomicInteger views = new AtomicInteger();
  private final AtomicInteger logins = new AtomicInteger();

  /**
   * A request as it came.
   *
   * @param host with its port, as the Host header has it
   * @param path with its query
   */
  public record Seen(
      boolean tls, String host, String method, String path, String head, String body) {
    /** All that the client said. */
    public String text() {
      return method + " " + path + "\n" + head + "\n" + body;
    }
  }

  /**
   * Starts it.
   *
   * @param keys a PKCS #12 file with the server's key, made by {@link #keys}; null: no https
   */
  public LoginSite(Path keys) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    http = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    http.createContext("/", this::handle);
    http.setExecutor(threads);
    http.start();
    if (keys == null) {
      https = null;
      return;
    }
    https = HttpsServer.create(new InetSocketAddress(loopback, 0), 0);
    https.setHttpsConfigurator(
        new HttpsConfigurator(tls(keys)) {
          @Override
          public void configure(HttpsParameters params) {
            SSLParameters all = getSSLContext().getDefaultSSLParameters();
            all.setWantClientAuth(true);
            params.setSSLParameters(all);
          }
        });
    https.createContext("/", this::handle);
    https.setExecutor(threads);
    https.start();
  }

  /** Makes a PKCS #12 file, with the password "changeit", with a key for a name. */
  public static Path keys(Path file, String name) throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "key",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:" + name,
                "-validity",
                "3650",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
    return file;
  }

  /** TLS with such a file. */
  public static SSLContext tls(Path keys) throws IOException {
    try (InputStream in = Files.newInputStream(keys)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, "changeit".toCharArray());
      KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
      own.init(store, "changeit".toCharArray());
      TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
      trusted.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot use " + keys, e);
    }
  }

  public int port() {
    return http.getAddress().getPort();
  }

  public int tlsPort() {
    return https.getAddress().getPort();
  }

  /** All requests, in the order of their arrival. */
  public List<Seen> seen() {
    return List.copyOf(seen);
  }

  /**
   * Serves a page of the test's own.
   *
   * @param location of a redirect, or null
   */
  public void serve(String path, int status, String location, String html) {
    own.put(path, new Own(status, location, html));
  }

  private record Own(int status, String location, String html) {}

  /** How often somebody has logged in by a form. */
  public int logins() {
    return logins.get();
  }

  /** Expires a session after this many page views. */
  public void endSessionsAfter(int pages) {
    viewsOfSession = pages;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      StringBuilder head = new StringBuilder();
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> head.append(name).append(": ").append(values).append('\n'));
      String host = exchange.getRequestHeaders().getFirst("Host");
      String path = exchange.getRequestURI().toString();
      boolean tls = exchange instanceof HttpsExchange;
      seen.add(new Seen(tls, host, exchange.getRequestMethod(), path, head.toString(), body));
      answer(exchange, path, body);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private void answer(HttpExchange exchange, String path, String body)
      throws IOException, GeneralSecurityException {
    Own page = own.get(path.replaceFirst("\\?.*", ""));
    if (page != null) {
      if (page.location != null) {
        exchange.getResponseHeaders().set("Location", page.location);
      }
      say(exchange, page.status, page.html);
      return;
    }
    String[] parts = path.split("[/?]", -1);
    switch (parts[1]) {
      case "robots.txt" -> say(exchange, 404, "none");
      case "basic" -> letIn(exchange, "Basic", isBasic(exchange));
      case "digest" -> digest(exchange);
      case "bearer" ->
          letIn(exchange, "Bearer", ("Bearer " + TOKEN).equals(header(exchange, "Authorization")));
      case "key" -> letIn(exchange, null, TOKEN.equals(header(exchange, "X-Api-Key")));
      case "cookie" -> letIn(exchange, null, COOKIE.equals(cookies(exchange).get("ticket")));
      case "certificate" -> letIn(exchange, null, hasCertificate(exchange));
      case "form", "steps", "sso", "saml" -> form(exchange, parts[1], path, body);
      case "realms" -> realm(exchange, path, body);
      case "bounce" -> bounce(exchange, path);
      case "echo" -> say(exchange, 200, "<p>" + exchange.getRequestHeaders().entrySet() + "</p>");
      case "to" -> redirect(exchange, decoded(query(path).get("url")));
      default -> page(exchange, "a page for everybody");
    }
  }

  private static void page(HttpExchange exchange, String what) throws IOException {
    say(
        exchange,
        200,
        "<html><title>Page</title><body><h1>Page</h1><p>This is "
            + what
            + " at "
            + exchange.getRequestURI().getPath()
            + ".</p><a href='next'>next</a> <a href='logout'>log out</a></body></html>");
  }

  private static void say(HttpExchange exchange, int status, String html) throws IOException {
    byte[] bytes = html.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    say(exchange, 302, "moved");
  }

  private static void letIn(HttpExchange exchange, String scheme, boolean known)
      throws IOException {
    if (known) {
      exchange.getResponseHeaders().add("Set-Cookie", "seen=" + COOKIE + "; Path=/");
      page(exchange, "a page behind a login");
      return;
    }
    if (scheme != null) {
      exchange.getResponseHeaders().set("WWW-Authenticate", scheme + " realm=\"site\"");
    }
    say(exchange, scheme == null ? 403 : 401, "who are you?");
  }

  private static String header(HttpExchange exchange, String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  private static boolean isBasic(HttpExchange exchange) {
    String pair = Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(UTF_8));
    return ("Basic " + pair).equals(header(exchange, "Authorization"));
  }

  private static boolean hasCertificate(HttpExchange exchange) {
    try {
      return exchange instanceof HttpsExchange tls
          && tls.getSSLSession().getPeerCertificates().length > 0;
    } catch (SSLPeerUnverifiedException e) {
      return false;
    }
  }

  /** RFC 7616 with SHA-256; a nonce is for three requests, each with the next number. */
  private void digest(HttpExchange exchange) throws IOException, GeneralSecurityException {
    Map<String, String> said = new HashMap<>();
    String header = header(exchange, "Authorization");
    Matcher pairs =
        Pattern.compile("(\\w+)=(?:\"([^\"]*)\"|([^,\\s]+))").matcher(header == null ? "" : header);
    while (pairs.find()) {
      said.put(pairs.group(1), pairs.group(2) == null ? pairs.group(3) : pairs.group(2));
    }
    String nonce = said.getOrDefault("nonce", "");
    int before = nonces.getOrDefault(nonce, 99);
    int number = Integer.parseInt(said.getOrDefault("nc", "0"), 16);
    String secret = sha(USER + ":site:" + PASSWORD);
    String what = sha(exchange.getRequestMethod() + ":" + exchange.getRequestURI());
    String expected =
        sha(
            String.join(
                ":",
                secret,
                nonce,
                said.getOrDefault("nc", ""),
                said.getOrDefault("cnonce", ""),
                "auth",
                what));
    if (expected.equals(said.get("response")) && before < 3 && number == before + 1) {
      nonces.put(nonce, number);
      page(exchange, "a page behind a login");
      return;
    }
    String fresh = "nonce" + numbers.incrementAndGet();
    nonces.put(fresh, 0);
    exchange
        .getResponseHeaders()
        .set(
            "WWW-Authenticate",
            "Digest realm=\"site\", qop=\"auth\", algorithm=SHA-256, nonce=\""
                + fresh
                + (expected.equals(said.get("response")) ? "\", stale=true" : "\""));
    say(exchange, 401, "who are you?");
  }

  private static String sha(String text) throws GeneralSecurityException {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(sha.digest(text.getBytes(UTF_8)));
  }

  private void form(HttpExchange exchange, String kind, String path, String body)
      throws IOException {
    String root = "/" + kind + "/";
    String session = cookies(exchange).get(SESSION);
    Map<String, String> said = fields(body);
    if (path.startsWith(root + "login")) {
      switch (kind) {
        case "form" -> token(exchange, root, said);
        case "steps" -> steps(exchange, root, said);
        default -> {
          Headers headers = exchange.getRequestHeaders();
          String scheme = exchange instanceof HttpsExchange ? "https" : "http";
          String port = headers.getFirst("Host").replaceFirst(".*:", "");
          redirect(
              exchange,
              scheme
                  + "://sso.test:"
                  + port
                  + "/realms/web/auth?kind="
                  + kind
                  + "&state="
                  + numbers.incrementAndGet()
                  + "&back="
                  + scheme
                  + "://"
                  + headers.getFirst("Host")
                  + root
                  + "callback");
        }
      }
      return;
    }
    if (path.startsWith(root + "callback")) {
      String code = said.getOrDefault("answer", query(path).get("code"));
      if (code != null && codes.remove(code)) {
        open(exchange, root);
        redirect(exchange, root + "home");
      } else {
        say(exchange, 400, "no such code");
      }
      return;
    }
    if (path.startsWith(root + "logout")) {
      sessions.clear();
      say(exchange, 200, "good bye");
      return;
    }
    if (session == null || !sessions.contains(session)) {
      redirect(exchange, root + "login?next=" + path);
      return;
    }
    if (views.incrementAndGet() % viewsOfSession == 0) {
      sessions.remove(session);
    }
    page(exchange, "a page behind a login");
  }

  private void open(HttpExchange exchange, String root) {
    String name = "s" + numbers.incrementAndGet() + "-" + COOKIE;
    sessions.add(name);
    logins.incrementAndGet();
    exchange
        .getResponseHeaders()
        .add("Set-Cookie", SESSION + "=" + name + "; Path=" + root + "; HttpOnly");
  }

  /** A form with a token that belongs to a cookie; other forms and buttons are on its page. */
  private void token(HttpExchange exchange, String root, Map<String, String> said)
      throws IOException {
    String before = cookies(exchange).get("before");
    boolean posted = exchange.getRequestMethod().equals("POST");
    if (posted
        && before != null
        && said.getOrDefault("csrf", "-").equals(tokens.get(before))
        && "de".equals(said.get("lang"))
        && "Log in".equals(said.get("go"))
        && !said.containsKey("cancel")
        && !said.containsKey("remember")
        && isUser(said.get("username"), said.get("password"))) {
      tokens.remove(before);
      open(exchange, root);
      redirect(exchange, root + "home");
      return;
    }
    String name = "b" + numbers.incrementAndGet();
    tokens.put(name, "csrf" + numbers.incrementAndGet());
    exchange.getResponseHeaders().add("Set-Cookie", "before=" + name + "; Path=" + root);
    say(
        exchange,
        200,
        "<html><title>Log in</title><form action='/search'><input name=q></form>"
            + "<form method=post action=''><input type=hidden name=csrf value='"
            + tokens.get(name)
            + "'><input name=username><input type=password name=password>"
            + "<select name=lang><option>en<option selected>de</select>"
            + "<input type=checkbox name=remember value=1>"
            + "<input type=submit name=go value='Log in'>"
            + "<input type=submit name=cancel value='Cancel'></form>"
            + (posted ? "wrong" : "")
            + "</html>");
  }

  private void steps(HttpExchange exchange, String root, Map<String, String> said)
      throws IOException {
    if (isUser(said.get("user"), said.get("pass"))) {
      open(exchange, root);
      redirect(exchange, root + "home");
    } else if (said.containsKey("user")) {
      say(
          exchange,
          200,
          "<form method=post action=login><input type=hidden name=user value='"
              + said.get("user")
              + "'><input type=password name=pass><button>Go</button></form>");
    } else {
      say(exchange, 200, "<form method=post action=login><input name=user></form>");
    }
  }

  private static boolean isUser(String name, String password) {
    return USER.equals(name) && PASSWORD.equals(password);
  }

  /** Single sign-on: a form on this host, whose answer leads back. */
  private void realm(HttpExchange exchange, String path, String body) throws IOException {
    Map<String, String> asked = query(path);
    Map<String, String> said = fields(body);
    if (!said.containsKey("username")) {
      exchange
          .getResponseHeaders()
          .add("Set-Cookie", "AUTH_SESSION_ID=a1; Path=/realms/web/; HttpOnly");
      say(
          exchange,
          200,
          "<form id=kc-form-login method=post action='/realms/web/authenticate?session_code=c1&kind="
              + asked.get("kind")
              + "&amp;back="
              + asked.get("back")
              + "&state="
              + asked.get("state")
              + "'><input name=username><input name=password type=password>"
              + "<input type=hidden name=credentialId></form>");
      return;
    }
    if (!"a1".equals(cookies(exchange).get("AUTH_SESSION_ID"))
        || !isUser(said.get("username"), said.get("password"))) {
      say(exchange, 400, "wrong <form><input type=password name=password></form>");
      return;
    }
    String code = "code" + numbers.incrementAndGet();
    codes.add(code);
    if ("saml".equals(asked.get("kind"))) {
      say(
          exchange,
          200,
          "<body onload='document.forms[0].submit()'><form method=post action='"
              + asked.get("back")
              + "'><input type=hidden name=answer value='"
              + code
              + "'><noscript><input type=submit></noscript></form></body>");
    } else {
      redirect(exchange, asked.get("back") + "?code=" + code + "&state=" + asked.get("state"));
    }
  }

  private void bounce(HttpExchange exchange, String path) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    boolean known = cookies(exchange).containsKey("visit");
    String page = path.replaceFirst("\\?.*", "");
    if (page.equals("/bounce/set")) {
      headers.add("Set-Cookie", "visit=1; Path=/");
      redirect(exchange, decoded(query(path).get("to")));
    } else if (known) {
      page(exchange, "a page for those who return a cookie");
    } else if (page.startsWith("/bounce/self")) {
      headers.add("Set-Cookie", "visit=1; Path=/");
      redirect(exchange, path);
    } else if (page.startsWith("/bounce/new")) {
      headers.add("Set-Cookie", "visit=1; Path=/");
      redirect(exchange, "/bounce/arrived" + page.substring("/bounce/new".length()));
    } else if (page.startsWith("/bounce/ever")) {
      headers.add("Set-Cookie", "n=" + numbers.incrementAndGet() + "; Path=/");
      redirect(exchange, path);
    } else {
      headers.add("Set-Cookie", "first=1; Path=/");
      redirect(exchange, "/bounce/set?to=" + path);
    }
  }

  private static Map<String, String> cookies(HttpExchange exchange) {
    Map<String, String> cookies = new HashMap<>();
    String header = header(exchange, "Cookie");
    for (String pair : header == null ? new String[0] : header.split("; ?", -1)) {
      int equals = pair.indexOf('=');
      cookies.put(pair.substring(0, Math.max(0, equals)), pair.substring(equals + 1));
    }
    return cookies;
  }

  private static Map<String, String> query(String path) {
    int mark = path.indexOf('?');
    return mark < 0 ? Map.of() : fields(path.substring(mark + 1));
  }

  private static Map<String, String> fields(String encoded) {
    Map<String, String> fields = new HashMap<>();
    for (String pair : encoded.isEmpty() ? new String[0] : encoded.split("&", -1)) {
      int equals = pair.indexOf('=');
      fields.put(
          decoded(pair.substring(0, Math.max(0, equals))), decoded(pair.substring(equals + 1)));
    }
    return fields;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }

  @Override
  public void close() {
    http.stop(0);
    if (https != null) {
      https.stop(0);
    }
    threads.shutdownNow();
  }
}
