package org.orbweaver.crawler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.browser.RenderException.Kind;
import org.orbweaver.crawler.browser.RenderedPage.Ending;
import org.orbweaver.crawler.http.FetchedPage.Header;

/** Pages given as strings, in a real browser. */
class ChromiumRendererIT {
  private static final String URL = "http://www.example.com/";
  private static final int MAX_SECONDS = 8;
  private static ChromiumRenderer renderer;
  @TempDir static Path folder;

  @BeforeAll
  static void start() {
    BrowserUse.assumeBrowser();
    renderer = new ChromiumRenderer(BrowserUse.settings(folder, 2, MAX_SECONDS));
  }

  @AfterAll
  static void end() {
    if (renderer != null) {
      renderer.close();
    }
  }

  private static RenderedPage render(String html, Web web) throws Exception {
    return renderer.render(Web.page(URL, html), web);
  }

  private static Document document(RenderedPage page) {
    return Jsoup.parse(page.html(), page.url());
  }

  private static String text(RenderedPage page) {
    return document(page).body().text();
  }

  @Test
  void showsWhatScriptsMakeAfterRedirectsToo() throws Exception {
    Web web =
        new Web()
            .with(URL + "s.js", 302, "", "Location", "/moved.js")
            .with(
                URL + "moved.js",
                "text/javascript",
                "fetch('/old.json').then(r => r.json()).then(d =>"
                    + " document.getElementById('app').innerHTML = '<h1>' + d.title + '</h1>')")
            .with(URL + "old.json", 302, "", "Location", "/new.json")
            .with(URL + "new.json", "application/json", "{\"title\":\"Hällo\"}");
    RenderedPage page =
        render("<!doctype html><title>t</title><div id=app></div><script src=s.js></script>", web);
    assertEquals("Hällo", document(page).select("h1").text());
    assertEquals(Ending.QUIET, page.ending());
    assertTrue(page.html().startsWith("<!DOCTYPE html><html><head><meta charset=\"utf-8\">"));
    assertTrue(
        page.requests().contains(new RenderedPage.RequestMade(URL + "new.json", "xhr", "200")),
        page.requests()::toString);
    assertTrue(page.cpuMillis() > 0);
  }

  @Test
  void waitsForAnswersAndTimersWithoutCharge() throws Exception {
    ResourceLoader slow =
        request ->
            CompletableFuture.supplyAsync(
                () ->
                    new ResourceAnswer.Loaded(
                        new org.orbweaver.crawler.http.FetchedPage(
                            200,
                            List.of(),
                            "late".getBytes(StandardCharsets.UTF_8),
                            org.orbweaver.crawler.http.FetchedPage.Truncation.NONE)),
                CompletableFuture.delayedExecutor(MAX_SECONDS + 2, TimeUnit.SECONDS));
    RenderedPage page =
        renderer.render(
            Web.page(
                URL,
                "<p id=p><script>fetch('/x').then(r => r.text()).then(t =>"
                    + " setTimeout(() => p.append(t), 1500))</script>"),
            slow);
    assertEquals("late", text(page));
    assertEquals(Ending.QUIET, page.ending());
  }

  @Test
  void composesShadowTreesSlotsAndFrames() throws Exception {
    Web web =
        new Web()
            .with(
                URL + "same.html", "text/html", "<p>same</p><script>document.write('+js')</script>")
            .with("http://sub.example.com/", "text/html", "<p>sub</p>");
    RenderedPage page =
        render(
            """
            <!doctype html><body><x-open><b slot=n>named</b><i>rest</i></x-open><x-closed></x-closed>
            <iframe src=/same.html></iframe><iframe src=http://sub.example.com/></iframe>
            <iframe srcdoc='<p>srcdoc</p>'></iframe><iframe src=http://other.example.net/></iframe>
            <template>template</template><noscript>noscript</noscript>
            <script type=application/ld+json>{"name":"<b>&"}</script>
            <input value=a><textarea id=t></textarea>
            <script>
            const define = (name, mode, html) => customElements.define(name, class extends HTMLElement {
              constructor() { super(); this.attachShadow({mode}).innerHTML = html; } });
            define('x-open', 'open', '<h2>open</h2><slot></slot> <slot name=n></slot> <slot name=u>default</slot>');
            define('x-closed', 'closed', '<h2>closed</h2>');
            t.value = '<typed>';
            Array.prototype.toJSON = () => 'bad';
            Object.defineProperty(Node.prototype, 'childNodes', {get() { return []; }});
            String.prototype.replace = () => 'bad';
            </script>
            """,
            web);
    Document document = document(page);
    String text = document.body().text();
    assertTrue(text.startsWith("open rest named default closed"), page.html());
    assertTrue(text.contains("same +js") && text.contains("sub") && text.contains("srcdoc"), text);
    assertTrue(text.contains("<typed>"), text);
    assertFalse(text.contains("template") || text.contains("noscript"), text);
    assertEquals("{\"name\":\"<b>&\"}", document.select("script").first().data());
    assertEquals(1, document.select("script").size());
    assertFalse(web.asked().contains("http://other.example.net/"));
    assertEquals(document.html(), Jsoup.parse(document.html(), page.url()).html());
  }

  @Test
  void goesOnWithoutImagesAndStyles() throws Exception {
    Web web = new Web();
    RenderedPage page =
        render(
            """
            <body><link rel=stylesheet href=/s.css><script>
            const say = t => document.body.append(t + ' ');
            const image = new Image(); image.onload = () => say('image'); image.src = '/i.png';
            const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = '/t.css';
            link.onload = () => say('style'); document.head.append(link);
            onload = () => say('load');
            fetch('/post', {method: 'POST', body: 'x'}).catch(() => say('refused'));
            </script>
            """,
            web);
    for (String one : List.of("image", "style", "load", "refused")) {
      assertTrue(text(page).contains(one), one + " in " + page);
    }
    assertEquals(List.of(), web.asked());
    assertTrue(
        page.requests().stream().anyMatch(made -> made.outcome().contains("method POST")),
        page::toString);
  }

  @Test
  void makesAllPostsOfTextIfItIsToldTo() throws Exception {
    String page =
        """
        <body><script>
        const form = new FormData(); form.append('a', '1');
        const send = (path, body) => fetch(path, {method: 'POST', body}).then(r => r.text())
          .then(t => document.body.append(t + ' '), () => document.body.append(path + '=refused '));
        send('/text', 'täxt');
        send('/form', new URLSearchParams({a: 'b c'}));
        send('/parts', form);
        send('/empty');
        send('/blob', new Blob(['blob'], {type: 'text/plain'}));
        send('/bytes', new Uint8Array([255, 254, 0]));
        </script>
        """;
    Web web = new Web();
    List<String> paths = List.of("text", "form", "parts", "empty", "blob", "bytes");
    paths.forEach(path -> web.with(URL + path, "text/plain", path + "=answered"));
    BrowserSettings usual = BrowserUse.settings(folder, 1, 20);
    BrowserSettings all =
        new BrowserSettings(
            usual.executable(),
            folder,
            usual.hasSandbox(),
            usual.userAgent(),
            1,
            usual.pagesPerBrowser(),
            usual.maxMemoryMb(),
            usual.maxTime(),
            usual.maxRequests(),
            usual.maxHtmlBytes(),
            PostMode.ALWAYS);
    try (ChromiumRenderer posting = new ChromiumRenderer(all)) {
      RenderedPage rendered = posting.render(Web.page(URL, page), web);
      String text = text(rendered);
      Map<String, String> bodies = new TreeMap<>();
      web.requests.forEach(r -> bodies.put(r.url().substring(URL.length()), "" + r.body()));
      assertEquals("täxt", bodies.get("text"), bodies + text);
      assertEquals("a=b+c", bodies.get("form"), bodies + text);
      assertEquals("", bodies.get("empty"), bodies + text);
      assertTrue(bodies.getOrDefault("parts", "").contains("name=\"a\""), bodies + text);
      assertFalse(bodies.containsKey("bytes"), bodies + text);
      // A request is sent with its body, or not at all.
      assertEquals("blob", bodies.getOrDefault("blob", "blob"), bodies + text);
      assertTrue(text.contains("text=answered") && text.contains("/bytes=refused"), text);
    }
  }

  /** As many tabs at once as by default: a page needs frames, also if others are in front of it. */
  @Test
  void loadsMoreOfListsToABoundInAllTabs() throws Exception {
    String list =
        """
        <body><div id=list></div><div id=end>.</div><script>
        let n = 0;
        new IntersectionObserver(seen => { if (seen[0].isIntersecting) {
          for (let i = 0; i < 20; i++) list.insertAdjacentHTML('beforeend', '<p style="height:300px">item ' + n++ + '</p>');
        }}).observe(end);
        </script>
        """;
    int tabs = 4;
    ExecutorService threads = Executors.newFixedThreadPool(tabs);
    try (ChromiumRenderer many = new ChromiumRenderer(BrowserUse.settings(folder, tabs, 20))) {
      List<Future<RenderedPage>> pages = new ArrayList<>();
      for (int i = 0; i < 3 * tabs; i++) {
        pages.add(threads.submit(() -> many.render(Web.page(URL, list), new Web())));
      }
      List<Integer> items = new ArrayList<>();
      for (Future<RenderedPage> page : pages) {
        items.add(document(page.get()).select("p").size());
      }
      assertTrue(items.stream().allMatch(n -> n >= 100 && n <= 1000), items + " items");
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "setInterval(() => document.body.append('x '), 100)",
        "while (true);",
        "(function f() { Promise.resolve().then(f) })()",
        "const c = new MessageChannel(); c.port1.onmessage = () => c.port2.postMessage(0);"
            + " c.port2.postMessage(0)",
        "while (true) alert('hello')",
        "setInterval(() => alert('hello'), 0)",
        "setInterval(() => { window.open('/w'); window.open('about:blank') }, 10)",
        "setInterval(() => { location = '/next' + Math.random() }, 10)",
        "setInterval(() => document.write('<p>content'), 10)",
        "setInterval(() => fetch('/' + Math.random()).catch(() => 0), 1)",
        "const a = []; while (true) a.push(new Array(100000).fill(Math.random()))",
        "const a = []; setInterval(() => a.push(new Uint8Array(1e8).fill(1)), 1)",
        "let e = document.body; for (let i = 0; i < 100000; i++)"
            + " e = e.appendChild(document.createElement('div'))",
        "for (let i = 0; i < 1000000; i++) document.body.append(document.createElement('b'))",
        "document.body.title = 'x'.repeat(50000000)",
        "onbeforeunload = () => 'stay'; onunload = () => { while (true); }",
        "(function f() { requestAnimationFrame(f); document.body.className = Math.random() })()",
        "history.back(); history.go(-2)",
        "setInterval(() => history.pushState(0, '', '#' + Math.random()), 1)",
        "for (let i = 0; i < 2000; i++) fetch('/' + i)",
        "new Worker(URL.createObjectURL(new Blob(['while (true);'])))",
        "for (let i = 0; i < 500; i++) document.body.append(document.createElement('iframe'))",
        "print(); confirm('a'); prompt('b'); window.stop(); window.close()",
      })
  void costsItsPageAtMost(String script) throws Exception {
    try {
      RenderedPage page = render("<body><p>content</p><script>" + script + "</script>", new Web());
      assertTrue(page.html().contains("content"), page.html());
    } catch (RenderException e) {
      assertFalse(e.kind() == Kind.NO_BROWSER, e.toString());
    }
    assertEquals("next", text(render("<p id=p><script>p.append('next')</script>", new Web())));
  }

  @Test
  void saysWherePagesGoThatShowNothing() {
    for (String html :
        List.of(
            "<script>location = 'http://elsewhere.example.net/'</script>",
            "<meta http-equiv=refresh content='0;url=/other'>",
            "<script>location = 'about:blank'</script>text",
            "<form id=f action=/send></form><script>f.submit()</script>")) {
      RenderException thrown =
          assertThrows(RenderException.class, () -> render("<body>" + html, new Web()), html);
      assertEquals(Kind.LEFT, thrown.kind(), html + thrown);
    }
  }

  @Test
  void keepsTheContentOfAPageThatGoesOn() throws Exception {
    RenderedPage page =
        render("<p>content<script>location = 'http://elsewhere.example.net/'</script>", new Web());
    assertEquals("content", text(page));
  }

  @Test
  void showsErrorPagesAndOddAnswersAsTheyAre() throws Exception {
    List<Header> headers =
        List.of(
            new Header("Content-Type", "text/html; charset=iso-8859-1"),
            new Header("Content-Encoding", "gzip"),
            new Header("Content-Length", "3"),
            new Header("Transfer-Encoding", "chunked"),
            new Header("Bad Name", "x"),
            new Header("X-Bad", "a\nb"));
    byte[] body =
        "<p id=p>h\u00e4<script>p.append('!')</script>".getBytes(StandardCharsets.ISO_8859_1);
    for (int status : new int[] {200, 404, 503, 999, 0}) {
      RenderedPage page = renderer.render(new PageSource(URL, status, headers, body), new Web());
      assertEquals("hä!", text(page));
    }
  }

  @Test
  void leavesNothingToTheNextPage() throws Exception {
    String state =
        """
        <body><script>(async () => {
        const say = t => document.body.append(t + '; ');
        say(window.name); say(history.length < 3); say(window.leak);
        say(document.cookie); say(localStorage.k); say(sessionStorage.k);
        say((await indexedDB.databases()).length);
        window.name = window.leak = document.cookie = localStorage.k = sessionStorage.k = 'left=1';
        indexedDB.open('left');
        history.pushState(0, '', '/x');
        document.cookie = 'left=1';
        Array.prototype.left = 1;
        setInterval(() => localStorage.k = 'left again', 10);
        onpagehide = onunload = () => { localStorage.k = sessionStorage.k = 'left last'; };
        try { await navigator.serviceWorker.register('/sw.js'); say('worker'); } catch (e) {}
        })()</script>
        """;
    String first = text(renderer.render(Web.page("https://www.example.com/", state), new Web()));
    Web other = new Web();
    renderer.render(Web.page("https://other.example.net/", state), other);
    assertEquals("; true; undefined; ; undefined; undefined; 0;", first);
    for (int i = 0; i < 4; i++) {
      Web web = new Web();
      assertEquals(first, text(renderer.render(Web.page("https://www.example.com/", state), web)));
      assertEquals(List.of(), web.asked());
    }
  }

  @Test
  void loadsAScriptAgainForTheNextPage() throws Exception {
    for (String one : List.of("first", "second")) {
      Web web = new Web().with(URL + "s.js", "text/javascript", "p.append('" + one + "')");
      assertEquals(one, text(render("<p id=p></p><script src=s.js></script>", web)));
    }
  }

  @Test
  void rendersSeveralPagesAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<String>> texts =
          java.util.stream.IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            Web web = new Web().with(URL + "d", "text/plain", "data " + i);
                            return text(
                                render(
                                    "<p id=p><script>fetch('/d').then(r => r.text()).then(t =>"
                                        + " p.append(t))</script>",
                                    web));
                          }))
              .toList();
      for (int i = 0; i < texts.size(); i++) {
        assertEquals("data " + i, texts.get(i).get());
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
