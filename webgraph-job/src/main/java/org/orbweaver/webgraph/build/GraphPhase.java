package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.WebGraphKeys;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * Builds the graph of all segments: nodes are the pages that were asked for and those that the
 * newest parses link to; {@link LinkPolicy} says what is an arc.
 *
 * <p>Segments that are small enough take one job, {@link InMemoryJob}; others four: {@link
 * SelectJob}, {@link NumberJob}, {@link JoinJob}, {@link WriteJob}. Ids and lists are the same.
 */
public final class GraphPhase {

  /**
   * How to build.
   *
   * @param parts partitions in each direction; 0: by size
   */
  public record Options(int parts) {}

  /**
   * What was built.
   *
   * @param build its name
   * @param folder where it lies
   */
  public record Result(String build, Path folder, GraphMeta meta) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "graph/%s: %,d nodes, %,d links, %,d nodes without links, %d + %d partitions",
          build,
          meta.nodes(),
          meta.arcs(),
          meta.dangling(),
          meta.out().size(),
          meta.in().size());
    }
  }

  /**
   * The number of partitions to make: what was asked for, or else what the settings say.
   *
   * @throws OrbException (usage) if it is negative
   */
  public static int parts(Configuration conf, int asked) {
    int parts = asked != 0 ? asked : WebGraphKeys.PARTS.get(conf);
    if (parts < 0) {
      throw OrbException.usage("partitions: " + parts + "; a number from 1 is wanted, or 0");
    }
    return parts;
  }

  /**
   * Builds and publishes.
   *
   * @throws OrbException (nothing to do) where no segment has been fetched
   */
  public Result run(Session session, Options options) throws IOException {
    // A wrong setting is found before a job is.
    LinkPolicy policy = LinkPolicy.of(session.conf());
    SegmentInput input = SegmentInput.of(session.dir());
    if (input.isEmpty()) {
      throw OrbException.nothingToDo(
          "no segment in " + session.dir().segments() + " has been fetched ('orb fetch' does it)");
    }
    GraphPublisher publisher = GraphPublisher.begin(session);
    GraphMeta meta;
    try {
      if (input.bytes() <= WebGraphKeys.MEMORY_BYTES.get(session.conf())) {
        meta = InMemoryJob.run(session, input, policy, options.parts(), publisher);
      } else {
        meta = new SortedBuild(session, input, policy, publisher).run(options.parts());
      }
    } catch (IOException | RuntimeException e) {
      publisher.abort();
      throw e;
    }
    return publisher.publish(meta);
  }
}
