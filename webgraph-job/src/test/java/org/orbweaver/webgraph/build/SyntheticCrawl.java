package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;

/** Segments made at random from a seed, and what the graph of them must be. */
final class SyntheticCrawl {
  private final Random random = new Random(20260101);
  private final Configuration conf = new Configuration();
  private final Path dir;
  private final List<String> urls = new ArrayList<>();

  /** By page the targets of its newest good parse, without nofollow and self-links. */
  private final Map<String, Set<String>> newest = new TreeMap<>();

  private final Set<String> nodes = new TreeSet<>();

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

  /** Three segments; many pages are in several of them, with other links. */
  void write() throws IOException {
    for (int segment = 1; segment <= 3; segment++) {
      writeSegment(String.format(Locale.ROOT, "2026010100000%d", segment));
    }
    newest.values().forEach(nodes::addAll);
    nodes.addAll(newest.keySet());
  }

  private void writeSegment(String name) throws IOException {
    List<Map<String, Writable>> parses = List.of(new TreeMap<>(), new TreeMap<>());
    List<Map<String, Writable>> fetches = List.of(new TreeMap<>(), new TreeMap<>());
    for (String url : urls.subList(0, 400)) {
      int fate = random.nextInt(10);
      if (fate < 4) {
        continue;
      }
      int part = Math.floorMod(url.hashCode(), 2);
      nodes.add(url);
      byte status =
          fate == 4
              ? CrawlDatum.STATUS_FETCH_GONE
              : fate == 5 ? CrawlDatum.STATUS_FETCH_REDIR_PERM : CrawlDatum.STATUS_FETCH_SUCCESS;
      fetches.get(part).put(url, new CrawlDatum(status, 3600));
      if (fate == 6) {
        ParseStatus failed = new ParseStatus(ParseStatus.FAILED);
        parses.get(part).put(url, parse(failed, List.of(link(urls.get(1), null)), ""));
      } else if (fate > 6) {
        parses.get(part).put(url, goodParse(url));
      }
    }
    Path segment = new Path(dir, "segments/" + name);
    for (int part = 0; part < 2; part++) {
      String child = "/part-r-0000" + part;
      write(new Path(segment, "parse_data" + child), ParseData.class, parses.get(part));
      write(new Path(segment, "crawl_fetch" + child), CrawlDatum.class, fetches.get(part));
    }
  }

  private ParseData goodParse(String url) {
    Set<String> targets = new TreeSet<>();
    List<Outlink> links = new ArrayList<>();
    boolean disowned = random.nextInt(15) == 0;
    int count = random.nextInt(4) == 0 ? 0 : random.nextInt(30);
    for (int i = 0; i < count; i++) {
      String target =
          random.nextInt(10) == 0 ? url : urls.get(random.nextInt(random.nextInt(700) + 1));
      String rel = random.nextInt(6) == 0 ? "External NoFollow" : null;
      links.add(link(target, rel));
      if (rel == null && !target.equals(url) && !disowned) {
        targets.add(target);
      }
      if (random.nextInt(8) == 0) {
        links.add(link(target, rel));
      }
    }
    newest.put(url, targets);
    return parse(ParseStatus.STATUS_SUCCESS, links, disowned ? "noarchive, NOFOLLOW" : "");
  }

  private static Outlink link(String target, String rel) {
    Outlink link;
    try {
      link = new Outlink(target, "anchor");
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

  private static ParseData parse(ParseStatus status, List<Outlink> links, String robots) {
    Metadata meta = new Metadata();
    if (!robots.isEmpty()) {
      meta.set("robots", robots);
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

  /** The URLs of all nodes. */
  Set<String> nodes() {
    return nodes;
  }

  /** The targets of a page; none where it has no good parse. */
  Set<String> links(String url) {
    return newest.getOrDefault(url, Set.of());
  }
}
