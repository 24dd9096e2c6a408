package org.orbweaver.crawler.render;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.crawler.browser.PostMode;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.site.Sites;

/** The configuration keys of rendering. */
public final class RenderKeys implements KeySource {
  /** Which pages are rendered. */
  public enum RenderMode {
    /** None. */
    NEVER,
    /** Those made by scripts, and those like pages that gained. */
    AUTO,
    /** All HTML pages. */
    ALWAYS
  }

  @Heading("Rendering")
  public static final Key<RenderMode> RENDER =
      Key.ofEnum(
          "orbweaver.render",
          RenderMode.NEVER,
          "Which pages are rendered in a browser, so that their scripts run: never, auto (pages"
              + " made by scripts, and pages like those that gained by it) or always (all HTML"
              + " pages).");

  public static final Key<String> BROWSER =
      Key.ofString(
          "orbweaver.render.browser",
          "chromium",
          "The browser: a path, or a name to look for in the PATH.");

  public static final Key<Boolean> SANDBOX =
      Key.ofBoolean(
          "orbweaver.render.sandbox",
          true,
          "Whether the browser's sandbox is on. Root can only run it without, which lets a page"
              + " that breaks out of the browser act as root.");

  public static final Key<Integer> PAGES_PER_HOST =
      Key.ofInt(
              "orbweaver.render.pages.per.host",
              100,
              "Maximum pages of a host that are rendered in a round.")
          .from(1);

  public static final Key<Integer> CPU_SECONDS =
      Key.ofInt(
              "orbweaver.render.cpu.seconds",
              3600,
              "CPU seconds of browsers after which no more pages are rendered in a round, in equal"
                  + " parts for its tasks.")
          .from(1);

  public static final Key<Integer> TABS =
      Key.ofInt("orbweaver.render.tabs", 4, "Pages that a task renders at a time.").between(1, 64);

  public static final Key<Integer> PAGES_PER_BROWSER =
      Key.ofInt(
              "orbweaver.render.browser.pages",
              200,
              "Pages after which a browser is replaced by a new one.")
          .from(1);

  public static final Key<Integer> MEMORY =
      Key.ofInt(
              "orbweaver.render.browser.memory.mb",
              1500,
              "Memory of a browser's processes, in MB, beyond which it is replaced; on a cluster a"
                  + " task's container gets as much more.")
          .from(200);

  public static final Key<Integer> TIME =
      Key.ofInt(
              "orbweaver.render.time.ms",
              30_000,
              "Maximum time until a page is quiet, without its waits for requests; later it is"
                  + " taken as it is.")
          .from(100);

  public static final Key<Integer> REQUESTS =
      Key.ofInt(
              "orbweaver.render.requests",
              100,
              "Maximum requests of a page that are loaded; others are refused.")
          .from(0);

  public static final Key<PostMode> POST =
      Key.ofEnum(
          "orbweaver.render.post",
          PostMode.QUERIES,
          "Which POST requests of scripts are made: never, queries (GraphQL queries, which should"
              + " change nothing) or always (all with a body of text, whatever they change).");

  public static final Key<Integer> HTML_BYTES =
      Key.ofInt(
              "orbweaver.render.html.bytes",
              8 << 20,
              "Maximum bytes of a rendered page; a larger one stays as it was fetched.")
          .from(1);

  /** For the service loader. */
  public RenderKeys() {}

  /** Which pages are rendered at a URL: its site's blocks decide before the crawl. */
  public static RenderMode modeOf(String url, Sites sites, RenderMode general) {
    return sites.of(url).render().map(RenderKeys::mode).orElse(general);
  }

  private static RenderMode mode(String word) {
    return RenderMode.valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Whether any page may be rendered. */
  public static boolean isOn(Configuration conf) {
    return RENDER.get(conf) != RenderMode.NEVER
        || UrlKeys.sites(conf).blocks().stream()
            .flatMap(block -> block.get("render").stream())
            .anyMatch(word -> mode(word) != RenderMode.NEVER);
  }
}
