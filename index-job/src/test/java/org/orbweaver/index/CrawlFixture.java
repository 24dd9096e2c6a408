package org.orbweaver.index;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.topic.TopicModel;
import org.orbweaver.crawler.topic.TopicSums;

/** Collects records and writes them as a crawl directory, two parts a store. */
public final class CrawlFixture {
  private static final int PARTS = 2;

  private final Map<String, SortedMap<Text, Writable>> stores = new TreeMap<>();
  private final Set<String> runs = new TreeSet<>();
  private final Map<String, Set<String>> topicRuns = new TreeMap<>();
  private TopicModel model;

  public void crawled(String url, byte status) {
    CrawlDatum datum = new CrawlDatum(status, 3600, 1f);
    datum.setFetchTime(1_767_229_200_000L);
    store("crawldb/current").put(new Text(url), datum);
  }

  /** Puts a crawled page into a group of near-duplicates. */
  public void grouped(String url, String group) {
    CrawlDatum datum = (CrawlDatum) store("crawldb/current").get(new Text(url));
    datum.getMetaData().put(new Text(MetadataKeys.GROUP), new Text(group));
  }

  /** Marks a crawled page as fetched with the login of a site block; null takes the mark off. */
  public void login(String segment, String url, String site) {
    CrawlDatum datum = (CrawlDatum) store("crawldb/current").get(new Text(url));
    ParseData data = (ParseData) store("segments/" + segment + "/parse_data").get(new Text(url));
    if (site == null) {
      datum.getMetaData().remove(new Text(MetadataKeys.SITE));
      data.getContentMeta().remove(MetadataKeys.SITE);
    } else {
      datum.getMetaData().put(new Text(MetadataKeys.SITE), new Text(site));
      data.getContentMeta().set(MetadataKeys.SITE, site);
    }
  }

  public void parsed(String segment, String url, String title, String body, String... meta) {
    Metadata parse = new Metadata();
    for (int i = 0; i < meta.length; i += 2) {
      parse.set(meta[i], meta[i + 1]);
    }
    Metadata content = new Metadata();
    content.set("Content-Type", "text/html");
    store("segments/" + segment + "/parse_data")
        .put(
            new Text(url),
            new ParseData(ParseStatus.STATUS_SUCCESS, title, new Outlink[0], content, parse));
    store("segments/" + segment + "/parse_text").put(new Text(url), new ParseText(body));
  }

  /** Gives a parsed page links. */
  public void linking(String segment, String url, String... targets) throws IOException {
    Outlink[] links = new Outlink[targets.length];
    for (int i = 0; i < links.length; i++) {
      links[i] = new Outlink(targets[i], "");
    }
    ParseData page = (ParseData) store("segments/" + segment + "/parse_data").get(new Text(url));
    page.setOutlinks(links);
  }

  /** A page and its canonical one, of the same content; dedup left the former. */
  void same(String signature, String url, String canonical) {
    for (String page : new String[] {url, canonical}) {
      crawled(
          page, page.equals(url) ? CrawlDatum.STATUS_DB_FETCHED : CrawlDatum.STATUS_DB_DUPLICATE);
      CrawlDatum datum = (CrawlDatum) store("crawldb/current").get(new Text(page));
      datum.setSignature(HexFormat.of().parseHex(signature));
      parsed("20260101000000", page, "Zebra twins", "text of both", "canonical", canonical);
      ParseData data = (ParseData) store("segments/20260101000000/parse_data").get(new Text(page));
      data.getContentMeta().set(Nutch.SIGNATURE_KEY, signature);
    }
  }

  public void linked(String from, String to, String anchor) {
    ((Inlinks) store("linkdb/current").computeIfAbsent(new Text(to), k -> new Inlinks()))
        .add(new Inlink(from, anchor));
  }

  /** HITS scores of a page. */
  void judged(String run, String url, double authority, double hub) {
    runs.add("hits/" + run);
    store("hits/" + run + "/authorities").put(new Text(url), new DoubleWritable(authority));
    store("hits/" + run + "/hubs").put(new Text(url), new DoubleWritable(hub));
  }

  public void ranked(String run, String url, double rank) {
    runs.add("pagerank/" + run);
    store("pagerank/" + run + "/scores").put(new Text(url), new DoubleWritable(rank));
  }

  /** PageRank of a page by topic; the run's topics are those of the {@linkplain #model model}. */
  public void ranked(String run, String topic, String url, double rank) {
    store("pagerank/" + run + "/topics/" + topic + "/scores")
        .put(new Text(url), new DoubleWritable(rank));
    topicRuns.computeIfAbsent(run, r -> new TreeSet<>()).add(topic);
  }

  /** A model that recognises topics by these words. */
  public void model(Map<String, String> words) {
    SortedMap<String, TopicSums> sums = new TreeMap<>();
    words.forEach(
        (topic, text) -> {
          sums.put(topic, new TopicSums());
          sums.get(topic).add(text);
        });
    model = TopicModel.learn(sums, TopicModel.SCALES - 1);
  }

  private SortedMap<Text, Writable> store(String name) {
    return stores.computeIfAbsent(name, k -> new TreeMap<>());
  }

  public void write(Configuration conf, java.nio.file.Path root) throws IOException {
    for (String run : runs) {
      java.nio.file.Path meta = root.resolve(run + "/meta.json");
      java.nio.file.Files.createDirectories(meta.getParent());
      java.nio.file.Files.writeString(meta, "{\"algorithm\":\"HITS\",\"teleport\":\"uniform\"}\n");
    }
    for (Map.Entry<String, Set<String>> run : topicRuns.entrySet()) {
      String topics = String.join(" ", run.getValue());
      java.nio.file.Files.createDirectories(root.resolve("pagerank/" + run.getKey()));
      java.nio.file.Files.writeString(
          root.resolve("pagerank/" + run.getKey() + "/meta.json"),
          "{\"topics\":\"" + topics + "\"}\n");
    }
    if (model != null) {
      java.nio.file.Path file = root.resolve("topics/model");
      java.nio.file.Files.createDirectories(file.getParent());
      try (DataOutputStream out =
          new DataOutputStream(
              new BufferedOutputStream(java.nio.file.Files.newOutputStream(file)))) {
        model.write(out);
      }
    }
    for (Map.Entry<String, SortedMap<Text, Writable>> store : stores.entrySet()) {
      Class<?> type = store.getValue().values().iterator().next().getClass();
      for (int part = 0; part < PARTS; part++) {
        Path folder = new Path(root.toString(), store.getKey() + "/part-r-0000" + part);
        try (MapFile.Writer writer =
            new MapFile.Writer(
                conf,
                folder,
                MapFile.Writer.keyClass(Text.class),
                MapFile.Writer.valueClass(type.asSubclass(Writable.class)))) {
          for (Map.Entry<Text, Writable> record : store.getValue().entrySet()) {
            if ((record.getKey().hashCode() & Integer.MAX_VALUE) % PARTS == part) {
              writer.append(record.getKey(), record.getValue());
            }
          }
        }
      }
    }
  }
}
