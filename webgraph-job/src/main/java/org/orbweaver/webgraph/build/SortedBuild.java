package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.aliases.AliasJobs;
import org.orbweaver.webgraph.build.links.GraphCounter;
import org.orbweaver.webgraph.build.links.LinkPolicy;
import org.orbweaver.webgraph.build.links.SegmentInput;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * Builds the graph of a large crawl in four jobs; each needs only the memory of a page's links. If
 * pages redirect or name canonical ones, there are three to five more: those of {@link AliasJobs}
 * and {@link MergeJob}.
 */
final class SortedBuild {
  /** Segment bytes per reducer, compressed as on disk. */
  private static final long BYTES_PER_REDUCER = 256L << 20;

  private static final int MAX_REDUCERS = 999;

  private final Session session;
  private final SegmentInput input;
  private final LinkPolicy policy;
  private final GraphPublisher publisher;
  private LinkPolicy.Merged merged = new LinkPolicy.Merged(0, 0, 0);

  SortedBuild(Session session, SegmentInput input, LinkPolicy policy, GraphPublisher publisher) {
    this.session = session;
    this.input = input;
    this.policy = policy;
    this.publisher = publisher;
  }

  /**
   * Runs the jobs; each removes input that no later job needs.
   *
   * @param parts of each direction; 0: by size
   */
  GraphMeta run(int parts) throws IOException {
    int reducers =
        parts > 0 ? parts : (int) Math.min(MAX_REDUCERS, 1 + input.bytes() / BYTES_PER_REDUCER);
    Path selected = publisher.work("selected");
    Counters counters = SelectJob.run(session, input, reducers, selected);
    boolean aliases = counters.findCounter(GraphCounter.ALIASES).getValue() > 0;
    Path resolved = aliases ? resolve(selected, reducers) : null;

    Path numbered = publisher.work("numbered");
    List<GraphMeta.Part> ids =
        NumberJob.run(session, selected, resolved, reducers, publisher.work("cuts"), numbered);
    delete(selected);
    if (aliases) {
      delete(resolved);
    }

    Path arcs = publisher.work("joined");
    JoinJob.ArcCounts degrees = JoinJob.run(session, numbered, ids, reducers, arcs);
    int nodes = ids.get(ids.size() - 1).end();
    if (aliases) {
      // Merged pages may have had the same links, and been linked to by the same pages.
      Path distinct = publisher.work("merged");
      degrees = MergeJob.run(session, arcs, nodes, policy.count(), reducers, distinct);
      delete(arcs);
      arcs = distinct;
    }

    Files.rename(
        session.conf(),
        new Path(numbered, NumberJob.IDS),
        new Path(publisher.staged(), NumberJob.IDS));
    return WriteJob.run(
            session,
            arcs,
            degrees,
            parts,
            policy.isWeighted() ? LinkPolicy.UNIT : 0,
            publisher.work("written"),
            publisher.staged(),
            NameKind.URLS,
            ids)
        .of(policy.describe(merged), InMemoryJob.source(input));
  }

  /** Follows redirects and canonicals; returns the mentions of each resolved key. */
  private Path resolve(Path selected, int reducers) throws IOException {
    Path pointers = new Path(selected, SelectJob.ALIAS + "-r-*");
    Path last = null;
    long redirects = 0;
    long canonicals = 0;
    long unresolved = 1;
    for (int hops = 1; unresolved > 0 && hops <= LinkPolicy.MAX_HOPS; hops = 2 * hops + 1) {
      Path followed = publisher.work("aliases" + hops);
      Counters counters = AliasJobs.follow(session, pointers, reducers, followed);
      redirects += counters.findCounter(GraphCounter.MERGED_REDIRECTS).getValue();
      canonicals += counters.findCounter(GraphCounter.MERGED_CANONICALS).getValue();
      unresolved = counters.findCounter(GraphCounter.UNRESOLVED).getValue();
      if (last != null) {
        delete(last);
      }
      last = followed;
      pointers = new Path(followed, "part-r-*");
    }
    merged = new LinkPolicy.Merged(redirects, canonicals, unresolved);
    Path resolved = publisher.work("resolved");
    AliasJobs.resolve(session, new Path(selected, "part-r-*"), pointers, reducers, resolved);
    delete(last);
    return resolved;
  }

  private void delete(Path path) throws IOException {
    Files.delete(session.dir().fs(), path);
  }
}
