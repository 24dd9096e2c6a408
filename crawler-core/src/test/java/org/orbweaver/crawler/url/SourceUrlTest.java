package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceUrlTest {
  private static final SourceRoots ROOTS =
      SourceRoots.parse("/share\nfile:///other/ connections=3\nhdfs://nn:8020/data/");

  private final UrlNormalizer urls = new UrlNormalizer(SemanticRules.NONE, ROOTS, List.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "file:///share/a|file:///share/a",
        "file:/share/a|file:///share/a",
        "FILE://localhost/share//a/./b/../c|file:///share/a/c",
        "file:///share/%7Ea%3b%2D%e4|file:///share/~a;-%E4",
        "file:///share/%25%3F%23%20|file:///share/%25%3F%23%20",
        "file:///share/100%|file:///share/100%25",
        "file:///share/\u00e4|file:///share/%C3%A4",
        "file:///share/a?b#c|file:///share/a",
        "file:///share/a/..|file:///share/",
        "file:///share/%2e%2E/x|-",
        "file:///share/../../x|-",
        "file:///share|file:///share/",
        "file:///shared/x|-",
        "file:///share/a%2Fb|-",
        "file:///share/a%00b|-",
        "file://host/share/a|-",
        "file:share/a|-",
        "HDFS://nn:8020/data/x|hdfs://nn:8020/data/x",
        "hdfs://NN:8020/data/x|-",
        "hdfs://nn/data/x|-",
        "hdfs://a:b@nn:8020/data/x|-",
        "ftp://nn/data/x|-",
        "http://a.org|http://a.org/",
      })
  void eachFileHasOneForm(String written, String normal) {
    assertEquals(normal, urls.normalize(written));
    assertEquals(normal, urls.trace(written).url());
    if (normal != null) {
      assertEquals(normal, urls.normalize(normal));
    }
    assertEquals(
        normal != null && normal.startsWith("http") ? normal : null,
        new UrlNormalizer().normalize(written));
  }

  @Test
  void namesOfAnyBytesAndCharactersComeBack() {
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      StringBuilder name = new StringBuilder();
      for (int n = 1 + random.nextInt(8); n > 0; n--) {
        char c = (char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0xd800));
        name.append(c == '/' || c == 0 ? '%' : c);
      }
      if (name.toString().matches("[.]{1,2}")) {
        continue;
      }
      String url = SourceUrl.entry("file:///share/", name.toString(), i % 2 == 0);
      assertEquals(url, urls.normalize(url));
      assertEquals("/share/" + name + (i % 2 == 0 ? "/" : ""), SourceUrl.decodedPath(url));
      byte[] bytes = new byte[1 + random.nextInt(5)];
      StringBuilder raw = new StringBuilder("file:///share/");
      for (int b = 0; b < bytes.length; b++) {
        Percent.encode(1 + random.nextInt(46), raw);
        Percent.encode(128 + random.nextInt(128), raw);
      }
      String ofBytes = urls.normalize(raw.toString());
      assertEquals(Path.of(URI.create(raw.toString())), Path.of(URI.create(ofBytes)));
    }
    assertNull(SourceUrl.entry("file:///share/", "half \ud800", false));
    assertNull(SourceUrl.entry("file:///share/", "x".repeat(9000), false));
  }

  /** Who links, what is written, and where it leads. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "http://a.org/|file:///share/x|-",
        "http://a.org/|file:/share/x|-",
        "https://a.org/|hdfs://nn:8020/data/x|-",
        "http://share/|/x|http://share/x",
        "file:///share/a/b.html|c%20d.html?x#y|file:///share/a/c%20d.html",
        "file:///share/a/b.html|../c\\d|file:///share/c/d",
        "file:///share/a/b.html|../../etc/passwd|-",
        "file:///share/a/b.html|%2e%2e/%2e%2e/etc/passwd|-",
        "file:///share/a/b.html|/share/x|file:///share/x",
        "file:///share/a/b.html|/other/x|-",
        "file:///share/a/b.html|file:///other/x|-",
        "file:///share/a/b.html|hdfs://nn:8020/data/x|-",
        "file:///share/a/b.html|//a.org/x|-",
        "file:///share/a/b.html|C:\\x|-",
        "file:///share/a/b.html|mailto:x|-",
        "file:///share/a/b.html|http://a.org/x|http://a.org/x",
        "file:///share/a/|./|file:///share/a/",
        "file:///elsewhere/|x|-",
      })
  void onlyFilesLinkToFilesOfTheirRoot(String from, String link, String target) {
    assertEquals(target, urls.resolve(from, link));
    assertEquals(target, urls.resolveAsIs(from, link));
    assertNull(new UrlNormalizer().resolve(from, "file:///share/x"));
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.org/, file:///share/x, false",
    "http://file/, file:///share/x, false",
    "file:///share/a, file:///share/x, true",
    "file:///other/a, file:///share/x, false",
    "file:///gone/a, file:///gone/x, false",
    "file:///share/a, http://a.org/, true",
    "http://a.org/, http://b.org/, true"
  })
  void thePolicyOfLinksKeepsToIt(String from, String to, boolean follows) {
    assertEquals(follows, new LinkPolicy(false, HostMode.HOST, false, ROOTS).follow(from, to));
    boolean web = to.startsWith("http");
    assertEquals(
        web, new LinkPolicy(false, HostMode.HOST, false, SourceRoots.NONE).follow(from, to));
  }

  @Test
  void rootsHaveLimitsAndGroups() {
    assertEquals("file:///other/", ROOTS.of("file:///other/a/b").orElseThrow().url());
    assertEquals("file://#0", ROOTS.group("file:///share/x"));
    assertEquals("hdfs://nn:8020#0", ROOTS.group("hdfs://nn:8020/data/x"));
    assertTrue(ROOTS.group("file:///other/x").matches("file://#[012]"));
    assertEquals("", ROOTS.group("file:///nowhere/x"));
    SourceFilter filter = new SourceFilter(ROOTS, "orbweaver.sources");
    assertFalse(filter.decision("file:///nowhere/x").accepted());
    assertNull(filter.decision("file:///share/x"));
    assertNull(filter.decision("http://a.org/"));
    assertEquals("file", Hosts.host("file:///share/x"));
    assertEquals("nn", Hosts.host("hdfs://nn:8020/data/x"));
    assertEquals("me", Hosts.host("ftp://you@me:21/x"));
    assertEquals("", Hosts.host("mailto:x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.org/",
        "relative/path",
        "smb://host/share",
        "ftp://user:s3cret@host/",
        "ftp://user:@host/",
        "file://host/share/",
        "file:///share/ connections=0",
        "file:///share/ speed=9"
      })
  void whatIsNoRootIsRefused(String line) {
    String told =
        assertThrows(IllegalArgumentException.class, () -> SourceRoots.parse(line)).getMessage();
    assertFalse(told.contains("s3cret"), told);
    assertTrue(!line.startsWith("smb") || told.contains("mount the share"), told);
  }

  @ParameterizedTest
  @CsvSource({
    "ZIM://Wiki/A/../B?q=%7e#f, zim://wiki/B?q=~",
    "zim://wiki, zim://wiki/",
    "zim://wiki:80/x, zim://wiki:80/x",
    "zim://wiki:443/x, zim://wiki:443/x",
    "zim:///x,",
    "zim:x,",
    "other://wiki/x,",
    "ftp://h/x,",
  })
  void urlsOfAPluginsSchemeAreAsThoseOfTheWeb(String written, String normal) {
    SourceRoots roots = SourceRoots.parse("ftp://h/pub/").with(Set.of("zim", "ftp"));
    UrlNormalizer all = new UrlNormalizer(SemanticRules.NONE, roots, List.of());
    assertEquals(normal, all.normalize(written));
    assertEquals(normal, all.resolve("zim://wiki/y", written));
    assertNull(all.resolve("http://wiki/y", written), "never from the web");
    assertNull(all.resolve("ftp://h/pub/y", written), "nor from files");
  }

  @Test
  void aPageOfAPluginsSchemeLinksWithinIt() {
    SourceRoots roots = ROOTS.with(Set.of("zim", "arc"));
    UrlNormalizer all = new UrlNormalizer(SemanticRules.NONE, roots, List.of());
    String from = "zim://wiki:80/a/b?c";
    assertEquals("zim://wiki:80/a/d%20e", all.resolve(from, " d e#f"));
    assertEquals("zim://wiki:80/x", all.resolve(from, "/x"));
    assertEquals("zim://other/x", all.resolve(from, "//other/x"));
    assertEquals(from, all.resolve(from, ""));
    assertEquals("http://a.org/", all.resolve(from, "http://a.org"));
    assertNull(all.resolve(from, "arc://x/"));
    assertNull(all.resolve(from, "file:///share/x"));
    LinkPolicy links = new LinkPolicy(false, HostMode.HOST, false, roots);
    assertTrue(links.follow(from, "zim://other/x"));
    assertFalse(links.follow("http://a.org/", "zim://other/x"));
    assertFalse(links.follow("arc://x/", "zim://other/x"));
    assertNull(new SourceFilter(roots, "s").decision(from));
    assertEquals("wiki", Hosts.host(from));
    assertEquals("zim://wiki:80", Hosts.origin(from));
  }
}
