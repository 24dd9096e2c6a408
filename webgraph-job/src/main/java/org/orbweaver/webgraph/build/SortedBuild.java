package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NameKind;

/**
 * The graph of a large crawl, by four jobs, none of which needs more memory than a page's links.
 */
final class SortedBuild {
  /** What a reducer should get of the segments, as they lie on disk. */
  private static final long BYTES_PER_REDUCER = 256L << 20;

  private static final int MAX_REDUCERS = 999;

  private final Session session;
  private final SegmentInput input;
  private final LinkPolicy policy;
  private final GraphPublisher publisher;

  SortedBuild(Session session, SegmentInput input, LinkPolicy policy, GraphPublisher publisher) {
    this.session = session;
    this.input = input;
    this.policy = policy;
    this.publisher = publisher;
  }

  /**
   * Runs the jobs, each of which removes what only it needed.
   *
   * @param parts of each direction; 0: by size
   */
  GraphMeta run(int parts) throws IOException {
    int reducers =
        parts > 0 ? parts : (int) Math.min(MAX_REDUCERS, 1 + input.bytes() / BYTES_PER_REDUCER);
    Path selected = publisher.work("selected");
    SelectJob.run(session, input, reducers, selected);

    Path numbered = publisher.work("numbered");
    List<GraphMeta.Part> ids =
        NumberJob.run(session, selected, reducers, publisher.work("cuts"), numbered);
    delete(selected);

    Path joined = publisher.work("joined");
    JoinJob.Degrees degrees = JoinJob.run(session, numbered, ids, reducers, joined);
    int nodes = ids.get(ids.size() - 1).end();
    long arcs = degrees.out().arcs();
    int ranges = parts > 0 ? parts : GraphBuilder.defaultParts(nodes, arcs);

    Path written = publisher.work("written");
    WriteJob.Written lists =
        WriteJob.run(session, joined, degrees.out().cut(ranges), degrees.in().cut(ranges), written);
    delete(joined);

    take(numbered, "ids");
    take(written, "out");
    take(written, "in");
    take(written, "outdeg");
    return new GraphMeta(
        nodes,
        arcs,
        lists.dangling().stream().mapToInt(Integer::intValue).sum(),
        NameKind.URLS,
        ids,
        lists.out(),
        lists.in(),
        lists.degrees(),
        policy.describe(),
        InMemoryJob.source(input.segments()));
  }

  private void delete(Path path) throws IOException {
    Files.delete(session.dir().fs(), path);
  }

  private void take(Path output, String folder) throws IOException {
    Files.rename(session.conf(), new Path(output, folder), new Path(publisher.staged(), folder));
  }
}
