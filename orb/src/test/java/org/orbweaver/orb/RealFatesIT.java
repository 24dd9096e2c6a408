package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code orb why} names the right cause on a web not made for the test: the miniweb of real
 * documentation and misbehaving hosts, if it is built.
 */
class RealFatesIT {
  private static final Logger LOG = LoggerFactory.getLogger(RealFatesIT.class);
  private static final int MINIWEB_PORT = 18080;

  @TempDir private Path tmp;
  private final FateCheck fates = new FateCheck(this::why);
  private List<String> settings = List.of();

  private String orb(String... words) {
    TestSite.Run run = TestSite.run(new Configuration(), tmp, settings, List.of(words));
    assertEquals(0, run.status(), () -> String.join(" ", words) + "\n" + run);
    return run.out();
  }

  private String crawl() {
    return tmp.resolve("crawl").toString();
  }

  private String why(String url) {
    return orb("why", url, crawl(), "--json");
  }

  /** A URL of a web whose hosts have one port. */
  private String at(String host, String path) {
    return "http://" + host + ":" + MINIWEB_PORT + path;
  }

  @Test
  void miniweb() throws Exception {
    Path script = Path.of(System.getProperty("orbweaver.shared", ""), "miniweb/miniweb");
    String set = System.getenv("MINIWEB_HOME");
    Path home =
        set == null ? Path.of(System.getProperty("user.home"), ".cache/miniweb") : Path.of(set);
    requireMiniweb(Files.exists(script), "no " + script);
    requireMiniweb(
        Files.exists(home.resolve("tier")), home + " has no tier: 'miniweb build s' makes one");
    boolean up = isUp(home);
    boolean started = !up && run(script, "start") == 0;
    try {
      requireMiniweb(started || up, "'miniweb start' failed");
      requireMiniweb(
          isUp(home), "portal.test answers with no page (can nginx's user read " + home + "?)");
      askMiniweb(home);
    } finally {
      if (started) {
        run(script, "stop");
      }
    }
  }

  private static void requireMiniweb(boolean condition, String otherwise) {
    if (!condition) {
      LOG.warn("SKIPPED: RealFatesIT.miniweb: {}", otherwise);
    }
    assumeTrue(condition, otherwise);
  }

  private int run(Path script, String word) throws Exception {
    return new ProcessBuilder(script.toString(), word)
        .redirectErrorStream(true)
        .redirectOutput(tmp.resolve("miniweb.txt").toFile())
        .start()
        .waitFor();
  }

  /** True if the portal's server answers with a page. */
  private static boolean isUp(Path home) throws IOException {
    Path hosts = home.resolve("hosts");
    if (!Files.exists(hosts)) {
      return false;
    }
    for (String line : Files.readAllLines(hosts)) {
      if (line.endsWith(" portal.test")) {
        String address = line.substring(0, line.indexOf(' '));
        try (Socket socket = new Socket(InetAddress.getByName(address), MINIWEB_PORT)) {
          socket
              .getOutputStream()
              .write("GET / HTTP/1.0\r\nHost: portal.test\r\n\r\n".getBytes(UTF_8));
          String answer =
              new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
          return answer.startsWith("HTTP/1.1 200");
        } catch (java.net.ConnectException e) {
          return false;
        }
      }
    }
    return false;
  }

  private void askMiniweb(Path home) throws Exception {
    settings =
        List.of(
            "http.agent.name=orbweaver",
            "orbweaver.fetch.dns.hosts.file=" + home.resolve("hosts").toUri(),
            "orbweaver.fetch.private.addresses=127.10.0.0/16",
            "fetcher.server.delay=0",
            "fetcher.max.crawl.delay=1",
            "generate.max.count=12",
            "http.content.limit=300000",
            "http.timeout=1500",
            "orbweaver.fetch.deadline.ms=3000",
            "orbweaver.fetch.wait.max.ms=6000");
    List<String> seeds = new ArrayList<>();
    for (String host :
        List.of(
            "pg15",
            "faq-de",
            "ig-i386",
            "calendar",
            "deep",
            "redirect",
            "status",
            "robots-deny",
            "robots-503",
            "robots-loop",
            "robots-wild",
            "slow-ttfb",
            "slow-drip",
            "huge",
            "bomb",
            "charset",
            "malformed",
            "nowhere")) {
      seeds.add(at(host + ".test", "/"));
    }
    for (String path : List.of("/release.html", "/release-15.html", "/bookindex.html")) {
      seeds.add(at("pg15.test", path));
    }
    seeds.add(at("pgmirror.test", "/bookindex.html"));
    for (String path : List.of("/empty.html", "/html-as.pdf", "/links.html", "/fuzz0.html")) {
      seeds.add(at("malformed.test", path));
    }
    Path file = Files.write(tmp.resolve("seeds.txt"), seeds);
    orb("crawl", file.toString(), crawl(), "--rounds", "2");

    realHosts();
    answers();
    rules();
    contents();
    fates.assertAllRight();
    assertTrue(fates.asked() >= 40, fates.asked() + " URLs");
  }

  private void realHosts() throws Exception {
    fates.expect(at("pg15.test", "/"), "searchable", "indexed", "PostgreSQL");
    fates.expect(
        at("pg15.test", "/release.html"), "unavailable", "robots", "line 2: Disallow: /release");
    fates.expect(at("pg15.test", "/release-15.html"), "searchable", "indexed");
    fates.expect(at("pg15.test", "/bookindex.html"), "searchable", "indexed", "truncated: length");
    fates.expect(
        at("pgmirror.test", "/bookindex.html"),
        "left_out",
        "duplicate",
        at("pg15.test", "/bookindex.html"));
    fates.expect(at("pg15.test", "/xplang.html"), "waiting", "not-selected", "generate.max.count");
    fates.expect(at("ig-i386.test", "/en/install.en.pdf.gz"), "outside", "filter", "'.gz'");
    fates.expect(at("faq-de.test", "/"), "waiting", "crawl-delay", "fetcher.max.crawl.delay");
    fates.expect(at("nowhere.test", "/"), "waiting", "dns", "not in the hosts file");
  }

  private void answers() throws Exception {
    fates.expect(at("status.test", "/204"), "left_out", "empty");
    fates.expect(at("status.test", "/401"), "unavailable", "http-401");
    fates.expect(at("status.test", "/403"), "unavailable", "http-403");
    fates.expect(at("status.test", "/404"), "unavailable", "http-404");
    fates.expect(at("status.test", "/410"), "unavailable", "http-410");
    fates.expect(at("status.test", "/429"), "waiting", "http-429");
    fates.expect(at("status.test", "/500"), "waiting", "http-500");
    fates.expect(at("status.test", "/503"), "waiting", "http-503");
    fates.expect(at("status.test", "/drop"), "waiting", "truncated");
    fates.expect(at("status.test", "/soft404"), "searchable", "indexed", "'found' (text)");
    fates.expect(at("redirect.test", "/loop/a"), "redirect", "redirect-loop");
    fates.expect(at("redirect.test", "/self"), "redirect", "redirect-loop");
    fates.expect(
        at("redirect.test", "/chain/9"), "redirect", "redirect", "which is not fetched yet");
    fates.expect(
        at("redirect.test", "/to-mirror"), "redirect", "redirect", "pgmirror.test", "Permanent");
    fates.expect(at("redirect.test", "/bad"), "unavailable", "redirect-nowhere", "[::bad");
    fates.expect(at("redirect.test", "/local"), "redirect", "redirect", "http://127.0.0.1:22/");
    fates.expect("http://127.0.0.1:22/", "waiting", "port", "orbweaver.fetch.ports");
  }

  private void rules() throws Exception {
    fates.expect(at("robots-deny.test", "/"), "unavailable", "robots", "line 2: Disallow: /");
    fates.expect(at("robots-503.test", "/"), "waiting", "robots-unavailable", "503");
    fates.expect(at("robots-loop.test", "/"), "waiting", "robots-unavailable", "redirects more");
    fates.expect(at("robots-wild.test", "/private/x"), "unavailable", "robots", "line 8:");
    // The host gives this answer to every path.
    fates.expect(at("robots-wild.test", "/keep/y"), "unavailable", "soft-404");
    fates.expect(at("robots-wild.test", "/xaxb"), "outside", "never-seen", "would forbid it");
    fates.expect(at("robots-wild.test", "/a.gif.gif"), "outside", "filter", "'.gif'");
    fates.expect(at("slow-ttfb.test", "/"), "waiting", "timeout");
    fates.expect(at("slow-drip.test", "/"), "waiting", "robots-unavailable");
    fates.expect(
        at("deep.test", "/a/b/"), "waiting", "waiting", "link on " + at("deep.test", "/a/"));
    fates.expect(at("deep.test", "/a/a/a/"), "outside", "filter", "regex-urlfilter.txt:");
    fates.expect("ftp://x/", "outside", "scheme", "ftp");
  }

  private void contents() throws Exception {
    fates.expect(at("huge.test", "/big.html"), "searchable", "indexed", "truncated: length");
    fates.expect(at("huge.test", "/p99.html"), "waiting", "waiting");
    fates.expect(at("huge.test", "/p199999.html"), "outside", "never-seen");
    fates.expect(at("bomb.test", "/zeros.bomb"), "left_out", "empty");
    fates.expect(at("charset.test", "/meta-sjis.html"), "searchable", "indexed");
    fates.expect(at("malformed.test", "/empty.html"), "left_out", "empty");
    fates.expect(at("malformed.test", "/html-as.pdf"), "searchable", "indexed", "text/html");
    fates.expect(at("malformed.test", "/fuzz0.html"), "searchable", "indexed");
    fates.expect(
        at("calendar.test", "/cal?m=1&sid=0123456789abcdef0123456789abcdef"),
        "searchable",
        "indexed",
        "session");
  }
}
