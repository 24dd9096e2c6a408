package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.protocol.ProtocolStatus;

/** Random segments from a seed, and their expected graph. */
final class SyntheticCrawl {
  private final Random random = new Random(20260101);
  private final Configuration conf = new Configuration();
  private final Path dir;
  private final List<String> urls = new ArrayList<>();

  /** The recorded outcomes of pages, oldest segment first. */
  private final List<CrawlPlan.Fetch> fetches = new ArrayList<>();

  SyntheticCrawl(java.nio.file.Path dir) {
    this.dir = new Path(dir.toUri());
    for (int i = 0; i < 700; i++) {
      int host = random.nextInt(40);
      urls.add(
          switch (random.nextInt(12)) {
            case 0 -> "https://h" + host + ".example.org:8443/p" + i + "?q=%20" + i;
            case 1 -> "http://bücher" + host + ".example/straße/" + i;
            case 2 -> "http://127.10.0." + host + "/日本/" + i + "#x";
            case 3 -> "mailto:someone" + i + "@example.org";
            default -> "http://www.h" + host + ".example.com/d" + (i % 7) + "/page" + i + ".html";
          });
    }
  }

  /** Three segments; many pages are in several of them, with different links. */
  void write() throws IOException {
    for (int segment = 1; segment <= 3; segment++) {
      writeSegment(segment);
    }
  }

  /** The expected graph. */
  CrawlPlan plan() {
    return new CrawlPlan(fetches);
  }

  private void writeSegment(int segment) throws IOException {
    List<Map<String, Writable>> parsed = List.of(new TreeMap<>(), new TreeMap<>());
    List<Map<String, Writable>> fetched = List.of(new TreeMap<>(), new TreeMap<>());
    for (String url : urls.subList(0, 400)) {
      int fate = random.nextInt(10);
      if (fate < 4) {
        continue;
      }
      int part = Math.floorMod(url.hashCode(), 2);
      if (fate == 5) {
        redirect(segment, url, random.nextInt(9) == 0 ? url : urls.get(random.nextInt(420)));
        fetched.get(part).put(url, redirectDatum());
        continue;
      }
      byte status = fate == 4 ? CrawlDatum.STATUS_FETCH_GONE : CrawlDatum.STATUS_FETCH_SUCCESS;
      fetched.get(part).put(url, new CrawlDatum(status, 3600));
      if (fate == 6) {
        ParseStatus failed = new ParseStatus(ParseStatus.FAILED);
        List<Outlink> links = List.of(link(urls.get(1), null, "anchor"));
        parsed.get(part).put(url, parse(failed, links, "", urls.get(2)));
      } else if (fate > 6) {
        parsed.get(part).put(url, goodParse(segment, url));
        continue;
      }
      fetches.add(new CrawlPlan.Fetch(segment, url, null));
    }
    if (segment == 2) {
      writeChains(segment, fetched.get(0));
    }
    Path folder =
        new Path(dir, "segments/" + String.format(Locale.ROOT, "2026010100000%d", segment));
    for (int part = 0; part < 2; part++) {
      String child = "/part-r-0000" + part;
      write(new Path(folder, "parse_data" + child), ParseData.class, parsed.get(part));
      write(new Path(folder, "crawl_fetch" + child), CrawlDatum.class, fetched.get(part));
    }
  }

  /** A chain of nine hops, a loop of three, and one that leads into it. */
  private void writeChains(int segment, Map<String, Writable> fetched) {
    for (int i = 0; i < 9; i++) {
      redirect(segment, chain(i), chain(i + 1));
      fetched.put(chain(i), redirectDatum());
    }
    String[] loop = {"http://loop.example/a", "http://loop.example/b", "http://loop.example/c"};
    for (int i = 0; i < 3; i++) {
      redirect(segment, loop[i], loop[(i + 1) % 3]);
      fetched.put(loop[i], redirectDatum());
    }
    redirect(segment, "http://tail.example/", loop[1]);
    fetched.put("http://tail.example/", redirectDatum());
  }

  /** The URL of the chain that is i hops from its start. */
  static String chain(int i) {
    return "http://chain" + i + ".example/";
  }

  private void redirect(int segment, String url, String target) {
    fetches.add(new CrawlPlan.Fetch(segment, url, target));
  }

  /** The record of the redirect planned last. */
  private CrawlDatum redirectDatum() {
    CrawlPlan.Fetch last = fetches.get(fetches.size() - 1);
    boolean permanent = random.nextBoolean();
    CrawlDatum datum =
        new CrawlDatum(
            permanent ? CrawlDatum.STATUS_FETCH_REDIR_PERM : CrawlDatum.STATUS_FETCH_REDIR_TEMP,
            3600);
    int code = permanent ? ProtocolStatus.MOVED : ProtocolStatus.TEMP_MOVED;
    datum
        .getMetaData()
        .put(Nutch.WRITABLE_PROTO_STATUS_KEY, new ProtocolStatus(code, last.alias()));
    return datum;
  }

  private ParseData goodParse(int segment, String url) {
    List<CrawlPlan.Link> plan = new ArrayList<>();
    List<Outlink> links = new ArrayList<>();
    boolean disowned = random.nextInt(15) == 0;
    int count = random.nextInt(4) == 0 ? 0 : random.nextInt(30);
    for (int i = 0; i < count; i++) {
      int kind = random.nextInt(20);
      String target =
          kind < 2
              ? url
              : kind == 2
                  ? chain(random.nextInt(10))
                  : urls.get(random.nextInt(random.nextInt(700) + 1));
      String rel = random.nextInt(6) == 0 ? "External NoFollow" : null;
      String anchor = random.nextInt(3) == 0 ? " " : "anchor";
      for (int again = random.nextInt(8) == 0 ? 2 : 1; again > 0; again--) {
        links.add(link(target, rel, anchor));
        plan.add(new CrawlPlan.Link(target, rel != null, !anchor.isBlank()));
      }
    }
    String robots = disowned ? "noarchive, NOFOLLOW" : "";
    String canonical = null;
    String refresh = null;
    int seconds = random.nextInt(2);
    switch (random.nextInt(10)) {
      case 0 -> canonical = url;
      case 1 -> canonical = urls.get(random.nextInt(420));
      case 2 -> {
        canonical = urls.get(random.nextInt(420));
        refresh = urls.get(random.nextInt(420));
      }
      default -> {}
    }
    fetches.add(
        new CrawlPlan.Fetch(
            segment, url, plan, disowned, seconds == 0 ? refresh : null, canonical));
    ParseStatus status =
        refresh == null
            ? ParseStatus.STATUS_SUCCESS
            : new ParseStatus(
                ParseStatus.SUCCESS,
                ParseStatus.SUCCESS_REDIRECT,
                new String[] {refresh, Integer.toString(seconds)});
    return parse(status, links, robots, canonical);
  }

  private static Outlink link(String target, String rel, String anchor) {
    Outlink link;
    try {
      link = new Outlink(target, anchor);
    } catch (java.net.MalformedURLException e) {
      throw new IllegalArgumentException(target, e);
    }
    if (rel != null) {
      MapWritable metadata = new MapWritable();
      metadata.put(new Text("rel"), new Text(rel));
      link.setMetadata(metadata);
    }
    return link;
  }

  private static ParseData parse(
      ParseStatus status, List<Outlink> links, String robots, String canonical) {
    Metadata meta = new Metadata();
    if (!robots.isEmpty()) {
      meta.set("robots", robots);
    }
    if (canonical != null) {
      meta.set("canonical", canonical);
    }
    return new ParseData(status, "title", links.toArray(new Outlink[0]), new Metadata(), meta);
  }

  private void write(Path file, Class<? extends Writable> type, Map<String, Writable> records)
      throws IOException {
    Map<Text, Writable> sorted = new TreeMap<>();
    records.forEach((url, value) -> sorted.put(new Text(url), value));
    try (MapFile.Writer writer =
        new MapFile.Writer(
            conf,
            file,
            MapFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(type),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.BLOCK))) {
      for (Map.Entry<Text, Writable> record : sorted.entrySet()) {
        writer.append(record.getKey(), record.getValue());
      }
    }
  }
}
