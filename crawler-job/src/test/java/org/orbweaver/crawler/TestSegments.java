package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.util.MimeUtil;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Parts;

/** Writes the stores of a small crawl, as the phases before the one under test would. */
public final class TestSegments {

  private static final long TIME = 1_770_000_000_000L;

  private TestSegments() {}

  /** A local configuration whose temporary files are in a folder of the test's. */
  public static Configuration conf(java.nio.file.Path temporary) {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", temporary.resolve("hadoop").toString());
    conf.set("mapreduce.framework.name", "local");
    conf.setBoolean("mime.type.magic", false);
    return conf;
  }

  /** Copies the crawl that Nutch wrote; if it is missing, the test is skipped with a message. */
  public static void copyNutchCrawl(java.nio.file.Path to) throws IOException {
    var real =
        java.nio.file.Path.of(System.getProperty("orbweaver.shared", "none"), "data/nutch-crawl");
    assumeTrue(Files.isDirectory(real), "no data/nutch-crawl in orbweaver.shared");
    FileUtils.copyDirectory(real.toFile(), to.toFile());
  }

  /** A document as a server sent it. */
  public record Document(String contentType, String body) {}

  /**
   * Writes a fetched segment of one part: crawl_generate, crawl_fetch, content.
   *
   * @param documents by URL
   */
  public static void write(Configuration conf, Path segment, Map<String, Document> documents)
      throws IOException {
    try (MapFile.Writer content =
            StoreFiles.mapFile(conf, new Path(segment, "content/part-r-00000"), Content.class);
        MapFile.Writer fetch =
            StoreFiles.mapFile(
                conf, new Path(segment, "crawl_fetch/part-r-00000"), CrawlDatum.class);
        SequenceFile.Writer generate =
            StoreFiles.sequenceFile(
                conf, new Path(segment, "crawl_generate/part-r-00000"), CrawlDatum.class)) {
      MimeUtil mime = new MimeUtil(conf);
      Map<Text, Document> sorted = new TreeMap<>();
      documents.forEach((url, document) -> sorted.put(new Text(url), document));
      for (Map.Entry<Text, Document> entry : sorted.entrySet()) {
        Document document = entry.getValue();
        generate.append(entry.getKey(), datum(CrawlDatum.STATUS_DB_UNFETCHED, 1f));
        fetch.append(entry.getKey(), datum(CrawlDatum.STATUS_FETCH_SUCCESS, 1f));
        Metadata metadata = new Metadata();
        metadata.set("Content-Type", document.contentType());
        metadata.set(Nutch.FETCH_STATUS_KEY, Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS));
        metadata.set(Nutch.SEGMENT_NAME_KEY, segment.getName());
        metadata.set(Nutch.SCORE_KEY, "1.0");
        String url = entry.getKey().toString();
        content.append(
            entry.getKey(),
            new Content(
                url,
                url,
                document.body().getBytes(StandardCharsets.UTF_8),
                document.contentType(),
                metadata,
                mime));
      }
    }
  }

  /** A datum with a fixed time. */
  public static CrawlDatum datum(int status, float score) {
    CrawlDatum datum = new CrawlDatum(status, 2_592_000, score);
    datum.setFetchTime(TIME);
    return datum;
  }

  /** Writes a store of MapFiles, each key in the part that HashPartitioner gives it. */
  public static <V extends Writable> void writeStore(
      Configuration conf,
      java.nio.file.Path folder,
      int parts,
      Class<V> type,
      SortedMap<String, V> records)
      throws IOException {
    HashPartitioner<Text, V> partitioner = new HashPartitioner<>();
    for (int part = 0; part < parts; part++) {
      Path path = new Path(folder.toString(), Parts.name(part));
      try (MapFile.Writer writer = StoreFiles.mapFile(conf, path, type)) {
        for (Map.Entry<String, V> record : records.entrySet()) {
          Text url = new Text(record.getKey());
          if (partitioner.getPartition(url, null, parts) == part) {
            writer.append(url, record.getValue());
          }
        }
      }
    }
  }
}
