package org.orbweaver.crawler.sitemap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.sitemap.Sitemap.Format;
import org.orbweaver.crawler.sitemap.Sitemap.ListedPage;

class SitemapReaderTest {
  private static final String URL = "http://a.example/maps/sitemap.xml";
  private static final SitemapLimits LIMITS = new SitemapLimits(1 << 20, 1000, 200);

  private static Sitemap read(String text) {
    return read(text.getBytes(UTF_8));
  }

  private static Sitemap read(byte[] bytes) {
    return read(bytes, LIMITS, SitemapScope.HOST);
  }

  private static Sitemap read(byte[] bytes, SitemapLimits limits, SitemapScope scope) {
    return new SitemapReader(limits, scope).read(URL, bytes, Set.of(), () -> {});
  }

  private static Sitemap read(String url, byte[] bytes, SitemapScope scope, Set<String> hosts) {
    return new SitemapReader(LIMITS, scope).read(url, bytes, hosts, () -> {});
  }

  private static List<String> urls(Sitemap sitemap) {
    return sitemap.entries().stream().map(ListedPage::url).toList();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static String urlset(String... urls) {
    StringBuilder text =
        new StringBuilder("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>");
    for (String url : urls) {
      text.append("<url><loc>").append(url).append("</loc></url>\n");
    }
    return text.append("</urlset>").toString();
  }

  @Test
  void readsTheProtocolsExample() {
    Sitemap sitemap =
        read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
               <url>
                  <loc>
                    http://a.example/?item=12&amp;desc=hawaii
                  </loc>
                  <lastmod>2005-01-01T10:00:00+01:00</lastmod>
                  <changefreq>Monthly</changefreq>
                  <priority> 0.8 </priority>
               </url>
               <url><loc><![CDATA[http://a.example/b]]><!-- b --></loc><lastmod>2004-12-23</lastmod></url>
               <url><lastmod>2004-12-23</lastmod></url>
            </urlset>
            """);
    assertEquals(
        List.of(
            new ListedPage(
                "http://a.example/?item=12&desc=hawaii",
                Instant.parse("2005-01-01T09:00:00Z").toEpochMilli(),
                .8f),
            new ListedPage(
                "http://a.example/b",
                Instant.parse("2004-12-23T23:59:59.999Z").toEpochMilli(),
                .5f)),
        sitemap.entries());
    assertEquals(Format.URLSET, sitemap.format());
    assertEquals("", sitemap.problem());
    assertEquals("urlset, 2 URLs, 1 invalid", sitemap.summary());
  }

  @Test
  void readsAnIndex() {
    Sitemap sitemap =
        read(
            "<sm:sitemapindex xmlns:sm='x'><sm:sitemap><sm:loc>http://a.example/1.xml.gz</sm:loc>"
                + "<sm:lastmod>2026-05-01T00:00:00Z</sm:lastmod></sm:sitemap>"
                + "<sm:sitemap><sm:loc>2.txt</sm:loc></sm:sitemap></sm:sitemapindex>");
    assertEquals(Format.INDEX, sitemap.format());
    assertEquals(
        List.of("http://a.example/1.xml.gz", "http://a.example/maps/2.txt"), urls(sitemap));
    assertEquals(
        Instant.parse("2026-05-01T00:00:00Z").toEpochMilli(), sitemap.entries().get(0).lastmod());
    assertEquals("index, 2 sitemaps", sitemap.summary());
  }

  @Test
  void whatIsInvisibleAroundAUrlIsNotOfIt() {
    Sitemap sitemap =
        read(
            "<urlset><url><loc>\u00a0http://a.example/1\u200b</loc></url>"
                + "<url><loc>\ufeff\n http://a.example/2 \u2060</loc></url></urlset>");
    assertEquals(List.of("http://a.example/1", "http://a.example/2"), urls(sitemap));
    assertEquals(List.of("http://a.example/1"), urls(read("\u200bhttp://a.example/1\u00a0\n")));
  }

  @Test
  void aUrlWithoutItsSchemeIsRefusedAndSaid() {
    Sitemap sitemap =
        read(
            "<urlset><url><loc>www.a.org/1</loc></url><url><loc>a.co.uk?x</loc></url>"
                + "<url><loc>a.org:80/</loc></url><url><loc>/2</loc></url>"
                + "<url><loc>3.html</loc></url><url><loc>//a.example/4</loc></url></urlset>");
    assertEquals(
        List.of("http://a.example/2", "http://a.example/maps/3.html", "http://a.example/4"),
        urls(sitemap));
    assertEquals("urlset, 3 URLs, 3 invalid (3 without http:// or https://)", sitemap.summary());
  }

  @Test
  void readsText() {
    Sitemap sitemap = read("\ufeff\r\nhttp://a.example/1\r\n\r\nHTTP://A.example/2\nno url\n");
    assertEquals(Format.TEXT, sitemap.format());
    assertEquals(List.of("http://a.example/1", "http://a.example/2"), urls(sitemap));
    assertEquals(1, sitemap.invalid());
    assertFalse(read("User-agent: *\nhttp://a.example/1").isSitemap());
    assertFalse(read("http://a.example/ is a page\nof words\nand words\nand words").isSitemap());
  }

  @Test
  void readsRss() {
    Sitemap sitemap =
        read(
            """
            <!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://127.0.0.1:9/rss-0.91.dtd">
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
              <link>http://a.example/</link><atom:link href="http://a.example/feed" rel="self"/>
              <item><title>no link &nbsp;</title></item>
              <item><link> http://a.example/1 </link><pubDate>
                  Tue, 03 Jun 2003 09:39:21 GMT </pubDate><guid>http://a.example/other</guid></item>
              <item><guid>http://a.example/2</guid></item>
              <item><guid isPermaLink="false">http://a.example/tag</guid></item>
            </channel></rss>
            """);
    assertEquals(Format.RSS, sitemap.format());
    assertEquals(List.of("http://a.example/1", "http://a.example/2"), urls(sitemap));
    assertEquals(
        Instant.parse("2003-06-03T09:39:21Z").toEpochMilli(), sitemap.entries().get(0).lastmod());
    assertEquals("", sitemap.problem());
    Sitemap old =
        read(
            "<rdf:RDF xmlns:rdf='r' xmlns='http://purl.org/rss/1.0/' xmlns:dc='d'><channel/>"
                + "<item><link>http://a.example/1</link><dc:date>2003-06-03T09:39:21Z</dc:date>"
                + "</item></rdf:RDF>");
    assertEquals(sitemap.entries().get(0), old.entries().get(0));
  }

  @Test
  void readsAtom() {
    Sitemap sitemap =
        read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><link href="http://a.example/"/>
              <updated>2020-01-01T00:00:00Z</updated>
              <entry><link rel="edit" href="http://a.example/edit"/><link href="../1"/>
                <published>2003-12-13T18:30:02Z</published>
                <updated>2004-12-13T18:30:02Z</updated>
                <content><div><link href="http://a.example/inner"/></div></content></entry>
              <entry><link rel="alternate" href="http://a.example/2"/></entry>
            </feed>
            """);
    assertEquals(Format.ATOM, sitemap.format());
    assertEquals(List.of("http://a.example/1", "http://a.example/2"), urls(sitemap));
    assertEquals(
        Instant.parse("2004-12-13T18:30:02Z").toEpochMilli(), sitemap.entries().get(0).lastmod());
    assertEquals(0, sitemap.entries().get(1).lastmod());
  }

  @Test
  void unpacksWhatIsPacked() throws IOException {
    byte[] xml = urlset("http://a.example/1").getBytes(UTF_8);
    for (byte[] form :
        List.of(gzip(xml), gzip(gzip(xml)), gzip("http://a.example/1\n".getBytes(UTF_8)), xml)) {
      assertEquals(List.of("http://a.example/1"), urls(read(form)));
    }
    assertFalse(read(gzip(gzip(gzip(xml)))).isSitemap());
  }

  @Test
  void readsTheEncodingThatItDeclares() {
    String text = urlset("http://a.example/ü");
    String declared = "<?xml version='1.0' encoding='ISO-8859-1'?>" + text;
    assertEquals(List.of("http://a.example/%C3%BC"), urls(read(declared.getBytes(ISO_8859_1))));
    assertEquals(List.of("http://a.example/%C3%BC"), urls(read(text.getBytes(UTF_16))));
    assertEquals(1, read("\ufeff \n<?xml version='1.0'?>" + text).entries().size());
  }

  @Test
  void readsTheLabelsThatTheWebKnows() {
    String text = urlset("http://a.example/ü");
    for (String label : List.of("utf8", "UTF8", "unicode-1-1-utf-8", "no-such-label")) {
      Sitemap sitemap = read("<?xml version='1.0' encoding='" + label + "'?>" + text);
      assertEquals(List.of("http://a.example/%C3%BC"), urls(sitemap), label);
      assertEquals("", sitemap.problem());
    }
    byte[] latin = ("<?xml version='1.0' encoding='latin1'?>" + text).getBytes(ISO_8859_1);
    assertEquals(List.of("http://a.example/%C3%BC"), urls(read(latin)));
    // An array of bytes that was converted to UTF-8 but still declares UTF-16.
    assertEquals(1, read("<?xml version='1.0' encoding='UTF-16'?>" + text).entries().size());
  }

  @Test
  void readsUtf16WithAndWithoutAMark() throws IOException {
    String lines = "http://a.example/ü\r\nhttp://a.example/2\r\n";
    List<String> expected = List.of("http://a.example/%C3%BC", "http://a.example/2");
    for (String text : List.of(lines, "<?xml version='1.0'?>" + urlset(lines.split("\r\n")))) {
      for (String mark : List.of("\ufeff", "")) {
        for (Charset charset : List.of(UTF_16LE, UTF_16BE)) {
          byte[] bytes = (mark + text).getBytes(charset);
          assertEquals(expected, urls(read(bytes)), charset + " " + text);
          assertEquals(expected, urls(read(gzip(bytes))));
        }
      }
    }
  }

  @Test
  void referencesAreRelativeToXmlBase() {
    Sitemap atom =
        read(
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a.example/blog/'>"
                + "<entry><link href='1'/></entry><entry xml:base='2006/'><link href='2'/></entry>"
                + "<entry><link xml:base='/x/' href='3'/></entry><entry><link href='/4'/></entry>"
                + "</feed>");
    assertEquals(
        List.of(
            "http://a.example/blog/1",
            "http://a.example/blog/2006/2",
            "http://a.example/x/3",
            "http://a.example/4"),
        urls(atom));
    Sitemap list =
        read("<urlset xml:base='../b/'><url><loc>1</loc><lastmod>2026</lastmod></url></urlset>");
    assertEquals(List.of("http://a.example/b/1"), urls(list));
    Sitemap foreign = read("<urlset xml:base='http://b.example/'><url><loc>1</loc></url></urlset>");
    assertEquals(1, foreign.foreign());
    assertEquals(
        1, read("<urlset xml:base='a:b c'><url><loc>/1</loc></url></urlset>").entries().size());
  }

  @Test
  void nothingIsPrinted() {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, UTF_8));
    try {
      String text = urlset("http://a.example/ü");
      assertEquals(1, read(text.getBytes(ISO_8859_1)).entries().size());
      read("<?xml version='1.0' encoding='US-ASCII'?>" + text);
      read("<?xml version='1.0' encoding='x'?>\u0000" + text);
    } finally {
      System.setErr(before);
    }
    assertEquals("", printed.toString(UTF_8));
  }

  @Test
  void onlyTheEntrysOwnElementsCount() {
    Sitemap sitemap =
        read(
            "<urlset><url><image:image><image:loc>http://a.example/p.png</image:loc>"
                + "<loc>http://a.example/inner</loc></image:image><loc>http://a.example/1</loc>"
                + "<loc>http://a.example/second</loc><video:lastmod>2000-01-01</video:lastmod>"
                + "<xhtml:link rel='alternate' href='http://a.example/de'/></url></urlset>");
    assertEquals(List.of(new ListedPage("http://a.example/1", 0, .5f)), sitemap.entries());
    assertEquals("", sitemap.problem(), "undeclared prefixes are no matter");
  }

  @Test
  void keepsTheFirstEntriesAndCountsTheRest() {
    String[] many = new String[1203];
    Arrays.setAll(many, i -> "http://a.example/" + i);
    many[5] = many[4];
    Sitemap sitemap = read(urlset(many));
    assertEquals(1000, sitemap.entries().size());
    assertEquals("http://a.example/1000", sitemap.entries().get(999).url());
    assertEquals(202, sitemap.beyondLimit());
  }

  @Test
  void leavesOutWhatIsNotTheSitesOwn() {
    byte[] xml =
        urlset(
                "http://a.org/1",
                "https://a.org:8443/2",
                "http://www.a.org/3",
                "http://b.org/4",
                "ftp://a.org/5",
                "http://a.org/" + "x".repeat(200))
            .getBytes(UTF_8);
    Sitemap own = read("http://a.org/", xml, SitemapScope.HOST, Set.of());
    assertEquals(List.of("http://a.org/1", "https://a.org:8443/2"), urls(own));
    assertEquals(2, own.foreign());
    assertEquals(2, own.invalid());
    assertEquals(3, read("http://a.org/", xml, SitemapScope.DOMAIN, Set.of()).entries().size());
    assertEquals(4, read("http://a.org/", xml, SitemapScope.ANY, Set.of()).entries().size());
    Sitemap named = read("http://a.org/", xml, SitemapScope.HOST, Set.of("b.org"));
    assertEquals(List.of("http://a.org/1", "https://a.org:8443/2", "http://b.org/4"), urls(named));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<urlset><url><loc>http://a.example/1</loc></url>\n<url><loc>http://a.example/?a=1&b=2<",
        "<urlset><url><loc>http://a.example/1</loc></url>\n<url></loc>",
        "<urlset><url><loc>http://a.example/1</loc>\n<lastmod>2026-01-0",
        "<urlset><url><loc>http://a.example/1</loc></url>\n<url a=b>",
      })
  void keepsWhatStandsBeforeTheFault(String text) {
    Sitemap sitemap = read(text);
    assertEquals(List.of("http://a.example/1"), urls(sitemap));
    assertEquals(Format.URLSET, sitemap.format());
    assertTrue(sitemap.problem().startsWith("line 2: "), sitemap.problem());
    assertTrue(sitemap.summary().contains("; ended early: line 2: "), sitemap.summary());
  }

  @Test
  void keepsWhatCouldBeUnpacked() throws IOException {
    Random random = new Random(7);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      lines.add("http://a.example/" + Long.toHexString(random.nextLong()));
    }
    byte[] xml = gzip(urlset(lines.toArray(new String[0])).getBytes(UTF_8));
    byte[] text = gzip(String.join("\n", lines).getBytes(UTF_8));
    for (byte[] whole : List.of(xml, text)) {
      Sitemap sitemap = read(Arrays.copyOf(whole, whole.length / 2));
      assertTrue(sitemap.isSitemap());
      int kept = sitemap.entries().size();
      assertTrue(kept > 200 && kept < 900, "kept " + kept);
      assertEquals(lines.subList(0, kept - 1), urls(sitemap).subList(0, kept - 1));
    }
    assertTrue(
        read(new byte[] {0x1f, (byte) 0x8b, 0}).problem().startsWith("cannot decompress it"));
  }

  @Test
  void entitiesAreNotExpanded(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "http://a.example/secret");
    Sitemap outer =
        read(
            "<!DOCTYPE urlset [<!ENTITY e SYSTEM '"
                + secret.toUri()
                + "'><!ENTITY % p SYSTEM '"
                + secret.toUri()
                + "'> %p;]>"
                + urlset("&e;", "http://a.example/&e;x", "http://a.example/ok"));
    assertEquals(List.of("http://a.example/ok"), urls(outer));
    assertEquals(2, outer.invalid());

    StringBuilder laughs = new StringBuilder("<!DOCTYPE urlset [<!ENTITY l0 'http://a.example/'>");
    for (int i = 1; i < 40; i++) {
      laughs.append("<!ENTITY l").append(i).append(" '");
      laughs.append(("&l" + (i - 1) + ";").repeat(10)).append("'>");
    }
    Sitemap billion = read(laughs + "]>" + urlset("&l39;", "http://a.example/ok"));
    assertEquals(List.of("http://a.example/ok"), urls(billion));
  }

  @Test
  void sizeAndDepthAreBounded() throws IOException {
    SitemapLimits small = new SitemapLimits(10_000, 1000, 200);
    byte[] bomb = new byte[5 << 20];
    Arrays.fill(bomb, (byte) ' ');
    byte[] head = "<urlset><url><loc>http://a.example/1</loc></url>".getBytes(UTF_8);
    System.arraycopy(head, 0, bomb, 0, head.length);
    for (byte[] packed : List.of(gzip(bomb), gzip(gzip(bomb)))) {
      Sitemap cut = read(packed, small, SitemapScope.HOST);
      assertEquals(List.of("http://a.example/1"), urls(cut));
      assertEquals("longer than 10000 bytes", cut.problem());
    }
    Sitemap deep = read("<urlset>" + "<a>".repeat(100_000));
    assertEquals("line 1: elements nested more than 64 deep", deep.problem());
    Sitemap wide = read("<urlset><url><loc>" + "x".repeat(900_000) + "</loc></url></urlset>");
    assertEquals(1, wide.invalid());
    assertEquals("", wide.problem());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n ",
        "<!doctype html><html><head><title>Not found</title>",
        "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>x</p></body></html>",
        "<svg/>",
        "{\"a\": 1}",
        "<",
        "\u0000\u0001\u0002",
        "%PDF-1.4"
      })
  void whatIsNoSitemapIsNone(String text) {
    Sitemap sitemap = read(text);
    assertFalse(sitemap.isSitemap());
    assertEquals(List.of(), sitemap.entries());
    assertFalse(sitemap.problem().isEmpty());
  }

  @Test
  void mangledInputOnlyCostsItself() throws IOException {
    byte[] xml =
        (urlset("http://a.example/1", "http://a.example/2")
                + "<!-- x --><?p i?><![CDATA[z]]><!DOCTYPE a [<!ENTITY b 'c'>]>")
            .getBytes(UTF_8);
    Random random = new Random(11);
    SitemapReader reader = new SitemapReader(LIMITS, SitemapScope.HOST);
    int read = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] mangled = xml.clone();
      for (int n = 1 + random.nextInt(6); n > 0; n--) {
        int at = random.nextInt(mangled.length);
        mangled[at] =
            random.nextBoolean() ? xml[random.nextInt(xml.length)] : (byte) random.nextInt(256);
      }
      byte[] form = i % 3 == 0 ? gzip(mangled) : mangled;
      if (i % 7 == 0) {
        form[random.nextInt(form.length)]++;
      }
      read += reader.read(URL, form, Set.of(), () -> {}).entries().size();
    }
    assertTrue(read > 300, "entries of mangled sitemaps: " + read);
  }

  @Test
  void stopsWhenItsTimeIsOver() {
    SitemapReader reader = new SitemapReader(LIMITS, SitemapScope.HOST);
    byte[] xml = urlset("http://a.example/1").getBytes(UTF_8);
    int[] calls = new int[1];
    Runnable pulse =
        () -> {
          if (++calls[0] > 2) {
            throw new IllegalStateException("over");
          }
        };
    assertThrows(IllegalStateException.class, () -> reader.read(URL, xml, Set.of(), pulse));
    assertEquals(1, read(xml).entries().size(), "and is of use afterwards");
  }
}
