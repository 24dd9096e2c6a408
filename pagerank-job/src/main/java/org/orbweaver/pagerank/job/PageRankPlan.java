package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.pagerank.topics.TeleportFile;
import org.orbweaver.pagerank.topics.Topic;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.StopRule;

/**
 * A run's computation: its options, looked up and checked.
 *
 * @param options as requested
 * @param model what all topics share
 * @param topics one for each of the options' topics
 * @param mode of the run; changes nothing in the result
 */
public record PageRankPlan(
    GraphDir graph,
    PageRankOptions options,
    PageRankModel model,
    List<PageRank> topics,
    RankMode mode) {

  private static final int PATIENCE = 50;
  private static final String INVERSE = "inverse";

  /**
   * Looks everything up.
   *
   * @throws OrbException if a setting, a topic's file or its pages are wrong
   */
  public static PageRankPlan of(Configuration conf, GraphDir graph, PageRankOptions options)
      throws IOException {
    double damping = PageRankKeys.DAMPING.get(conf);
    Form form = PageRankKeys.FORM.get(conf);
    DanglingPolicy dangling = PageRankKeys.DANGLING.get(conf);
    List<PageRank> topics = new ArrayList<>();
    for (Topic topic : options.topics()) {
      Teleport teleport = teleport(conf, graph, topic);
      topics.add(new PageRank(graph.nodes(), damping, form, dangling, teleport));
    }
    StopRule rule =
        StopRule.of(
            conf, options.iterations(), PageRankKeys.TOLERANCE, topics.get(0).total(), PATIENCE);
    Direction rows = options.inverse() ? Direction.OUT : Direction.IN;
    boolean weighted = graph.isWeighted() && PageRankKeys.WEIGHTED.get(conf);
    long bytes = FusedPageRank.bytes(graph.meta(), rows, topics.size(), weighted);
    RankMode mode = RankMode.choose(conf, bytes, graph.meta(), topics.size());
    PageRankModel model = new PageRankModel(damping, form, dangling, rows, weighted, rule);
    return new PageRankPlan(graph, options, model, List.copyOf(topics), mode);
  }

  private static Teleport teleport(Configuration conf, GraphDir graph, Topic topic)
      throws IOException {
    if (topic.file().isPresent()) {
      return Teleport.to(TeleportFile.resolve(conf, topic.file().get(), graph));
    }
    Map<Integer, Double> weights = topic.weights();
    if (weights.isEmpty()) {
      return Teleport.uniform(graph.nodes());
    }
    for (Map.Entry<Integer, Double> one : weights.entrySet()) {
      if (one.getKey() < 0 || one.getKey() >= graph.nodes()) {
        throw OrbException.failed(
            "topic " + topic.name() + ": no page " + one.getKey() + " in " + graph.folder());
      }
    }
    return Teleport.to(weights);
  }

  /**
   * True if the run has one list of scores, without a topic's name, along the links. It lies in the
   * run itself; all others lie under their topics' names.
   */
  boolean usable() {
    return !options.inverse() && options.topics().get(0).name().isEmpty();
  }

  /**
   * True if the run is plain in the sense of {@link org.orbweaver.common.store.RankingRuns}: {@link
   * #usable}, of pages, with a uniform teleport.
   */
  boolean plain() {
    return usable()
        && RankingRuns.folded(graph.folder().getName()).isEmpty()
        && topics.get(0).teleport().pages() == 0;
  }

  /** True if an index uses the ranks: those of a plain run, and those of pages by topic. */
  boolean indexed() {
    return plain()
        || (!options.inverse()
            && !usable()
            && RankingRuns.folded(graph.folder().getName()).isEmpty());
  }

  /** The name of topic {@code k}, empty only in a {@linkplain #usable usable} run. */
  String name(int k) {
    String name = options.topics().get(k).name();
    return name.isEmpty() && options.inverse() ? INVERSE : name;
  }

  /** All names. */
  List<String> names() {
    return IntStream.range(0, width()).mapToObj(this::name).toList();
  }

  /** Number of topics. */
  int width() {
    return topics.size();
  }

  /** The teleport vectors, in the form that tasks read. */
  byte[] teleports() {
    return Teleport.write(topics.stream().map(PageRank::teleport).toList());
  }

  /** All that the result depends on, as text. */
  String parameters() {
    CRC32C crc = new CRC32C();
    crc.update(teleports());
    return String.join(
        "\n",
        "damping=" + model.damping(),
        "form=" + model.form(),
        "dangling=" + model.dangling(),
        "topics=" + width() + " " + Long.toHexString(crc.getValue()),
        "rows=" + model.rows(),
        "weighted=" + model.weighted(),
        "warm=" + options.warm().orElse(""),
        model.rule().toString());
  }
}
