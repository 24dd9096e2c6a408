package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.CrawlerCommands;
import org.orbweaver.index.serve.SearchServer;
import org.orbweaver.orb.report.LiveReport;
import org.orbweaver.testkit.Chromium;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** The report and the graph of a crawl with ten failing hosts, in a browser, with axe-core. */
class ReportBrowserIT {
  private static final String ROWS =
      "document.querySelectorAll('#failures ~ .tall tbody')[0].querySelectorAll('tr:not([hidden])')";

  @TempDir static Path folder;
  private static FakeWeb web;
  private static SearchServer server;
  private static Chromium browser;

  @BeforeAll
  static void serve() throws Exception {
    Optional<Path> program = Chromium.program();
    assumeTrue(program.isPresent(), "no Chromium here: the pages are not tried in a browser");
    web = FakeWeb.start();
    failing();
    StringBuilder links = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      links.append("<a href='").append(web.url("fails" + i + ".test", "/")).append("'>x</a> ");
      links.append("<a href='").append(web.url("b.test", "/none" + i)).append("'>x</a> ");
      links.append("<a href='").append(web.url("b.test", "/" + i)).append("'>x</a> ");
      web.on("b.test", "/none" + i, Response.status(404));
      web.page(
          "b.test",
          "/" + i,
          "<title>"
              + (i < 5 ? "A page" : "")
              + "</title>Zebra number "
              + i / 2
              + " <a href=/"
              + (i + 1) % 10
              + ">next</a> <a href='"
              + web.url("a.test", "/")
              + "'>a</a>");
    }
    web.page(
        "a.test", "/", "<title>Seed</title>" + links + "<a href=/old>old</a> <a href=/no/>no</a>");
    web.redirect("a.test", "/old", 301, "/");
    web.robots("a.test", "User-agent: *\nDisallow: /no\n");
    TestSite site = new TestSite(web, folder, "http.timeout=1000", "db.fetch.retry.max=1");
    site.orb(0, "crawl", web.url("a.test", "/"), site.dir(), "--rounds", "3");
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    CrawlDir crawl = CrawlDir.open(conf, site.dir());
    server =
        SearchServer.start(
            conf,
            crawl,
            InetAddress.getLoopbackAddress(),
            0,
            Optional.empty(),
            Optional.of(new LiveReport(conf, crawl, CrawlerCommands.why(), Clock.systemUTC())));
    browser = new Chromium(program.get(), folder.resolve("chromium"));
  }

  /** Hosts that fail, each in its own way; fails9.test has no address. */
  private static void failing() {
    List<Response> ways =
        List.of(
            Response.status(500),
            Response.status(403),
            Response.status(429),
            Response.drop(),
            Response.reset(),
            Response.hang(),
            Response.redirect(302, "/"),
            Response.html("<p>cut</p>".repeat(200)).closeAfter(100),
            Response.html("late").delay(Duration.ofSeconds(5)));
    for (int i = 0; i < ways.size(); i++) {
      String host = "fails" + i + ".test";
      web.on(host, "/", ways.get(i));
      web.robots(host, Response.status(404));
    }
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
      server.close();
    }
    if (web != null) {
      web.close();
    }
  }

  private static void open(String path) throws Exception {
    browser.call("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    browser.open(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  /** Opens a page that is made when it is asked for first. */
  private static void openMade(String path, String made) throws Exception {
    open(path);
    for (int i = 0; i < 600 && !(boolean) browser.eval(made); i++) {
      Thread.sleep(100);
      open(path);
    }
    assertTrue((boolean) browser.eval(made), path);
  }

  private static void fits(int width) throws Exception {
    assertEquals(
        (long) width, browser.eval("document.documentElement.scrollWidth"), "nothing is cut off");
  }

  @Test
  void theReportTellsWhatToMend() throws Exception {
    browser.screen(1280, "light");
    open("/report");
    browser.isAccessible("report-being-made");
    openMade("/report", "document.getElementById('failures') != null");
    browser.isAccessible("report");
    for (String host :
        List.of("fails0.test", "fails5.test", "fails8.test", "b.test:", "fails9.test")) {
      assertTrue(
          (boolean)
              browser.eval(
                  "document.querySelector('#errors').innerText.includes('"
                      + host.replace(":", "")
                      + "')"),
          host);
    }
    assertTrue((long) browser.eval(ROWS + ".length") >= 16, "failures");
    browser.eval("document.querySelector('#audit input').value = 'none'");
    browser.eval("document.querySelector('#audit input').dispatchEvent(new Event('input'))");
    assertEquals(10L, browser.eval(ROWS + ".length"));
    String numbers =
        "[...document.querySelectorAll('#slow-hosts ~ .tall tbody')][0].rows[0].cells[0].innerText";
    browser.eval(
        "[...document.querySelectorAll('#slow-hosts ~ .tall thead')][0].querySelector('th:last-child button').focus()");
    browser.press("Enter", 13);
    Object fastest = browser.eval(numbers);
    browser.press("Enter", 13);
    assertFalse(fastest.equals(browser.eval(numbers)), "sorted by keyboard");
    browser.isAccessible("report-sorted");
    browser.screen(1280, "dark");
    browser.isAccessible("report-dark");
    browser.screen(390, "light");
    open("/report");
    fits(390);
    browser.isAccessible("report-phone");
    browser.screen(390, "dark");
    browser.isAccessible("report-phone-dark");
  }

  @Test
  void aRunningCrawlIsWatched() throws Exception {
    browser.screen(390, "dark");
    openMade("/report", "document.getElementById('failures') != null");
    assertEquals(null, browser.eval("document.getElementById('pause')"));
    String dir = folder.resolve("crawl").toString();
    try (Session session = Session.open(new Configuration(), dir, Console.silent(), "test")) {
      Step step = session.steps().begin("parse", "20260101000000");
      session.dir().fs().mkdirs(step.staging("part"));
      open("/report");
      String state = (String) browser.eval("document.getElementById('state').innerText");
      assertTrue(state.contains("is making parse of 20260101000000"), state);
      fits(390);
      browser.isAccessible("report-running");
      browser.eval("document.getElementById('pause').focus()");
      browser.press("Enter", 13);
      assertEquals(
          "true", browser.eval("document.getElementById('pause').getAttribute('aria-pressed')"));
      browser.isAccessible("report-paused");
      step.abort();
    }
  }

  @Test
  void whyIsAPage() throws Exception {
    for (int width : new int[] {1280, 390}) {
      browser.screen(width, width == 390 ? "dark" : "light");
      open(
          "/report/why?url="
              + URLEncoder.encode(web.url("b.test", "/none3"), StandardCharsets.UTF_8));
      assertTrue((boolean) browser.eval("document.body.innerText.includes('404')"));
      fits(width);
      browser.isAccessible("why-" + width);
    }
    open("/report/why?url=");
    browser.isAccessible("why-fault");
    open("/report/none");
    browser.isAccessible("report-none");
    open("/none");
    browser.isAccessible("none");
  }

  @Test
  void theGraphWorksByKeyboardAndOnAPhone() throws Exception {
    browser.screen(1280, "light");
    openMade("/report/graph", "document.getElementById('hosts') != null");
    browser.isAccessible("graph");
    browser.eval("document.querySelector('.zoom button').focus()");
    String world = "document.querySelector('#hosts > g').getAttribute('transform')";
    Object before = browser.eval(world);
    browser.press("Enter", 13);
    assertFalse(before.equals(browser.eval(world)), "zoomed by keyboard");
    for (int i = 0; i < 7; i++) {
      browser.press("Tab", 9);
    }
    browser.until("document.getElementById('about').textContent.includes('pages')");
    browser.isAccessible("graph-focus");
    browser.screen(1280, "dark");
    browser.isAccessible("graph-dark");
    browser.screen(390, "light");
    open("/report/graph");
    fits(390);
    browser.isAccessible("graph-phone");
    browser.screen(390, "dark");
    browser.isAccessible("graph-phone-dark");
    browser.eval("document.querySelector('.brand a').click()");
    browser.until("location.pathname == '/report'");
  }

  @Test
  void theReportIsReadWithoutScripts() throws Exception {
    browser.screen(1280, "light");
    openMade("/report", "document.getElementById('failures') != null");
    browser.call("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    browser.open(URI.create("http://127.0.0.1:" + server.port() + "/report"));
    assertTrue((long) browser.eval(ROWS + ".length") >= 16, "failures");
    assertEquals(null, browser.eval("document.querySelector('th button')"));
  }
}
