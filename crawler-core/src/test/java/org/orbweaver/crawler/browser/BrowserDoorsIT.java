package org.orbweaver.crawler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways out of a page: none leads to a server but by the loader. */
class BrowserDoorsIT {
  private static final String PAGE = "http://www.example.com/";
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final byte[] LOOPBACK_6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  private static final AtomicInteger CONTACTS = new AtomicInteger();
  private static ChromiumRenderer renderer;
  private static ServerSocket tcp;
  private static ServerSocket tcp6;
  private static DatagramSocket udp;
  @TempDir static Path folder;

  @BeforeAll
  static void start() throws IOException {
    BrowserUse.assumeBrowser();
    renderer = new ChromiumRenderer(BrowserUse.settings(folder, 1, 20));
    tcp = new ServerSocket(0, 50, InetAddress.getByAddress(LOOPBACK));
    udp = new DatagramSocket(new InetSocketAddress(tcp.getInetAddress(), tcp.getLocalPort()));
    watch(() -> tcp.accept().close());
    watch(() -> udp.receive(new DatagramPacket(new byte[2000], 2000)));
    try {
      tcp6 = new ServerSocket();
      tcp6.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK_6), tcp.getLocalPort()));
      watch(() -> tcp6.accept().close());
    } catch (IOException e) {
      tcp6 = null; // A machine without IPv6.
    }
  }

  private interface Contact {
    void await() throws IOException;
  }

  private static void watch(Contact contact) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  contact.await();
                  CONTACTS.incrementAndGet();
                }
              } catch (IOException e) {
                // The test is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @AfterAll
  static void end() throws IOException {
    if (renderer != null) {
      renderer.close();
      tcp.close();
      udp.close();
      if (tcp6 != null) {
        tcp6.close();
      }
    }
  }

  /** Doors, and whether the loader may be asked for what is behind them. */
  static List<Arguments> doors() {
    List<Arguments> doors = new ArrayList<>();
    for (String asked :
        List.of(
            "<script>fetch('URL').catch(() => 0)</script>",
            "<script>fetch('URL', {mode: 'no-cors'}).catch(() => 0)</script>",
            "<script>const x = new XMLHttpRequest(); x.open('GET', 'URL'); x.send()</script>",
            "<script>const x = new XMLHttpRequest(); x.open('GET', 'URL', false); x.send()</script>",
            "<script src=URL></script>",
            "<script type=module>import 'URL'</script>",
            "<script>import('URL').catch(() => 0)</script>",
            "<link rel=modulepreload href=URL>",
            "<link rel=preload as=script href=URL>",
            "<script>const w = window.open(''); w && w.fetch('URL')</script>",
            "<script>fetch('/redirect').catch(() => 0)</script>",
            "<link rel=preload as=fetch crossorigin href=URL>",
            "<script src=/redirect></script>",
            "<script>new Worker('/worker.js')</script>",
            "<script>new Worker('/worker.js', {type: 'module'})</script>",
            "<iframe srcdoc=\"<script>new Worker('/worker.js')</script>\"></iframe>")) {
      doors.add(Arguments.of(asked, true));
    }
    for (String asked :
        List.of(
            "fetch('URL')",
            "fetch('URL', {mode: 'no-cors', keepalive: true})",
            "fetch('URL', {headers: {'X-A': 'b'}})",
            "fetch('URL', {method: 'POST', headers: {'Content-Type': 'application/json'},"
                + " body: '{\"query\":\"{a}\"}'})",
            "fetch('http://www.example.com/redirect')",
            "const x = new XMLHttpRequest(); x.open('GET', 'URL'); x.send()",
            "const x = new XMLHttpRequest(); x.open('GET', 'URL', false); x.send()",
            "importScripts('URL')",
            "importScripts('http://www.example.com/redirect')",
            "import('URL')",
            "import 'URL'",
            "new Worker(URL.createObjectURL(new Blob(['fetch(\"URL\")'])))",
            "new Worker(URL.createObjectURL(new Blob(['importScripts(\"URL\")'])))")) {
      doors.add(Arguments.of(worker(asked), true));
    }
    for (String off :
        List.of(
            "new WebSocket('WS')",
            "new WebSocketStream('WS')",
            "new EventSource('URL')",
            "new WebTransport('HTTPS')",
            "fetch('URL', {method: 'POST', body: 'x'})",
            "fetch('URL', {headers: {'X-HTTP-Method-Override': 'PUT'}})",
            "new Worker('URL')",
            "new Worker('http://www.example.com/worker.js')",
            "new Worker('data:text/javascript,fetch(`URL`)')",
            "new Worker(URL.createObjectURL(new Blob(['new WebSocket(\"WS\")'])))",
            "new SharedWorker('http://www.example.com/worker.js')",
            "const f = new FontFace('f', 'url(URL)'); self.fonts.add(f); f.load()",
            "new RTCPeerConnection({iceServers: [{urls: 'stun:STUN'}]})",
            "importScripts('file:///etc/passwd')",
            "new Worker('file:///etc/passwd')")) {
      doors.add(Arguments.of(worker(off), false));
    }
    for (String off :
        List.of(
            "<img src=URL srcset='URL 2x'>",
            "<picture><source srcset=URL><img></picture>",
            "<svg><image href=URL /><use href=URL#a /></svg>",
            "<input type=image src=URL>",
            "<body background=URL>",
            "<iframe src=URL></iframe>",
            "<iframe sandbox=allow-scripts src=URL></iframe>",
            "<iframe srcdoc='<iframe src=URL></iframe><img src=URL>'></iframe>",
            "<iframe src='javascript:location=`URL`'></iframe>",
            "<iframe src='data:text/html,<img src=URL><iframe src=URL></iframe>'></iframe>",
            "<frameset><frame src=URL></frameset>",
            "<object data=URL></object><embed src=URL>",
            "<object type=text/html data=URL></object>",
            "<video src=URL poster=URL autoplay><track src=URL default></video>",
            "<audio src=URL autoplay></audio>",
            "<style>@import 'URL'; body { background: url(URL) } @font-face"
                + " { font-family: f; src: url(URL) } p { font-family: f }</style><p>t",
            "<link rel=stylesheet href=URL>",
            "<link rel=icon href=URL>",
            "<link rel=manifest href=URL>",
            "<link rel=prefetch href=URL><link rel=preconnect href=URL>"
                + "<link rel=dns-prefetch href=URL><link rel=prerender href=URL>",
            "<link rel=preload as=image href=URL>",
            "<script type=speculationrules>{\"prerender\":[{\"urls\":[\"URL\"]}],"
                + "\"prefetch\":[{\"urls\":[\"URL\"]}]}</script>",
            "<script>navigator.sendBeacon('URL', 'x')</script>",
            "<a id=a ping=URL href='#x'>a</a><script>a.click()</script>",
            "<a id=a download href=URL>a</a><script>a.click()</script>",
            "<a id=a href=URL target=_blank>a</a><script>a.click()</script>",
            "<script>new WebSocket('WS')</script>",
            "<script>new EventSource('URL')</script>",
            "<script>new WebTransport('HTTPS')</script>",
            "<script>const s = 'STUN', p = new RTCPeerConnection({iceServers: [{urls: 'stun:' + s},"
                + " {urls: 'turn:' + s + '?transport=tcp', username: 'u', credential: 'c'}]});"
                + " p.createDataChannel('d'); p.createOffer().then(o => p.setLocalDescription(o))"
                + "</script>",
            "<iframe id=f></iframe><script>const p = new f.contentWindow.RTCPeerConnection("
                + "{iceServers: [{urls: 'stun:STUN'}]}); p.createDataChannel('d');"
                + " p.createOffer().then(o => p.setLocalDescription(o))</script>",
            "<script>new WebSocketStream('WS')</script>",
            "<script>new Worker('URL')</script>",
            "<script>new Worker('/redirect')</script>",
            "<script>new Worker('data:text/javascript,fetch(`URL`)')</script>",
            "<script>new SharedWorker('/worker.js')</script>",
            "<script>new SharedWorker(URL.createObjectURL(new Blob([`fetch('URL')`])))</script>",
            "<script>navigator.serviceWorker.register('/worker.js').catch(() => 0)</script>",
            "<script>CSS.paintWorklet && CSS.paintWorklet.addModule('URL').catch(() => 0);"
                + " new AudioContext().audioWorklet.addModule('URL').catch(() => 0)</script>",
            "<script>window.open('URL')</script>",
            "<script>location = 'URL'</script>",
            "<script>location = '/redirect'</script>",
            "<meta http-equiv=refresh content='0;url=URL'>",
            "<form id=f action=URL></form><script>f.submit()</script>",
            "<form id=f action=URL method=post target=_blank></form><script>f.submit()</script>",
            "<script>location = 'view-source:URL'</script>",
            "<script>location = 'blob:URL'</script>",
            "<meta http-equiv=Content-Security-Policy content=\"img-src 'none';"
                + " report-uri URL\"><img src=x>",
            "<script>fetch('URL', {method: 'POST', body: 'x'}).catch(() => 0);"
                + " fetch('URL', {method: 'PUT', headers: {'X-A': 'b'}}).catch(() => 0);"
                + " fetch('URL', {headers: {'X-Method-Override': 'PUT'}}).catch(() => 0);"
                + " fetch('URL', {method: 'DELETE', keepalive: true}).catch(() => 0)</script>",
            "<script>try { fetchLater('URL', {activateAfter: 0}) } catch (e) {}</script>",
            "<script>navigator.registerProtocolHandler && 0;"
                + " new PaymentRequest([{supportedMethods: 'HTTPS'}], {total: {label: 'a',"
                + " amount: {currency: 'EUR', value: '1'}}}).canMakePayment()</script>",
            "<script>new Image().src = 'URL'; new Audio('URL').play().catch(() => 0)</script>",
            "<script>document.write('<img src=URL><iframe src=URL></iframe>')</script>")) {
      doors.add(Arguments.of(off, false));
    }
    return doors;
  }

  /** A page with a worker, as a module and as a classic script; one of them may not be able to. */
  private static String worker(String script) {
    String blob = "URL.createObjectURL(new Blob([`" + script + "`], {type: 'text/javascript'}))";
    return "<script>new Worker(" + blob + "); new Worker(" + blob + ", {type: 'module'})</script>";
  }

  @ParameterizedTest
  @MethodSource("doors")
  void leadNowhereButToTheLoader(String html, boolean isAsked) throws Exception {
    int port = tcp.getLocalPort();
    List<String> hosts =
        isAsked || html.contains("RTC")
            ? List.of("127.0.0.1")
            : List.of("127.0.0.1", "[::1]", "localhost");
    for (String host : hosts) {
      String url = "http://" + host + ":" + port + "/";
      String filled =
          html.replace("HTTPS", url.replace("http:", "https:"))
              .replace("URL.createObjectURL", "create")
              .replace("URL", url)
              .replace("create(", "URL.createObjectURL(")
              .replace("WS", url.replace("http:", "ws:"))
              .replace("STUN", host + ":" + port);
      Web web =
          new Web()
              .with(PAGE + "redirect", 302, "", "Location", url)
              .with(PAGE + "worker.js", "text/javascript", "fetch('" + url + "')");
      visit(PAGE, filled, web);
      List<String> asked = web.asked();
      assertEquals(isAsked, asked.contains(url), () -> filled + " asked for " + asked);
    }
    assertEquals(0, CONTACTS.get(), html);
  }

  /** The page's own host listens, and is one of those that may have service workers. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "new Worker('/worker.js')",
        "new Worker(URL.createObjectURL(new Blob([`new Worker('http://HOST/worker.js')`])))",
        "new SharedWorker('/worker.js')",
        "navigator.serviceWorker.register('/worker.js')",
        "const f = document.createElement('iframe'); document.head.append(f);"
            + " f.contentWindow.navigator.serviceWorker.register('/worker.js')",
        "document.write('<iframe src=/frame.html></iframe>')",
        "CSS.paintWorklet.addModule('/worker.js')"
      })
  void leadFromWorkersNowhereButToTheLoader(String script) throws Exception {
    String host = "127.0.0.1:" + tcp.getLocalPort();
    String page = "http://" + host + "/";
    String worker = "fetch('/of-worker'); new Worker('/nested.js')";
    Web web =
        new Web()
            .with(page + "worker.js", "text/javascript", worker)
            .with(
                page + "frame.html",
                "text/html",
                "<script>navigator.serviceWorker.register('/worker.js')</script>");
    visit(page, "<head><script>" + script.replace("HOST", host) + "</script>", web);
    assertEquals(
        script.startsWith("new Worker('/"), web.asked().contains(page + "of-worker"), script);
    assertEquals(0, CONTACTS.get(), script);
  }

  @ParameterizedTest
  @MethodSource("addresses")
  void addressesAreTheLoadersToRefuse(String address) throws Exception {
    Web web = new Web();
    String url = address.replace("PORT", "" + tcp.getLocalPort());
    visit(
        PAGE,
        "<body><script>fetch('"
            + url
            + "').then(r => r.text()).then(t => document.body.append(t)).catch(() => 0)</script>"
            + "<script src='"
            + url
            + "'></script><iframe src='"
            + url
            + "'></iframe><img src='"
            + url
            + "'><script>setTimeout(() => { location = '"
            + url
            + "' }, 100); new WebSocket('ws' + '"
            + url
            + "'.substring(4))</script>"
            + worker("fetch('" + url + "').catch(() => 0); importScripts('" + url + "')"),
        web);
    assertEquals(0, CONTACTS.get(), url);
    for (ResourceRequest request : web.requests) {
      assertTrue(request.url().matches("https?://.*"), request.url());
      assertFalse(request.kind() == ResourceRequest.Kind.FRAME, request.url());
    }
  }

  static Set<String> addresses() {
    return Set.of(
        "http://127.0.0.1:PORT/",
        "http://[::1]:PORT/",
        "http://[::ffff:127.0.0.1]:PORT/",
        "http://2130706433:PORT/",
        "http://0177.0.0.1:PORT/",
        "http://0x7f.1:PORT/",
        "http://localhost:PORT/",
        "http://a.localhost:PORT/",
        "http://0.0.0.0:PORT/",
        "http://169.254.169.254/latest/meta-data/",
        "https://127.0.0.1:PORT/",
        "ftp://127.0.0.1:PORT/",
        "file:///etc/passwd",
        "chrome://version",
        "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/a.js",
        "devtools://devtools/bundled/inspector.html",
        "view-source:http://127.0.0.1:PORT/",
        "filesystem:http://127.0.0.1:PORT/temporary/x");
  }

  /** Renders a page; that it leaves is not of interest here. */
  private static void visit(String url, String html, Web web) throws Exception {
    try {
      RenderedPage page = renderer.render(Web.page(url, html), web);
      assertFalse(page.html().contains("root:"), page.html());
    } catch (RenderException e) {
      assertEquals(RenderException.Kind.LEFT, e.kind(), html + " " + e.getMessage());
    }
  }
}
