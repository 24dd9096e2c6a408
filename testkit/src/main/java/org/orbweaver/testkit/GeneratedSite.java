package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The generated part of a fake web: pages and links as pure functions of the spec, so that a test
 * can ask it for the pages that a crawler must find. Nothing is stored per page.
 *
 * <p><b>Links.</b> Page 0 of a host is {@code /}. The pages of a host are a tree with {@code /} as
 * its root, in which each page links to its children, so all are reachable; the rest of {@code
 * linksWithin} goes to random pages of the host, low numbers more often (the square of a uniform
 * number), which gives the skew that rankings need. The front page of host i links to that of host
 * i+1 unless {@code linksAcross} is 0, so one seed reaches all hosts; other links across go to
 * random pages of random hosts, both skewed likewise.
 *
 * <p>With {@link WebSizes}, sizes, markup and codings are those, and compressed pages are kept.
 *
 * <p><b>Text.</b> Sentences of common English words with made-up rare ones among them. A page draws
 * its sentences from a stock of 8,192, so that two pages of 20 KB share about one of eighty and are
 * not near-duplicates. Cost of a page of 20 KB: about 10 µs.
 */
public final class GeneratedSite {
  private static final int STOCK = 8_192;
  private static final int SENTENCE_BYTES = 256;
  private static final Instant BORN = Instant.parse("2020-01-01T00:00:00Z");

  private final FakeWebSpec spec;
  private final String portSuffix;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final byte[][] stock;
  private final List<String> words;

  /** Compressed pages by their number: what compresses well is compressed once. */
  private final Map<Long, Response> encoded = new ConcurrentHashMap<>();

  GeneratedSite(FakeWebSpec spec, int port) {
    this.spec = spec;
    this.portSuffix = port == (spec.tls ? 443 : 80) ? "" : ":" + port;
    for (int h = 0; h < spec.hosts; h++) {
      numbers.put(spec.host(h), h);
    }
    this.words = Words.vocabulary(spec.seed, 4_000);
    this.stock = spec.hosts == 0 ? new byte[0][] : stock(spec.seed, words);
  }

  /** Names of the generated hosts. */
  public List<String> hosts() {
    List<String> names = new ArrayList<>();
    for (int h = 0; h < spec.hosts; h++) {
      names.add(spec.host(h));
    }
    return names;
  }

  /** All URLs of the generated web, host by host. */
  public List<String> urls() {
    List<String> urls = new ArrayList<>();
    for (int h = 0; h < spec.hosts; h++) {
      for (int p = 0; p < spec.pagesPerHost; p++) {
        urls.add(url(h, p));
      }
    }
    return urls;
  }

  /** The URL of a page. */
  public String url(int host, int page) {
    return spec.scheme() + "://" + spec.host(host) + portSuffix + path(page);
  }

  /** The path of a page: {@code /} or {@code /d3/p20.html}. */
  public String path(int page) {
    return pathOf(page);
  }

  static String pathOf(int page) {
    return page == 0 ? "/" : "/d" + page % 17 + "/p" + page + ".html";
  }

  /** The title of a page; no two pages of a web have the same. */
  public String title(int host, int page) {
    long mix = mix(spec.seed, host, page, 7);
    String word = words.get((int) Math.floorMod(mix, (long) words.size()));
    return "Page " + page + " of " + spec.host(host) + ": " + word;
  }

  /** The URLs that a page links to, in the page's order, without repetitions. */
  public List<String> links(int host, int page) {
    Set<String> links = new LinkedHashSet<>();
    for (int target : within(page, host)) {
      links.add(url(host, target));
    }
    links.addAll(across(host, page));
    return List.copyOf(links);
  }

  /**
   * The URLs of generated pages that a crawl from these ones discovers: those with a fault are
   * among them, but lead no further.
   */
  public Set<String> reachable(Collection<String> seeds) {
    Set<String> known = new LinkedHashSet<>(seeds);
    Deque<String> queue = new ArrayDeque<>(known);
    while (!queue.isEmpty()) {
      String url = queue.remove();
      if (isFaulty(url)) {
        continue;
      }
      for (String link : links(hostOf(url), page(url))) {
        if (known.add(link)) {
          queue.add(link);
        }
      }
    }
    return known;
  }

  /** True if a fault replaces the page at this URL. */
  public boolean isFaulty(String url) {
    return fault(hostOf(url), page(url)).isPresent();
  }

  private int hostOf(String url) {
    return numbers.get(URI.create(url).getHost());
  }

  private int page(String url) {
    return pageOf(URI.create(url).getPath());
  }

  /** The response to a request; empty if there is no such host or page. */
  Optional<Response> answer(String host, String path) {
    Integer h = numbers.get(host);
    if (h == null) {
      return Optional.empty();
    }
    if (path.equals("/robots.txt")) {
      return Optional.of(Response.status(404).delay(latency(h, -1)));
    }
    int page = pageOf(path);
    if (page < 0) {
      return Optional.empty();
    }
    return Optional.of(fault(h, page).orElseGet(() -> page(h, page)));
  }

  /** The fault that replaces this page, if any. */
  Optional<Response> fault(int host, int page) {
    if (page == 0 || spec.faults.isEmpty()) {
      return Optional.empty();
    }
    double u = (mix(spec.seed, host, page, 3) >>> 11) * 0x1p-53;
    for (FakeWebSpec.Fault fault : spec.faults) {
      if (u < fault.share()) {
        return Optional.of(fault.response());
      }
      u -= fault.share();
    }
    return Optional.empty();
  }

  private Response page(int host, int page) {
    Response plain =
        spec.webSizes == null
            ? plain(host, page)
            : encoded.computeIfAbsent(
                (long) host * spec.pagesPerHost + page, id -> encoded(host, page));
    return host < spec.closing * spec.hosts ? plain.close() : plain;
  }

  /** Compresses all pages of {@link WebSizes}, so that no request waits for that. */
  void prepare() {
    IntStream.range(0, spec.webSizes == null ? 0 : spec.hosts * spec.pagesPerHost)
        .parallel()
        .forEach(i -> page(i / spec.pagesPerHost, i % spec.pagesPerHost));
  }

  private Response plain(int host, int page) {
    byte[] html = html(host, page);
    long tag = mix(spec.seed, host, page, 5);
    return Response.page(
        html,
        "\"" + Long.toHexString(tag) + "\"",
        BORN.plusSeconds(Math.floorMod(tag, 100_000_000L)),
        latency(host, page));
  }

  private Response encoded(int host, int page) {
    return WebSizes.encoded(plain(host, page), mix(spec.seed, host, page, 23) < 0);
  }

  /** Time to the first byte of a page's response, or of robots.txt's: page -1. */
  Duration latency(int host, int page) {
    double uniform = (mix(spec.seed, host, page, 19) >>> 11) * 0x1p-53;
    return Duration.ofMillis(spec.latency.of(host, uniform));
  }

  private byte[] html(int host, int page) {
    String title = title(host, page);
    StringBuilder top = new StringBuilder(2_048);
    top.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    top.append(title).append("</title></head>\n<body><h1>").append(title).append("</h1>\n<ul>\n");
    for (int target : within(page, host)) {
      link(top, path(target), "page " + target);
    }
    for (String url : across(host, page)) {
      link(top, url, "elsewhere: " + url.substring(url.indexOf("://") + 3));
    }
    top.append("</ul>\n<p>");
    byte[] head = top.toString().getBytes(US_ASCII);
    if (spec.webSizes != null) {
      return spec.webSizes.html(mix(spec.seed, host, page, 29), head);
    }
    byte[] tail = "</p>\n</body></html>\n".getBytes(US_ASCII);
    byte[] html = new byte[Math.max(spec.pageBytes, head.length + tail.length)];
    System.arraycopy(head, 0, html, 0, head.length);
    int end = html.length - tail.length;
    long mix = mix(spec.seed, host, page, 11);
    for (int at = head.length; at < end; ) {
      mix = mix(mix, at, 0, 13);
      byte[] sentence = stock[(int) Math.floorMod(mix, (long) stock.length)];
      int n = Math.min(sentence.length, end - at);
      System.arraycopy(sentence, 0, html, at, n);
      at += n;
    }
    System.arraycopy(tail, 0, html, end, tail.length);
    return html;
  }

  private static void link(StringBuilder html, String href, String text) {
    html.append("<li><a href=\"").append(href).append("\">").append(text).append("</a></li>\n");
  }

  /** Pages of the same host: the children in the tree, then random ones. */
  private Set<Integer> within(int page, int host) {
    Set<Integer> targets = new LinkedHashSet<>();
    int children = Math.max(1, spec.linksWithin / 2);
    for (int c = 1; c <= children; c++) {
      long child = (long) page * children + c;
      if (child < spec.pagesPerHost) {
        targets.add((int) child);
      }
    }
    for (int i = 0; targets.size() < spec.linksWithin && i < spec.linksWithin; i++) {
      int target = skewed(mix(spec.seed, host, page, 100 + i), spec.pagesPerHost);
      if (target != page) {
        targets.add(target);
      }
    }
    return targets;
  }

  private Set<String> across(int host, int page) {
    Set<String> targets = new LinkedHashSet<>();
    if (spec.hosts < 2 || spec.linksAcross == 0) {
      return targets;
    }
    if (page == 0) {
      targets.add(url((host + 1) % spec.hosts, 0));
    }
    for (int i = 0; targets.size() < spec.linksAcross && i < spec.linksAcross; i++) {
      int other = skewed(mix(spec.seed, host, page, 200 + i), spec.hosts);
      int there = skewed(mix(spec.seed, host, page, 300 + i), spec.pagesPerHost);
      if (other != host) {
        targets.add(url(other, there));
      }
    }
    return targets;
  }

  /** The page that a path names, or -1. */
  private int pageOf(String path) {
    if (path.equals("/")) {
      return 0;
    }
    int p = path.indexOf("/p");
    if (p < 0 || !path.endsWith(".html") || path.length() - p > 17) {
      return -1;
    }
    try {
      int page = Integer.parseInt(path.substring(p + 2, path.length() - 5));
      return page > 0 && page < spec.pagesPerHost && path.equals(path(page)) ? page : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static int skewed(long random, int n) {
    double u = (random >>> 11) * 0x1p-53;
    return (int) (u * u * n);
  }

  /** A hash of four numbers, by SplitMix64's finaliser. */
  private static long mix(long a, long b, long c, long salt) {
    long z = a * 0x9E3779B97F4A7C15L + b * 0xC2B2AE3D27D4EB4FL + c * 0x165667B19E3779F9L + salt;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static byte[][] stock(long seed, List<String> words) {
    byte[][] stock = new byte[STOCK][];
    for (int i = 0; i < STOCK; i++) {
      StringBuilder sentence = new StringBuilder(SENTENCE_BYTES + 16);
      for (int w = 0; sentence.length() < SENTENCE_BYTES - 16; w++) {
        String word = words.get(skewed(mix(seed, i, w, 17), words.size()));
        if (w == 0) {
          sentence.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
        } else {
          sentence.append(' ').append(word);
        }
      }
      stock[i] = sentence.append(".\n").toString().getBytes(US_ASCII);
    }
    return stock;
  }
}
