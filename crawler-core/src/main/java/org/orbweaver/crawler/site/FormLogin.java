package org.orbweaver.crawler.site;

import static java.util.stream.Collectors.joining;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.message.BasicNameValuePair;
import org.apache.hc.core5.net.WWWFormCodec;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;
import org.orbweaver.crawler.http.CookieJar;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.RequestSession;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Logs in to a site by its form, as a browser would: requests the page with the form, fills the
 * form in, keeps its hidden fields, and follows the redirects. It does so once a task, and again
 * when the session has expired; a login that fails is not tried again in the task, since many
 * servers lock a user out.
 *
 * <p>The fields go to the origins of {@code login.url}, of the block and of {@code login.origins}
 * alone, and never over http if the form came over https. A form that only has hidden fields, by
 * which single sign-on hands its answer on, is sent on under the same rules.
 *
 * <p>Safe for use by many threads; one at a time logs in.
 */
public final class FormLogin {
  private static final int MOST_REDIRECTS = 20;
  private static final int MOST_FORMS = 8;
  private static final int MOST_LOGINS = 1000;
  private static final int MOST_NEEDLESS = 5;
  private static final int MOST_RETRIED = 10_000;
  private static final int MAX_BYTES = 1 << 20;
  private static final int UNAUTHORIZED = 401;
  private static final String PASSWORD = "input[type=password]";

  /** Makes one request, with the politeness of any other. */
  @FunctionalInterface
  public interface Requester {
    /** The answer; see {@link org.orbweaver.crawler.http.Fetcher#fetch}. */
    FetchedPage ask(FetchRequest request) throws IOException, InterruptedException;
  }

  private final SiteBlock block;
  private final SiteSecrets secrets;
  private final CookieJar jar;
  private final Consumer<CookieJar> begin;
  private final String url;
  private final Set<String> retried = new HashSet<>();

  /** The path to which the form goes, by which its page is known again. */
  private String action = "";

  private int logins;

  /** Whether the session is believed to be valid, and whether a page has shown it. */
  private boolean loggedIn;

  private boolean served;

  /** Logins after which the same page asked for one again, and pages in a row that ask for one. */
  private int needless;

  private int inRow;

  /** Whether the server is being asked: what fails then is not the form's fault. */
  private boolean asking;

  private LoginException failure;

  /**
   * A login that has not been made.
   *
   * @param begin gives the jar the cookies with which a login begins
   */
  FormLogin(SiteBlock block, SiteSecrets secrets, CookieJar jar, Consumer<CookieJar> begin) {
    this.block = block;
    this.secrets = secrets;
    this.jar = jar;
    this.begin = begin;
    this.url = block.get("login.url").orElseThrow();
  }

  /**
   * Logs in, unless that has been done.
   *
   * @return the number of the login
   * @throws LoginException if it failed, now or before
   */
  public synchronized int ensure(Requester requester) throws IOException, InterruptedException {
    if (failure != null) {
      throw failure;
    }
    if (!loggedIn) {
      try {
        logIn(requester);
      } catch (LoginException e) {
        failure = e;
        throw e;
      } catch (IOException e) {
        failure = failed("its form could not be reached: " + e.getMessage());
        throw failure;
      } catch (RuntimeException | StackOverflowError e) {
        if (asking) {
          throw e;
        }
        failure = failed("internal error: " + e.getClass().getSimpleName());
        throw failure;
      }
      logins++;
      loggedIn = true;
      served = false;
    }
    return logins;
  }

  /** What the answer for a page says of the session. */
  public enum Session {
    VALID,
    /** It has expired: the page is to be requested again after another login. */
    EXPIRED,
    /** The page asks for a login although there was one. */
    REFUSED
  }

  /**
   * Judges the answer for a page of the site.
   *
   * @param number of the login with which it was requested
   */
  public Session judge(int number, String page, FetchedPage answer) {
    boolean isOut = isLoggedOut(page, answer);
    synchronized (this) {
      if (!isOut) {
        served |= number == logins;
        inRow = 0;
        return Session.VALID;
      }
      if (retried.contains(page)) {
        needless++;
        return Session.REFUSED;
      }
      boolean known = number < logins || !loggedIn; // Another thread has noticed it.
      inRow++;
      boolean believed = served && logins < MOST_LOGINS && (needless < MOST_NEEDLESS || inRow > 2);
      if ((!known && !believed) || retried.size() >= MOST_RETRIED) {
        return Session.REFUSED;
      }
      retried.add(page);
      loggedIn &= known;
      return Session.EXPIRED;
    }
  }

  /** Why a page that asks for a login again has no record of its own. */
  public LoginException refused() {
    return failed("the page asks for it again");
  }

  private boolean isLoggedOut(String page, FetchedPage answer) {
    if (answer.status() == UNAUTHORIZED) {
      return true;
    }
    if (answer.isRedirect()) {
      return answer
          .location()
          .map(to -> new UrlNormalizer().resolveAsIs(page, to))
          .filter(to -> isLoginPath(to) || Sites.origins(block).contains(Hosts.origin(to)))
          .isPresent();
    }
    boolean isHtml =
        answer
            .header("Content-Type")
            .map(type -> type.toLowerCase(Locale.ROOT))
            .orElse("html")
            .contains("html");
    return isHtml
        && mayHaveForm(answer.body())
        && document(page, answer).select("form:has(" + PASSWORD + ")").stream()
            .map(form -> action(form, page))
            .anyMatch(to -> isLoginPath(to) || path(to).equals(action));
  }

  private boolean isLoginPath(String to) {
    return path(to).equals(path(url));
  }

  private static String path(String full) {
    return FetchRequest.withoutParameters(full);
  }

  private static boolean mayHaveForm(byte[] body) {
    String text = new String(body, StandardCharsets.ISO_8859_1);
    return text.toLowerCase(Locale.ROOT).contains("password");
  }

  private static Document document(String page, FetchedPage answer) {
    try {
      ContentType type = ContentType.parseLenient(answer.header("Content-Type").orElse(""));
      Charset charset = type == null ? null : type.getCharset();
      String known = charset == null ? null : charset.name();
      return Jsoup.parse(new ByteArrayInputStream(answer.body()), known, page);
    } catch (IOException | IllegalArgumentException e) {
      return Jsoup.parse(new String(answer.body(), StandardCharsets.UTF_8), page);
    }
  }

  private record Reached(String url, FetchedPage page, int firstStatus) {}

  private void logIn(Requester requester) throws IOException, InterruptedException {
    begin.accept(jar);
    Map<String, String> left = new LinkedHashMap<>();
    block.map("login.fields").forEach((name, value) -> left.put(name, secrets.text(value)));
    Reached at = follow(requester, request(url));
    Optional<String> before = block.get("login.success.cookie").flatMap(jar::value);
    int forms = 0;
    while (!left.isEmpty() && forms++ < MOST_FORMS) {
      at = submit(requester, at, left);
    }
    for (Optional<FormElement> next = handOver(at); next.isPresent(); next = handOver(at)) {
      if (forms++ >= MOST_FORMS) {
        throw failed("its forms do not end");
      }
      at = send(requester, at.url, next.get(), List.of(), next.get().formData());
    }
    judge(at, before);
  }

  private LoginException failed(String why) {
    return new LoginException(block.name(), why);
  }

  private FetchRequest request(String to) {
    return FetchRequest.get(to).limitedTo(MAX_BYTES).in(new RequestSession(List.of(), jar, true));
  }

  /** Fills in and sends the form that has one of the fields; those that it has are done. */
  private Reached submit(Requester requester, Reached at, Map<String, String> left)
      throws IOException, InterruptedException {
    Document document = document(at.url, at.page);
    Optional<String> selector = block.get("login.form");
    List<FormElement> forms =
        selector
            .map(css -> document.select(css).forms())
            .orElseGet(() -> document.select("form").forms());
    if (forms.isEmpty()) {
      String which = selector.map(css -> "'" + css + "' ").orElse("");
      String where = path(at.url) + " (HTTP status " + at.page.status() + ")";
      throw failed("no form " + which + "at " + where);
    }
    FormElement form =
        forms.stream()
            .filter(one -> names(one).stream().anyMatch(left::containsKey))
            .findFirst()
            .orElseThrow(() -> failed(noField(path(at.url), left.keySet(), forms)));
    keepOneButton(form);
    // A browser sends the text of an option without a value; jsoup does not.
    form.select("option:not([value])").forEach(option -> option.attr("value", option.text()));
    List<Connection.KeyVal> data = new ArrayList<>();
    for (Connection.KeyVal field : form.formData()) {
      if (!left.containsKey(field.key())) {
        data.add(field);
      }
    }
    List<String> filled = new ArrayList<>();
    for (String name : names(form)) {
      if (left.containsKey(name)) {
        data.add(org.jsoup.helper.HttpConnection.KeyVal.create(name, left.remove(name)));
        filled.add(name);
      }
    }
    Reached next = send(requester, at.url, form, filled, data);
    action = path(action(form, at.url));
    return next;
  }

  private static String noField(String page, Set<String> wanted, List<FormElement> forms) {
    String found = forms.stream().flatMap(one -> names(one).stream()).collect(joining(", "));
    return ("no form at " + page + " has a field " + String.join(" or ", wanted))
        + ("; the fields there are " + found);
  }

  private static Set<String> names(FormElement form) {
    Set<String> names = new TreeSet<>();
    for (Element field : form.elements()) {
      if (!field.attr("name").isEmpty()) {
        names.add(field.attr("name"));
      }
    }
    return names;
  }

  /** A browser sends the button that was pressed, and no other. */
  private static void keepOneButton(FormElement form) {
    boolean first = true;
    for (Element field : List.copyOf(form.elements())) {
      boolean submits =
          field.is("input[type=submit], button:not([type=button]):not([type=reset])")
              && !field.hasAttr("disabled");
      if (field.is("[type=reset]") || (submits && !first)) {
        field.removeAttr("name");
      }
      first &= !submits;
    }
  }

  /** The form by which single sign-on hands its answer on without being asked. */
  private static Optional<FormElement> handOver(Reached at) {
    Document document = document(at.url, at.page);
    List<FormElement> forms = document.select("form").forms();
    boolean sendsItself =
        !document.select("body[onload*=submit]").isEmpty()
            || document.select("script").stream().anyMatch(one -> one.data().contains(".submit("));
    if (forms.size() != 1 || !sendsItself) {
      return Optional.empty();
    }
    FormElement form = forms.get(0);
    boolean hidden =
        form.elements().stream()
            .allMatch(
                field ->
                    field.is("input[type=hidden], input[type=submit], button")
                        || field.attr("name").isEmpty());
    return hidden && !form.formData().isEmpty() ? Optional.of(form) : Optional.empty();
  }

  private static String action(Element form, String page) {
    String to = form.hasAttr("action") ? form.absUrl("action") : page;
    String normal = new UrlNormalizer().resolveAsIs(page, to.isEmpty() ? page : to);
    return normal == null ? "" : normal;
  }

  private Reached send(
      Requester requester,
      String page,
      FormElement form,
      List<String> filled,
      List<Connection.KeyVal> data)
      throws IOException, InterruptedException {
    String to = action(form, page);
    mayHaveFields(page, to);
    Charset charset =
        form.ownerDocument() == null ? StandardCharsets.UTF_8 : form.ownerDocument().charset();
    List<NameValuePair> fields = new ArrayList<>();
    data.forEach(field -> fields.add(new BasicNameValuePair(field.key(), field.value())));
    String body = WWWFormCodec.format(fields, charset);
    if (form.attr("enctype").equalsIgnoreCase("multipart/form-data")) {
      throw failed("its form at " + path(page) + " is multipart/form-data, which is not supported");
    }
    boolean isPost = form.attr("method").equalsIgnoreCase("post");
    if (!isPost && !filled.isEmpty()) {
      throw failed("its form at " + path(page) + " would send the fields within the URL");
    }
    return follow(requester, isPost ? request(to).post(body) : request(path(to) + "?" + body));
  }

  /** Checks that the fields of a form may be sent to a URL. */
  private void mayHaveFields(String page, String to) throws LoginException {
    boolean downgraded = page.startsWith("https:") && !to.startsWith("https:");
    if (downgraded || !isAllowed(to)) {
      throw failed(
          "its form would go to "
              + (to.isEmpty() ? "no URL" : Hosts.origin(to))
              + (downgraded ? ", without TLS" : ", which login.origins does not name"));
    }
  }

  private boolean isAllowed(String to) {
    return block.mayHaveSecrets(to)
        || Sites.origins(block).contains(Hosts.origin(to))
        || Sites.origin(url).equals(Hosts.origin(to));
  }

  /** Makes a request and follows its redirects. */
  private Reached follow(Requester requester, FetchRequest first)
      throws IOException, InterruptedException {
    FetchRequest request = first;
    int firstStatus = 0;
    for (int hops = 0; hops < MOST_REDIRECTS; hops++) {
      asking = true;
      FetchedPage answer = requester.ask(request);
      asking = false;
      firstStatus = hops == 0 ? answer.status() : firstStatus;
      int status = answer.status();
      Optional<String> location = answer.isRedirect() ? answer.location() : Optional.empty();
      if (location.isEmpty()) {
        return new Reached(request.url(), answer, firstStatus);
      }
      String to = new UrlNormalizer().resolveAsIs(request.url(), location.get());
      if (to == null) {
        throw failed("it redirects to an unusable URL");
      }
      if (!isAllowed(to)) {
        throw failed("it leads to " + Hosts.origin(to) + ", which login.origins does not name");
      }
      boolean again = request.body() != null && (status == 307 || status == 308);
      if (again) {
        mayHaveFields(request.url(), to);
      }
      request = again ? request(to).post(request.body()) : request(to);
    }
    throw failed("its redirects do not end");
  }

  private void judge(Reached at, Optional<String> before) throws LoginException {
    Optional<String> selector = block.get("login.success.selector");
    Optional<String> status = block.get("login.success.status");
    Optional<String> cookie = block.get("login.success.cookie");
    Document document = document(at.url, at.page);
    if (selector.isPresent() && document.selectFirst(selector.get()) == null) {
      throw failed("the page after it has no element '" + selector.get() + "'");
    }
    if (status.isPresent() && !status.get().equals(Integer.toString(at.firstStatus))) {
      throw failed("the answer has HTTP status " + at.firstStatus + ", not " + status.get());
    }
    Optional<String> now = cookie.flatMap(jar::value);
    if (cookie.isPresent() && (now.isEmpty() || now.equals(before))) {
      throw failed("no cookie " + cookie.get() + " was set");
    }
    boolean isOpen = selector.isEmpty() && status.isEmpty() && cookie.isEmpty();
    if (isOpen && at.page.status() >= 400) {
      throw failed("the page after it has HTTP status " + at.page.status());
    }
    if (isOpen && document.selectFirst(PASSWORD) != null) {
      throw failed("the page after it asks for a password again");
    }
  }
}
