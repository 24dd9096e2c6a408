package org.orbweaver.pagerank.job;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.pagerank.topics.Topic;

/**
 * The request for a run beside its settings ({@link PageRankKeys}). Begin with {@link #defaults}
 * and change some:
 *
 * <pre>{@code
 * PageRankOptions.defaults().withTopics(List.of(Topic.of("trust", seeds))).inverted()
 * }</pre>
 *
 * @param build the graph; the newest if empty
 * @param topics to rank by, at least one; each gets a list of scores
 * @param iterations make exactly as many, whatever the change
 * @param inverse follow links backwards: a page gives its rank to those that link to it
 * @param warm the run to begin with instead of the teleport vectors, topic by topic
 */
public record PageRankOptions(
    Optional<String> build,
    List<Topic> topics,
    OptionalInt iterations,
    boolean inverse,
    Optional<String> warm) {

  /**
   * Checks that the topics have distinct names.
   *
   * @throws OrbException (usage) if they have not
   */
  public PageRankOptions {
    topics = List.copyOf(topics);
    if (topics.isEmpty()) {
      throw new IllegalArgumentException("no topic");
    }
    Set<String> names = new HashSet<>();
    for (Topic topic : topics) {
      if (!names.add(topic.name())) {
        throw OrbException.usage("topic " + topic.name() + " is given twice");
      }
      if (topics.size() > 1 && topic.name().isEmpty()) {
        throw OrbException.usage("expected a name for each of several topics");
      }
    }
  }

  /** The newest graph, uniform teleport, until the tolerance is met. */
  public static PageRankOptions defaults() {
    return new PageRankOptions(
        Optional.empty(), List.of(Topic.uniform("")), OptionalInt.empty(), false, Optional.empty());
  }

  /** With another graph. */
  public PageRankOptions withBuild(Optional<String> name) {
    return new PageRankOptions(name, topics, iterations, inverse, warm);
  }

  /** With other topics. */
  public PageRankOptions withTopics(List<Topic> others) {
    return new PageRankOptions(build, others, iterations, inverse, warm);
  }

  /** With another number of iterations; empty to continue until the tolerance is met. */
  public PageRankOptions withIterations(OptionalInt count) {
    return new PageRankOptions(build, topics, count, inverse, warm);
  }

  /** With another start; empty for the teleport vectors. */
  public PageRankOptions withWarm(Optional<String> run) {
    return new PageRankOptions(build, topics, iterations, inverse, run);
  }

  /** With links followed backwards. */
  public PageRankOptions inverted() {
    return new PageRankOptions(build, topics, iterations, true, warm);
  }
}
