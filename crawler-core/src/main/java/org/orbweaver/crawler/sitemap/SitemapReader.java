package org.orbweaver.crawler.sitemap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.PushbackReader;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.orbweaver.crawler.page.Encodings;
import org.orbweaver.crawler.sitemap.Sitemap.Format;
import org.orbweaver.crawler.sitemap.Sitemap.ListedPage;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Reads a sitemap: XML, an index, text, RSS or Atom, each plain or compressed by gzip. The format
 * is detected from the bytes, since servers' Content-Types are wrong too often.
 *
 * <p>Input may be hostile. It is decompressed as it is read, up to a limit; XML is read by a pull
 * parser, without a tree; entries beyond the limit are counted, not kept. So memory is bounded by
 * the entries kept and by the largest single piece of markup, and time by the number of bytes. No
 * document can make the reader open another: document type declarations are skipped, and entities
 * other than XML's own five are not expanded. If the input is truncated or malformed, the entries
 * before that place are kept.
 *
 * <p>Why not crawler-commons' SiteMapParser (1.6): of a list of 37 MB it keeps a million entries,
 * 304 MB; 24 MB of nested elements take 2.3 GB; it lists pictures ({@code image:loc}) as pages and
 * gives them the page's lastmod; if its URL filter refuses an entry, the next one gets that one's
 * lastmod; an RSS item without a link gets the channel's; a date after a line break is lost; XML is
 * read as UTF-8 whatever it declares; and a broken document's error is only logged. Its date parser
 * is used here.
 *
 * <p>For one thread at a time.
 */
public final class SitemapReader {

  /**
   * Compressed twice: a .gz file sent with Content-Encoding by a server that compresses every
   * response.
   */
  private static final int MAX_LAYERS = 2;

  /** Enough for an XML declaration, and to recognise UTF-16. */
  private static final int HEAD_BYTES = 1024;

  private final SitemapLimits limits;
  private final SitemapScope scope;
  private final UrlNormalizer normalizer;
  private final SitemapXml xml = new SitemapXml();

  public SitemapReader(SitemapLimits limits, SitemapScope scope) {
    this(limits, scope, new UrlNormalizer());
  }

  /**
   * @param normalizer normalises the listed URLs
   */
  public SitemapReader(SitemapLimits limits, SitemapScope scope, UrlNormalizer normalizer) {
    this.limits = limits;
    this.scope = scope;
    this.normalizer = normalizer;
  }

  /**
   * Reads a sitemap.
   *
   * @param url of the document, in normal form
   * @param content its bytes
   * @param hosts besides its own whose URLs it may list
   * @param pulse called regularly; an exception from it ends the reading
   */
  public Sitemap read(String url, byte[] content, Set<String> hosts, Runnable pulse) {
    Listing listing = new Listing(url, hosts);
    Format format = Format.NONE;
    String problem = "";
    BoundedStream body = new BoundedStream(new ByteArrayInputStream(content), pulse);
    try {
      PushbackInputStream in = pushback(body);
      for (int layer = 0; layer < MAX_LAYERS && startsWithGzip(in); layer++) {
        body = new BoundedStream(new GZIPInputStream(in, 8192), pulse);
        in = pushback(body);
      }
      PushbackReader chars = chars(in);
      int first = skipBlank(chars);
      if (first == '<') {
        xml.read(chars, url, limits.maxUrlChars(), pulse, listing);
        format = xml.format();
        problem = xml.problem();
      } else if (first < 0) {
        problem = "empty";
      } else {
        format = text(chars, listing);
        problem = format == Format.NONE ? "neither XML nor a list of URLs" : "";
      }
      problem = body.fault.isEmpty() ? problem : body.fault;
    } catch (IOException e) {
      problem = fault(e);
    }
    pulse.run();
    if (body.isCut()) {
      problem = "longer than " + limits.maxBytes() + " bytes";
    }
    return new Sitemap(
        format,
        List.copyOf(listing.entries),
        listing.foreign,
        listing.invalid,
        listing.withoutScheme,
        listing.beyondLimit,
        problem);
  }

  private static PushbackInputStream pushback(InputStream in) {
    return new PushbackInputStream(in, HEAD_BYTES);
  }

  private static boolean startsWithGzip(PushbackInputStream in) throws IOException {
    byte[] head = in.readNBytes(2);
    in.unread(head);
    return head.length == 2 && head[0] == 0x1f && (head[1] & 0xff) == 0x8b;
  }

  /** Decodes here, since the JDK's XML parser knows fewer labels and prints malformed input. */
  private static PushbackReader chars(PushbackInputStream in) throws IOException {
    byte[] head = in.readNBytes(HEAD_BYTES);
    in.unread(head);
    return new PushbackReader(new InputStreamReader(in, Encodings.charsetOf(head)));
  }

  /** Skips byte order marks and white space, which some documents have before {@code <?xml}. */
  private static int skipBlank(PushbackReader in) throws IOException {
    int c = in.read();
    while (c == ' ' || c == '\ufeff' || (c >= '\t' && c <= '\r')) {
      c = in.read();
    }
    if (c >= 0) {
      in.unread(c);
    }
    return c;
  }

  private static String fault(IOException e) {
    return "cannot decompress it: " + e.getMessage();
  }

  /**
   * Reads a URL a line. A document is a list of URLs if its first line and most of its lines are
   * URLs.
   */
  private Format text(Reader chars, Listing listing) throws IOException {
    StringBuilder line = new StringBuilder();
    char[] buffer = new char[8192];
    for (int n = chars.read(buffer); n >= 0; n = chars.read(buffer)) {
      for (int i = 0; i < n; i++) {
        if (buffer[i] != '\n' && buffer[i] != '\r') {
          if (line.length() <= limits.maxUrlChars()) {
            line.append(buffer[i]);
          }
        } else if (!listing.addLine(line)) {
          return Format.NONE;
        }
      }
    }
    return listing.addLine(line) && listing.isList() ? Format.TEXT : Format.NONE;
  }

  /** Collects the entries that may be listed. */
  private final class Listing implements SitemapXml.Sink {
    private final String base;
    private final String host;
    private final Set<String> hosts;
    private final List<ListedPage> entries = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private int foreign;
    private int invalid;
    private int withoutScheme;
    private int beyondLimit;

    Listing(String base, Set<String> hosts) {
      this.base = base;
      this.host = Hosts.host(base);
      this.hosts = hosts;
    }

    /** Adds a line, and empties it; returns false if the first line is not a URL. */
    boolean addLine(StringBuilder line) {
      String text = UrlNormalizer.trim(line.toString());
      line.setLength(0);
      if (text.isEmpty()) {
        return true;
      }
      boolean absolute =
          text.regionMatches(true, 0, "http://", 0, 7)
              || text.regionMatches(true, 0, "https://", 0, 8);
      entry(absolute ? text : null, null, null);
      return absolute || !entries.isEmpty() || beyondLimit + foreign > 0;
    }

    /**
     * Whether the meaning of a URL is unambiguous. The protocol demands absolute URLs: {@code
     * www.a.example/b} is one without its scheme, and would be read as a page of this host.
     */
    private boolean isPlain(String loc) {
      int end = 0;
      while (end < loc.length() && "/?#:".indexOf(loc.charAt(end)) < 0) {
        end++;
      }
      boolean scheme = end < loc.length() && loc.charAt(end) == ':' && loc.indexOf('.') > end;
      return scheme || !Hosts.hasPublicSuffix(loc.substring(0, end));
    }

    boolean isList() {
      return invalid <= entries.size() + foreign + beyondLimit;
    }

    @Override
    public void entry(String written, String lastmod, String priority) {
      String loc = written == null ? "" : UrlNormalizer.trim(written);
      String url = null;
      if (!loc.isEmpty() && loc.length() <= limits.maxUrlChars()) {
        if (isPlain(loc)) {
          url = normalizer.resolve(base, loc);
        } else {
          withoutScheme++;
        }
      }
      if (url == null || url.length() > limits.maxUrlChars()) {
        invalid++;
      } else if (!scope.allows(host, hosts, Hosts.host(url))) {
        foreign++;
      } else if (entries.size() >= limits.maxUrls()) {
        beyondLimit++;
      } else if (seen.add(url)) {
        entries.add(
            new ListedPage(url, SitemapValues.lastmod(lastmod), SitemapValues.priority(priority)));
      }
    }
  }

  /**
   * Ends at the limit, or where compressed data is truncated, so that the decompressed part is
   * kept; checks the deadline at each read.
   */
  private final class BoundedStream extends InputStream {
    private final InputStream in;
    private final Runnable pulse;
    private long left = limits.maxBytes();
    private boolean cut;
    private String fault = "";

    BoundedStream(InputStream in, Runnable pulse) {
      this.in = in;
      this.pulse = pulse;
    }

    /** Whether the content exceeds the limit. */
    boolean isCut() {
      return cut;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      pulse.run();
      if (length == 0) {
        return 0;
      }
      int n;
      try {
        if (left == 0) {
          cut |= in.read() >= 0;
          return -1;
        }
        n = in.read(buffer, offset, (int) Math.min(length, left));
      } catch (IOException e) {
        fault = fault(e);
        return -1;
      }
      left -= Math.max(n, 0);
      return n;
    }
  }
}
