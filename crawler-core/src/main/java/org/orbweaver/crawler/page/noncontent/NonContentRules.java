package org.orbweaver.crawler.page.noncontent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.io.IOUtils;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.url.Hosts;

/**
 * Decides by a page alone whether it is not content: by the elements of its tree, and by the signs
 * in {@code signs.tsv}. One sign is never enough: real pages write about parking, embed captchas
 * below their comments and have login boxes in their headers, but they have text of their own. A
 * longer page is always content and costs nothing here.
 */
public final class NonContentRules {
  /** A longer text is content. */
  private static final int MAX_CHARS = 4000;

  private static final int MAX_CHALLENGE_CHARS = 1500;
  private static final int MAX_PARKED_CHARS = 2500;
  private static final int MAX_LOGIN_CHARS = 1000;

  /** The most text of a page that only runs a script, such as a note that it needs one. */
  private static final int MAX_SCRIPT_PAGE_CHARS = 200;

  /** The most text around a form that is the whole page: a name, a greeting, a footer. */
  private static final int MAX_CHARS_AROUND = 250;

  /** The most links of a page without content: to terms, help and the like. */
  private static final int MAX_LINKS = 12;

  /** The part of a page in which a sale is announced. */
  private static final int BEGINNING_CHARS = 600;

  private static final int MAX_SCRIPT_CHARS = 20_000;
  private static final int MAX_ELEMENTS = 200;

  /**
   * The most forms and dialogs examined; they may be nested, so each may cost a pass over the page.
   */
  private static final int MAX_FORMS = 20;

  private static final Pattern COOKIE_CHALLENGE =
      Pattern.compile(
          "(?s)document\\s?\\.\\s?cookie\\s?=.{0,400}?"
              + "(location\\s?\\.\\s?(reload|href|replace|assign)|location\\s?=)");
  private static final Pattern LANDER =
      Pattern.compile("location(\\.href)?\\s?=\\s?[\"']/lander[\"']");

  // Compiled once, since each short page needs it.
  private static final Evaluator LINKS = Selector.evaluatorOf("a[href]");
  private static final Evaluator PASSWORDS = Selector.evaluatorOf("input[type=password]");
  private static final Evaluator LOADING =
      Selector.evaluatorOf("script, iframe, frame, form, img, link, meta[http-equiv=refresh]");

  private enum SignPlace {
    SOURCE,
    TITLE,
    TEXT,
    BUTTON
  }

  private record Sign(NonContent kind, SignPlace place) {}

  private static final Map<Sign, List<String>> SIGNS = read();

  private final Document page;
  private final String host;
  private final String title;
  private final String text;
  private final Deadline deadline;

  private NonContentRules(Document page, String url, String title, String text, Deadline deadline) {
    this.page = page;
    this.deadline = deadline;
    this.host = Hosts.host(url).toLowerCase(Locale.ROOT);
    this.title = title.toLowerCase(Locale.ROOT).strip();
    this.text = text.toLowerCase(Locale.ROOT).strip();
  }

  /**
   * Number of links of the page; counted only if all else leaves the decision open, like each pass
   * over its tree.
   */
  private int links() {
    return page.select(LINKS).size();
  }

  private static Map<Sign, List<String>> read() {
    Map<Sign, List<String>> signs = new HashMap<>();
    try (InputStream in = NonContentRules.class.getResourceAsStream("signs.tsv")) {
      for (String line : IOUtils.readLines(in, StandardCharsets.UTF_8)) {
        if (!line.startsWith("#")) {
          String[] fields = line.split("\t", 3);
          SignPlace place = SignPlace.valueOf(fields[1].toUpperCase(Locale.ROOT));
          Sign sign = new Sign(NonContent.of(fields[0]).orElseThrow(), place);
          signs.computeIfAbsent(sign, key -> new ArrayList<>()).add(fields[2]);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return signs;
  }

  /**
   * The kind of a page without content; empty for content.
   *
   * @param page its tree
   * @param url its own, absolute
   * @param title its title
   * @param text all of its text
   * @throws Deadline.Passed after the deadline of the page
   */
  public static Optional<NonContent> judge(
      Document page, String url, String title, String text, Deadline deadline) {
    if (text.length() > MAX_CHARS) {
      return Optional.empty();
    }
    NonContentRules rules = new NonContentRules(page, url, title, text, deadline);
    return Optional.ofNullable(
        rules.isChallenge()
            ? NonContent.CHALLENGE
            : rules.isParked()
                ? NonContent.PARKED
                : rules.isLogin()
                    ? NonContent.LOGIN
                    : rules.isConsent() ? NonContent.CONSENT : null);
  }

  private boolean isChallenge() {
    if (text.length() > MAX_CHALLENGE_CHARS || links() > MAX_LINKS) {
      return false;
    }
    boolean titled = has(NonContent.CHALLENGE, SignPlace.TITLE, title);
    boolean loads = loads(NonContent.CHALLENGE);
    // Pages that load a guard's script without any text, or that only say that they are a
    // challenge.
    return (titled
            && (loads || !page.select("script, form, iframe, meta[http-equiv=refresh]").isEmpty())
            && !isArticle())
        || (loads && (isScriptPage() || (text.length() <= 2 * MAX_CHARS_AROUND && !isArticle())))
        || (isScriptPage() && title.length() < 40 && hasScript(COOKIE_CHALLENGE));
  }

  private boolean isParked() {
    return text.length() <= MAX_PARKED_CHARS
        && (loads(NonContent.PARKED) || (isScriptPage() && hasScript(LANDER)) || isForSale())
        && !isArticle();
  }

  private boolean isForSale() {
    String beginning = text.substring(0, Math.min(text.length(), BEGINNING_CHARS));
    boolean sale = has(NonContent.PARKED, SignPlace.TEXT, title + '\n' + beginning);
    // A page for sale names its own domain.
    String domain = host.startsWith("www.") ? host.substring(4) : host;
    return sale
        && (title.contains(domain)
            || beginning.contains(domain)
            || has(NonContent.PARKED, SignPlace.TEXT, title));
  }

  private boolean isLogin() {
    Element password = text.length() > MAX_LOGIN_CHARS ? null : page.selectFirst(PASSWORDS);
    if (password == null) {
      return false;
    }
    Element form = password.closest("form");
    boolean boxed = form != null && form.closest("header, nav, aside") != null;
    boolean titled = has(NonContent.LOGIN, SignPlace.TITLE, title);
    int around = text.length() - (form == null ? 0 : Math.min(text.length(), form.text().length()));
    return titled ? !isArticle() : !boxed && around <= MAX_CHARS_AROUND && links() <= MAX_LINKS;
  }

  private boolean isConsent() {
    boolean own = host.startsWith("consent.");
    if (!(own || has(NonContent.CONSENT, SignPlace.TEXT, title + '\n' + text))
        || links() > 2 * MAX_LINKS) {
      return false;
    }
    for (Element form : first("form, dialog, [role=dialog]", MAX_FORMS)) {
      deadline.check();
      boolean asks =
          form.select("button, input[type=submit], input[type=button], [role=button]").stream()
              .limit(MAX_ELEMENTS)
              .map(button -> (button.text() + ' ' + button.attr("value")).toLowerCase(Locale.ROOT))
              .anyMatch(words -> has(NonContent.CONSENT, SignPlace.BUTTON, words));
      String words = form.text().toLowerCase(Locale.ROOT);
      boolean told = own || has(NonContent.CONSENT, SignPlace.TEXT, words);
      // Buttons may be in a separate form, below the text that they refer to.
      boolean all = text.length() - words.length() <= MAX_CHARS_AROUND;
      if (asks && ((all && told) || (own && page.select("form").size() <= 3))) {
        return true;
      }
    }
    return false;
  }

  private boolean isScriptPage() {
    return text.length() <= MAX_SCRIPT_PAGE_CHARS && links() <= 2;
  }

  /** Whether it looks like an article, however short. */
  private boolean isArticle() {
    return !page.select(
                "article, pre, [itemprop=articleBody], meta[property=og:type][content=article]")
            .isEmpty()
        || page.select("p").stream().limit(MAX_ELEMENTS).filter(p -> p.text().length() > 80).count()
            > 4;
  }

  /** Whether a URL that the page loads, frames, posts to or refreshes to is a sign. */
  private boolean loads(NonContent kind) {
    for (Element element : page.select(LOADING).stream().limit(MAX_ELEMENTS).toList()) {
      for (String attribute : List.of("src", "href", "action", "content")) {
        if (has(kind, SignPlace.SOURCE, element.attr(attribute).toLowerCase(Locale.ROOT))) {
          return true;
        }
      }
      String script = element.normalName().equals("script") ? script(element) : "";
      if (!script.isEmpty() && has(kind, SignPlace.SOURCE, script.toLowerCase(Locale.ROOT))) {
        return true;
      }
    }
    return false;
  }

  private boolean hasScript(Pattern pattern) {
    for (Element script : first("script", MAX_ELEMENTS)) {
      deadline.check();
      if (pattern.matcher(script(script)).find()) {
        return true;
      }
    }
    return false;
  }

  private static String script(Element element) {
    String script = element.data();
    return script.substring(0, Math.min(script.length(), MAX_SCRIPT_CHARS));
  }

  private List<Element> first(String query, int most) {
    return page.select(query).stream().limit(most).toList();
  }

  private static boolean has(NonContent kind, SignPlace place, String where) {
    return !where.isEmpty() && SIGNS.get(new Sign(kind, place)).stream().anyMatch(where::contains);
  }
}
