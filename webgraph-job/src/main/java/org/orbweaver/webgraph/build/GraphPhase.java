package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * Builds the graph of all segments: nodes are the pages that were asked for and those that the
 * newest parses link to; {@link LinkPolicy} says what is an arc.
 *
 * <p>Segments that are small enough take one job, {@link InMemoryJob}; others the four and more of
 * {@link SortedBuild}. Ids, lists and weights are the same.
 *
 * <p>A build is not repeated: where the newest one was made of the same files under the same
 * policy, it is current. Nothing less than the whole is built for new segments, for a new page
 * shifts the ids behind it, and with them nearly every list.
 */
public final class GraphPhase {
  /** In a graph's source: of the segments' files. */
  static final String FINGERPRINT = "fingerprint";

  /**
   * How to build.
   *
   * @param parts partitions in each direction; 0: by size
   * @param force whether to build even if the newest build is current
   */
  public record Options(int parts, boolean force) {
    /** Builds in any case. */
    public Options(int parts) {
      this(parts, true);
    }
  }

  /**
   * What was built.
   *
   * @param build its name
   * @param folder where it lies
   * @param isNew false if it was there already, and is current
   */
  public record Result(String build, Path folder, GraphMeta meta, boolean isNew) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "graph/%s: %s%s, %s, %s without links, %d + %d partitions",
          build,
          isNew ? "" : "unchanged, not built again: ",
          Count.of(meta.nodes(), "node"),
          Count.of(meta.arcs(), "link"),
          Count.of(meta.dangling(), "node"),
          meta.out().size(),
          meta.in().size());
    }
  }

  /** The number of partitions to make: what was asked for, or else what the settings say. */
  public static int parts(Configuration conf, int asked) {
    return asked != 0 ? asked : WebGraphKeys.PARTS.get(conf);
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
          "no segment in "
              + session.dir().segments()
              + " has been fetched (run 'orb fetch' first)");
    }
    Optional<Result> current =
        options.force ? Optional.empty() : current(session, input, policy, options.parts);
    if (current.isPresent()) {
      return current.get();
    }
    GraphPublisher publisher = GraphPublisher.begin(session);
    return publisher.publish(
        () ->
            input.bytes() <= WebGraphKeys.MEMORY_BYTES.get(session.conf())
                ? InMemoryJob.run(session, input, options.parts(), publisher)
                : new SortedBuild(session, input, policy, publisher).run(options.parts()));
  }

  /** The newest build, if it is what would be built. */
  private static Optional<Result> current(
      Session session, SegmentInput input, LinkPolicy policy, int parts) throws IOException {
    Optional<Path> latest = session.dir().latest(session.dir().graphs());
    if (latest.isEmpty()) {
      return Optional.empty();
    }
    GraphMeta meta;
    try {
      meta = GraphDir.open(session.conf(), latest.get()).meta();
    } catch (IOException | OrbException e) {
      // What cannot be read is built again.
      session.console().info(e.getMessage());
      return Optional.empty();
    }
    boolean same =
        input.fingerprint().equals(meta.source().get(FINGERPRINT))
            && meta.policy().entrySet().containsAll(policy.describe().entrySet())
            && (parts == 0 || parts == meta.out().size());
    return same
        ? Optional.of(new Result(latest.get().getName(), latest.get(), meta, false))
        : Optional.empty();
  }
}
