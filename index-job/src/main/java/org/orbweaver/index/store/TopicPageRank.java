package org.orbweaver.index.store;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.topic.TopicModel;

/**
 * Topic-sensitive PageRank (Haveliwala, 2002) as input of an index: the ranks of each page by
 * topic, and the model that finds the topics of queries.
 *
 * @param run the newest run that ranks by a topic of the model
 * @param scores its lists of (url, DoubleWritable), for the topics of the model
 * @param source the model of the crawl
 */
public record TopicPageRank(Path run, List<Path> scores, Path source) {
  /** The folder of PageRank in a run, and of a topic in its folder. */
  public static final String SCORES = "scores";

  /** In a run by topic, the parent of each topic's folder. */
  public static final String TOPICS = "topics/";

  private static final String MODEL = "topic-model";

  /** The newest of a crawl; empty without a model, or without a run for one of its topics. */
  public static Optional<TopicPageRank> newest(Session session) throws IOException {
    CrawlDir dir = session.dir();
    Path model = dir.topicModel();
    if (!dir.fs().exists(model)) {
      return Optional.empty();
    }
    List<String> topics = read(dir.fs(), model).names();
    Optional<Path> run = RankingRuns.newestWithAnyTopic(dir, dir.pageRanks(), topics);
    List<Path> scores = new ArrayList<>();
    for (String topic : topics) {
      Path list = run.map(r -> new Path(r, TOPICS + topic + "/" + SCORES)).orElse(null);
      if (list != null && dir.fs().exists(list)) {
        scores.add(list);
      }
    }
    if (run.isPresent() && scores.isEmpty()) {
      session
          .console()
          .info("note: " + run.get() + " has no scores by URL: rank by topic again to use it");
    }
    return scores.isEmpty()
        ? Optional.empty()
        : Optional.of(new TopicPageRank(run.get(), scores, model));
  }

  /** Copies the model beside the shards of a build. */
  public void copyModel(Configuration conf, Path build) throws IOException {
    FileSystem fs = build.getFileSystem(conf);
    FileUtil.copy(fs, source, fs, new Path(build, MODEL), false, conf);
  }

  /**
   * The model of a build.
   *
   * @return null if its index has no ranks by topic
   * @throws OrbException (failed) if it cannot be read
   */
  public static TopicModel model(FileSystem fs, Path build, IndexMeta meta) {
    return meta.topics().isEmpty() ? null : read(fs, new Path(build, MODEL));
  }

  private static TopicModel read(FileSystem fs, Path file) {
    try (InputStream in = fs.open(file)) {
      return TopicModel.read(new DataInputStream(new BufferedInputStream(in)));
    } catch (IOException e) {
      throw OrbException.failed(
          "cannot read the topics of " + file + ": " + Failure.reason(e) + "; run orb topics", e);
    }
  }
}
