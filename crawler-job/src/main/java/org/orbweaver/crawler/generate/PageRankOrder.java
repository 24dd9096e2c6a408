package org.orbweaver.crawler.generate;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.InStepReader;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.score.Scoring;

/**
 * PageRank as the order of a fetch list (J. Cho, H. Garcia-Molina, L. Page, <i>Efficient Crawling
 * Through URL Ordering</i>, 1998).
 *
 * <p>The map task that reads the crawldb joins the scores: both are sorted by URL, so each part of
 * the scores is read forwards beside the crawldb, and only where a URL is due. This needs no
 * further job or shuffle. A part has a range of the {@link ReversedUrl}s. Ranks are scaled to a
 * mean of 1, the score of an injected URL, so that a URL unknown to the run can be ranked by its
 * score in the crawldb.
 *
 * <p>Memory: a block of some 64 KB for each part, and the parts' indexes, one entry in {@value
 * #INDEX_SKIP} + 1 of theirs: about 20 bytes for a thousand pages.
 */
final class PageRankOrder implements Closeable {
  private static final String SCORES = "orbweaver.internal.generate.pagerank";
  private static final String MEAN = "orbweaver.internal.generate.pagerank.mean";
  private static final int INDEX_SKIP = 7;

  private final Configuration conf;
  private final NavigableMap<Text, Path> parts;
  private final Map<Path, InStepReader<DoubleWritable>> readers = new HashMap<>();
  private final double mean;

  private PageRankOrder(Configuration conf, NavigableMap<Text, Path> parts, double mean) {
    this.conf = new Configuration(conf);
    this.conf.setInt("io.map.index.skip", INDEX_SKIP);
    this.parts = parts;
    this.mean = mean;
  }

  /**
   * Puts the scores into a job's configuration, if the order uses PageRank, or it is the importance
   * of pages to visit again.
   *
   * @return the name of the run used
   * @throws OrbException (failed) if the run cannot be read
   */
  static Optional<String> embed(Configuration conf, CrawlDir dir) throws IOException {
    boolean importance = Schedule.of(conf).policy() != null && ScheduleKeys.IMPORTANCE.get(conf);
    Optional<Path> run =
        Scoring.of(conf).usesPageRank() || importance
            ? RankingRuns.newestPlain(dir, dir.pageRanks())
            : Optional.empty();
    if (run.isPresent()) {
      conf.set(SCORES, new Path(run.get(), "scores").toString());
      conf.set(MEAN, Double.toString(mean(dir, run.get())));
    }
    return run.map(Path::getName);
  }

  /** The mean rank of a run, by its meta.json. */
  private static double mean(CrawlDir dir, Path run) throws IOException {
    Map<String, String> meta = RankingRuns.meta(dir.fs(), run);
    try {
      double mean =
          Double.parseDouble(meta.getOrDefault("mass", ""))
              / Double.parseDouble(meta.getOrDefault("pages", ""));
      if (mean > 0 && Double.isFinite(mean)) {
        return mean;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that no run can have.
    }
    throw OrbException.failed(
        new Path(run, RankingRuns.META) + " lacks 'pages' or 'mass': run the ranking again");
  }

  /** Reads the embedded scores in a task; null if no ranks are used, or there are none. */
  static PageRankOrder of(Configuration conf) throws IOException {
    String scores = conf.get(SCORES);
    if (scores == null) {
      return null;
    }
    Path folder = new Path(scores);
    NavigableMap<Text, Path> parts = new TreeMap<>();
    for (Path part : Parts.of(folder.getFileSystem(conf), folder)) {
      Path data = new Path(part, MapFile.DATA_FILE_NAME);
      try (SequenceFile.Reader reader =
          new SequenceFile.Reader(conf, SequenceFile.Reader.file(data))) {
        Text first = reader.getMetadata().get(RankingRuns.FIRST_KEY);
        if (first == null) {
          throw OrbException.failed(folder + " is of an earlier version: run PageRank again");
        }
        parts.put(first, part);
      }
    }
    if (parts.isEmpty()) {
      throw OrbException.failed("no scores in " + folder + ": run PageRank again");
    }
    return new PageRankOrder(conf, parts, Double.parseDouble(conf.get(MEAN)));
  }

  /**
   * The rank of a URL, relative to the mean.
   *
   * @param otherwise returned if PageRank does not have the URL
   */
  float rank(Text url, float otherwise) {
    Map.Entry<Text, Path> part = parts.floorEntry(new Text(ReversedUrl.key(url.toString())));
    if (part == null) {
      return otherwise;
    }
    InStepReader<DoubleWritable> reader = readers.get(part.getValue());
    if (reader == null) {
      reader = new InStepReader<>(part.getValue(), conf, new DoubleWritable());
      readers.put(part.getValue(), reader);
    }
    DoubleWritable rank = reader.get(url);
    return rank == null ? otherwise : (float) (rank.get() / mean);
  }

  @Override
  public void close() {
    IOUtils.cleanupWithLogger(null, readers.values().toArray(new Closeable[0]));
  }
}
