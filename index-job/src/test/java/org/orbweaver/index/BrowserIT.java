package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.serve.SearchServer;
import org.orbweaver.testkit.Chromium;

/** The search page as people use it, in a browser; axe-core checks each state. */
class BrowserIT {
  private static final String SEGMENT = "20260101000000";
  private static final String RESULTS = "document.querySelectorAll('.results > li').length";

  @TempDir static Path folder;
  private static SearchServer server;
  private static Chromium browser;

  @BeforeAll
  static void serve() throws Exception {
    Optional<Path> program = Chromium.program();
    assumeTrue(program.isPresent(), "no Chromium here: the page is not tried in a browser");
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    CrawlFixture pages = new CrawlFixture();
    for (int i = 0; i < 60; i++) {
      String host = i % 3 == 0 ? "savanna.example" : "zoo.example";
      String other = i % 10 == 0 ? " Crocodiles wait where herds cross a river." : "";
      page(
          pages,
          "http://" + host + "/" + i,
          "Zebra stripes " + i,
          "A zebra, number " + i + ", with stripes that keep flies away." + other);
    }
    page(
        pages,
        "http://hostile.example/",
        "</a><script>document.title='owned'</script> okapi",
        "<img src=x onerror=\"document.title='owned'\"> okapi \u001b]0;owned\u0007");
    Path crawl = folder.resolve("crawl");
    pages.write(conf, crawl);
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "index")) {
      new IndexPhase().run(session, new IndexPhase.BuildOptions(2, true));
    }
    server =
        SearchServer.start(
            conf,
            CrawlDir.open(conf, crawl.toString()),
            InetAddress.getLoopbackAddress(),
            0,
            Optional.empty(),
            Optional.empty());
    browser = new Chromium(program.get(), folder.resolve("chromium"));
  }

  private static void page(CrawlFixture pages, String url, String title, String text) {
    pages.crawled(url, CrawlDatum.STATUS_DB_FETCHED);
    pages.parsed(SEGMENT, url, title, text, "lang", "en");
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
      server.close();
    }
  }

  @BeforeEach
  void usual() throws Exception {
    browser.screen(1280, "light");
    browser.call("Emulation.setScriptExecutionDisabled", Map.of("value", false));
  }

  private static void open(String path) throws Exception {
    browser.open(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private static void click(String selector) throws IOException, InterruptedException {
    browser.eval("document.querySelector('" + selector + "').click()");
  }

  @Test
  void takesASuggestionByKeyboard() throws Exception {
    open("/");
    browser.isAccessible("home");
    long examples = (long) browser.eval("document.querySelectorAll('.advice dt a').length");
    assertTrue(examples >= 3, examples + " examples");
    for (int i = 0; i < examples; i++) {
      open("/");
      browser.eval("document.querySelectorAll('.advice dt a')[" + i + "].click()");
      browser.until(RESULTS + " > 0");
    }
    open("/");
    browser.until("document.activeElement.id == 'q'");
    browser.type("zeb");
    browser.until("!document.getElementById('suggestions').hidden");
    browser.isAccessible("suggestions");
    browser.press("ArrowDown", 40);
    String chosen = (String) browser.eval("document.getElementById('q').value");
    assertTrue(chosen.startsWith("zebra"), chosen);
    assertEquals(
        "suggestion-0",
        browser.eval("document.getElementById('q').getAttribute('aria-activedescendant')"));
    browser.press("Enter", 13);
    browser.until(RESULTS + " > 0");
    assertEquals(chosen, browser.eval("new URLSearchParams(location.search).get('q')"));
    browser.isAccessible("results");
    browser.press("Tab", 9);
    click("body");
    browser.eval("document.activeElement.blur()");
    browser.call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", "/", "text", "/"));
    assertEquals("q", browser.eval("document.activeElement.id"));
  }

  @Test
  void followsACorrectionAFacetAndSimilarPages() throws Exception {
    open("/?q=zebar");
    assertEquals(10L, browser.eval(RESULTS));
    browser.isAccessible("corrected");
    click(".correction a[href*=zebar]");
    browser.until("document.body?.textContent.includes('Did you mean') == true");
    assertEquals(0L, browser.eval(RESULTS));
    browser.isAccessible("correction");
    click(".correction a");
    browser.until(RESULTS + " == 10");
    assertEquals("zebra", browser.eval("document.getElementById('q').value"));
    browser.eval(
        "[...document.querySelectorAll('#filters a')]"
            + ".find(a => a.textContent.includes('savanna.example')).click()");
    browser.until("document.querySelector('#filters [aria-current]') != null");
    assertTrue(
        (boolean)
            browser.eval(
                "[...document.querySelectorAll('.results .url b')]"
                    + ".every(host => host.textContent == 'savanna.example')"));
    browser.isAccessible("facet");
    browser.eval(
        "[...document.querySelectorAll('#filters a')]"
            + ".find(a => a.textContent.includes('zoo.example')).click()");
    browser.until("document.querySelectorAll('#filters [aria-current]').length == 2");
    assertEquals(2L, browser.eval("document.querySelectorAll('.chosen li').length"));
    browser.isAccessible("facets");
    open("/?q=nothing+has+these&host=savanna.example&lang=en");
    assertEquals(2L, browser.eval("document.querySelectorAll('.chosen li').length"));
    browser.isAccessible("nothing-filtered");
    click(".chosen li a");
    browser.until("document.querySelectorAll('.chosen li').length == 1");
    open("/?q=crocodiles");
    click(".results .similar");
    browser.until("document.querySelector('h1')?.textContent.startsWith('Pages similar to')");
    assertNotEquals(0L, browser.eval(RESULTS));
    String heading = (String) browser.eval("document.querySelector('h1').textContent");
    assertTrue(heading.startsWith("Pages similar to Zebra stripes "), heading);
    browser.isAccessible("similar");
    open("/?q=nothing+has+these");
    browser.isAccessible("nothing");
    open("/?q=-zebra");
    browser.isAccessible("fault");
    open("/?q=%22zebra+(stripes+OR");
    assertEquals("zebra stripes", browser.eval("document.querySelector('.mended code').innerText"));
    assertEquals(10L, browser.eval(RESULTS));
    browser.isAccessible("mended");
  }

  @Test
  void isReadableInTheDarkAndOnAPhone() throws Exception {
    String background = "getComputedStyle(document.body).backgroundColor";
    open("/?q=zebra");
    Object light = browser.eval(background);
    browser.screen(1280, "dark");
    assertNotEquals(light, browser.eval(background));
    browser.isAccessible("dark");
    browser.screen(360, "dark");
    assertTrue((boolean) browser.eval("document.documentElement.scrollWidth <= 360"));
    browser.isAccessible("phone");
    browser.screen(390, "light");
    open("/?q=zebra&host=savanna.example&host=zoo.example&from=20");
    assertTrue((boolean) browser.eval("document.documentElement.scrollWidth <= 390"));
    browser.isAccessible("phone-filtered");
    open("/");
    assertTrue((boolean) browser.eval("document.documentElement.scrollWidth <= 390"));
    browser.isAccessible("phone-home");
  }

  @Test
  void worksWithoutScripts() throws Exception {
    browser.call("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    open("/");
    assertEquals(null, browser.eval("document.getElementById('q').getAttribute('role')"));
    browser.until("document.activeElement.id == 'q'");
    browser.type("zebra");
    browser.press("Enter", 13);
    browser.until(RESULTS + " == 10");
    click("a[rel=next]");
    browser.until("document.querySelector('h1')?.textContent.includes('page 2')");
    assertEquals(
        "Page 2", browser.eval("document.querySelector('.pages [aria-current]').textContent"));
    browser.eval(
        "[...document.querySelectorAll('.pages a')].find(a => a.textContent == 'Page 5').click()");
    browser.until("document.querySelector('h1')?.textContent.includes('page 5')");
  }

  @Test
  void hostilePagesStayText() throws Exception {
    open("/?q=okapi");
    assertEquals(1L, browser.eval(RESULTS));
    String page = (String) browser.eval("document.querySelector('.results').innerText");
    assertTrue(page.contains("<script>document.title='owned'</script>"), page);
    assertTrue(page.contains("<img src=x onerror="), page);
    assertFalse(page.contains("\u001b"), page);
    assertTrue(((String) browser.eval("document.title")).startsWith("okapi"));
    assertEquals(
        0L, browser.eval("document.querySelectorAll('.results script, .results img').length"));
    browser.isAccessible("hostile");
  }
}
