package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.conf.SettingFault;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.StopRule;

/**
 * What a run computes, with all that it was asked for looked up and checked.
 *
 * @param options as asked
 * @param topics one for each of the options' topics
 * @param rows the lists that are the matrix's rows: those that rank comes in by
 * @param weighted whether links count by their weights
 * @param rule when a topic stops
 * @param mode how it runs; changes nothing in the result
 */
record PageRankPlan(
    GraphDir graph,
    PageRankOptions options,
    List<PageRank> topics,
    Direction rows,
    boolean weighted,
    StopRule rule,
    RankMode mode) {

  private static final int PATIENCE = 50;
  private static final String INVERSE = "inverse";

  /**
   * Looks everything up.
   *
   * @throws OrbException when a setting, a topic's file or its pages are wrong
   */
  static PageRankPlan of(Configuration conf, GraphDir graph, PageRankOptions options)
      throws IOException {
    List<PageRank> topics = new ArrayList<>();
    for (Topic topic : options.topics()) {
      topics.add(PageRankSettings.of(conf, graph.nodes(), teleport(conf, graph, topic)));
    }
    StopRule rule =
        StopRule.of(
            conf, options.iterations(), PageRankKeys.TOLERANCE, topics.get(0).total(), PATIENCE);
    if (PageRankKeys.EXTRAPOLATE.get(conf)) {
      requireExtrapolable(conf, rule);
    }
    Direction rows = options.inverse() ? Direction.OUT : Direction.IN;
    boolean weighted = graph.isWeighted() && PageRankKeys.WEIGHTED.get(conf);
    boolean extrapolated = PageRankKeys.EXTRAPOLATE.get(conf);
    long bytes = FusedPageRank.bytes(graph.meta(), rows, topics.size(), weighted, extrapolated);
    RankMode mode = RankMode.choose(conf, bytes, graph.meta(), topics.size());
    return new PageRankPlan(graph, options, List.copyOf(topics), rows, weighted, rule, mode);
  }

  /** What is wrong with settings that go together, for a run that stops by tolerance. */
  static List<SettingFault> settingFaults(Configuration conf) {
    return PageRankKeys.EXTRAPOLATE.fault(conf).isEmpty() && PageRankKeys.EXTRAPOLATE.get(conf)
        ? SettingFault.of(
            () ->
                requireExtrapolable(
                    conf,
                    StopRule.of(conf, OptionalInt.empty(), PageRankKeys.TOLERANCE, 1, PATIENCE)))
        : List.of();
  }

  private static void requireExtrapolable(Configuration conf, StopRule rule) {
    String reason = null;
    if (rule.exactly()) {
      reason = "cannot be used with a fixed number of iterations";
    } else if (!(PageRankKeys.DAMPING.get(conf) < 1)) {
      reason = "requires a damping below 1";
    } else if (PageRankSettings.form(conf) == Form.NORMALISED) {
      reason = "cannot be used with the normalised form";
    }
    if (reason != null) {
      throw OrbException.usage("--extrapolate (" + PageRankKeys.EXTRAPOLATE.name() + ") " + reason);
    }
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

  /** Whether the graph's out-degrees are what ranks are divided by. */
  boolean byDegree() {
    return rows == Direction.IN && !weighted;
  }

  /**
   * Whether the run has one list of scores, without a topic's name, along the links. It lies in the
   * run itself; all others lie under their topics' names.
   */
  boolean usable() {
    return !options.inverse() && options.topics().get(0).name().isEmpty();
  }

  /**
   * Whether the run is plain, as {@link org.orbweaver.common.store.RankingRuns} will see it: {@link
   * #usable}, of pages, with an even jump.
   */
  boolean plain() {
    return usable()
        && RankingRuns.folded(graph.folder().getName()).isEmpty()
        && topics.get(0).teleport().pages() == 0;
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

  /** All that the result depends on, as text. */
  String parameters(Configuration conf) throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(PageRankSettings.topicsToBytes(topics));
    return String.join(
        "\n",
        "damping=" + PageRankKeys.DAMPING.get(conf),
        "form=" + PageRankSettings.form(conf),
        "dangling=" + PageRankSettings.dangling(conf),
        "topics=" + width() + " " + Long.toHexString(crc.getValue()),
        "rows=" + rows,
        "weighted=" + weighted,
        "warm=" + options.warm().orElse(""),
        "extrapolate=" + PageRankKeys.EXTRAPOLATE.get(conf),
        rule.toString());
  }
}
