package org.orbweaver.crawler.page;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/**
 * Tells pages whose text is written by scripts, from what their server sent.
 *
 * <p>Such a page has scripts and little text, the less the weaker its signs are: an element for an
 * application that is empty; a noscript element that asks for scripts; the state of an application
 * for its script. Most pages with such elements are complete, since their server renders them too
 * and scripts only take over, so no sign counts without a lack of text.
 */
final class ScriptSigns {
  /** Without any sign: such a page only says that it needs a script. */
  private static final int MAX_CHARS = 200;

  private static final int MAX_LINKS = 2;

  /** Around an empty application: navigation and a footer. */
  private static final int MAX_CHARS_AROUND = 2000;

  /** Beside a message that asks for scripts; pages with more ask for one of their parts. */
  private static final int MAX_CHARS_BESIDE_MESSAGE = 600;

  /** In an application's element before it runs: that it is being loaded. */
  private static final int MAX_CHARS_IN_ROOT = 100;

  /** The application's element is the body, or near it. */
  private static final int MAX_DEPTH = 5;

  private static final int STATE_CHARS = 300;

  /** Ids that tools of frameworks give, in lower case. */
  private static final Set<String> ROOT_IDS =
      Set.of(
          "root",
          "app",
          "__next",
          "__nuxt",
          "__layout",
          "___gatsby",
          "svelte",
          "q-app",
          "app-root",
          "approot",
          "app-container",
          "react-root",
          "reactroot",
          "react-app",
          "vue-app",
          "spa",
          "main-app",
          "mount",
          "application");

  private static final Set<String> ROOT_ATTRIBUTES =
      Set.of("ng-version", "ng-app", "data-ng-app", "data-reactroot", "data-server-rendered");

  private static final Pattern ROOT_ELEMENT = Pattern.compile("(app|my|ng)-\\w+|\\w+-(root|app)");

  /** JavaScript as it is written in scripts other than Latin, and words for a script. */
  private static final Pattern SCRIPT =
      Pattern.compile(
          "java-?\\s?script|джава-?скрипт|яваскрипт|ג'אווה|جافا\\s?سكري|جاوا\\s?اسکریپت|"
              + "자바\\s?스크립트|जावा\\s?स्क्रिप्ट|จาวา\\s?สคริปต์|জাভাস্ক্রিপ্ট|"
              + "ジャバ\\s?スクリプト|スクリプト|脚本|腳本|scripts?\\b|скрипт",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  /** Variables and elements with an application's state. */
  private static final Pattern STATE =
      Pattern.compile(
          "__(NEXT_DATA|NUXT|INITIAL|PRELOADED|APOLLO|REDUX|STATE|DATA|APP_?STATE|remixContext"
              + "|sveltekit|next_f|staticRouterHydrationData)");

  private boolean hasScript;
  private boolean hasEmptyRoot;
  private boolean hasMessage;
  private boolean hasState;
  private Element root;
  private int rootStart;
  private Element noscript;
  private int noscriptStart;
  private int noscriptChars;

  /**
   * Sees a script.
   *
   * @param at characters of text before it
   */
  void script(Element script, int at) {
    String id = attr(script, "id");
    boolean isData = attr(script, "type").contains("json");
    hasScript |= !isData;
    if (at <= MAX_CHARS && !hasState) { // With more text it does not matter.
      String data = script.data();
      String begin = data.substring(0, Math.min(STATE_CHARS, data.length()));
      hasState = STATE.matcher(id).find() || (!isData && STATE.matcher(begin).find());
    }
  }

  /**
   * Sees the begin of an element.
   *
   * @param depth of the element; the body's is 2
   * @param at characters of text before it
   */
  void open(Element element, int depth, int at) {
    if (element.normalName().equals("noscript")) {
      noscript = element;
      noscriptStart = at;
    } else if (depth <= MAX_DEPTH && root == null && isRoot(element)) {
      root = element;
      rootStart = at;
    }
  }

  private static boolean isRoot(Element element) {
    String name = element.normalName();
    if (name.indexOf('-') > 0 && ROOT_ELEMENT.matcher(name).matches()) {
      return true;
    }
    if (element.attributesSize() == 0) {
      return false;
    }
    String id = attr(element, "id");
    return (!id.isEmpty() && ROOT_IDS.contains(id.toLowerCase(Locale.ROOT)))
        || ROOT_ATTRIBUTES.stream().anyMatch(attribute -> hasAttr(element, attribute));
  }

  /**
   * Sees the end of an element.
   *
   * @param text of the page up to there
   */
  void close(Element element, CharSequence text) {
    if (element.equals(noscript)) {
      CharSequence message = text.subSequence(noscriptStart, text.length());
      noscriptChars += message.length();
      hasMessage |= SCRIPT.matcher(message).find();
      noscript = null;
    } else if (element.equals(root)) {
      hasEmptyRoot |= text.length() - rootStart - noscriptChars <= MAX_CHARS_IN_ROOT;
      root = null;
    }
  }

  /**
   * Whether scripts write the page.
   *
   * @param chars of its text
   * @param links different targets of its links
   */
  boolean needsScript(int chars, int links) {
    int shown = chars - noscriptChars;
    boolean hasSign = hasEmptyRoot || hasMessage || hasState;
    return hasScript
        && ((shown <= MAX_CHARS && (links <= MAX_LINKS || hasSign))
            || (shown <= MAX_CHARS_AROUND && hasEmptyRoot)
            || (shown <= MAX_CHARS_BESIDE_MESSAGE && hasMessage));
  }
}
