package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.webgraph.build.links.LinkPolicy;
import org.orbweaver.webgraph.build.links.SegmentInput;
import org.orbweaver.webgraph.build.links.WebGraphKeys;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * Builds the graph of all segments. Nodes are the requested pages and the link targets of the
 * newest parses; {@link LinkPolicy} defines the arcs.
 *
 * <p>Small segments take one job, {@link InMemoryJob}; others the four and more of {@link
 * SortedBuild}. Ids, lists and weights are the same.
 *
 * <p>A build is not repeated: if the newest one was made from the same files under the same policy,
 * it is current. New segments require a whole new build, because a new page shifts the ids after
 * it, and with them nearly every list.
 */
public final class GraphPhase {
  /** In a graph's source: the fingerprint of the segments' files. */
  static final String FINGERPRINT = "fingerprint";

  /**
   * The options of a build.
   *
   * @param parts partitions in each direction; 0: by size
   * @param force true to build even if the newest build is current
   */
  public record BuildOptions(int parts, boolean force) {
    /** Builds in any case. */
    public BuildOptions(int parts) {
      this(parts, true);
    }
  }

  /**
   * The result of a build.
   *
   * @param build its name
   * @param folder its path
   * @param isNew false if it existed and is current
   */
  public record BuiltGraph(String build, Path folder, GraphMeta meta, boolean isNew) {
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

  /** The number of partitions: as asked, or else from the settings. */
  public static int parts(Configuration conf, int asked) {
    return asked != 0 ? asked : WebGraphKeys.PARTS.get(conf);
  }

  /**
   * Builds and publishes.
   *
   * @throws OrbException (nothing to do) if no segment has been fetched
   */
  public BuiltGraph run(Session session, BuildOptions options) throws IOException {
    // Finds an invalid setting before any job is created.
    LinkPolicy policy = LinkPolicy.of(session.conf());
    SegmentInput input = SegmentInput.of(session.conf(), session.dir());
    if (input.isEmpty()) {
      throw OrbException.nothingToDo(
          "no segment in "
              + session.dir().segments()
              + " has been fetched (run 'orb fetch' first)");
    }
    Optional<BuiltGraph> current =
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

  /** The newest build, if it equals the one to be built. */
  private static Optional<BuiltGraph> current(
      Session session, SegmentInput input, LinkPolicy policy, int parts) throws IOException {
    Optional<Path> latest = session.dir().latest(session.dir().graphs());
    if (latest.isEmpty()) {
      return Optional.empty();
    }
    GraphMeta meta;
    try {
      meta = GraphDir.open(session.conf(), latest.get()).meta();
    } catch (IOException | OrbException e) {
      // An unreadable build is built again.
      session.console().info(e.getMessage());
      return Optional.empty();
    }
    boolean same =
        input.fingerprint().equals(meta.source().get(FINGERPRINT))
            && meta.policy().entrySet().containsAll(policy.describe().entrySet())
            && (parts == 0 || parts == meta.out().size());
    return same
        ? Optional.of(new BuiltGraph(latest.get().getName(), latest.get(), meta, false))
        : Optional.empty();
  }
}
