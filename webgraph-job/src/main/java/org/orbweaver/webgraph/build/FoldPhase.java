package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.links.GraphJob;
import org.orbweaver.webgraph.build.links.LinkTreatment;
import org.orbweaver.webgraph.build.links.WebGraphKeys;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.dictionary.NodeNames;
import org.orbweaver.webgraph.format.dictionary.UrlDictionaryWriter;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.format.meta.NameKind;
import org.orbweaver.webgraph.kernel.RowRanges;

/**
 * Folds a graph of pages to one of hosts or registered domains. The weight of a link between two of
 * them is the number of links between their pages.
 *
 * <p>This process reads the dictionary once, as a stream, and writes the new one and a {@link
 * GroupTable}. Then two jobs: the map of the first counts, partition by partition of the pages'
 * successors ({@link FoldMapper}), with {@link MergeJob}'s shuffle and reduce; the second is {@link
 * WriteJob}. The shuffle carries the links between hosts, once a host and partition. Memory of a
 * task: 8 bytes a host.
 *
 * @param options partitions, and whether to repeat an existing fold
 */
public record FoldPhase(Session session, GraphPhase.BuildOptions options) {
  /**
   * Settings of the tasks.
   *
   * @param nodes hosts or domains
   * @param count true: links are counted ({@link MergeJob.MergeSettings})
   * @param table the file of the {@link GroupTable}
   * @param ranges of the table
   * @param pages folder of the graph of pages
   * @param within true if links within a host or domain count
   */
  private record FoldSettings(
      int nodes, boolean count, String table, int ranges, String pages, boolean within) {}

  /** In a folded graph's source: the build of pages that was folded. */
  private static final String BUILD = "build";

  private static final long ARCS_PER_REDUCER = 50_000_000;
  private static final int MAX_REDUCERS = 999;

  /**
   * Folds a build of pages and publishes the result beside it.
   *
   * @param build its name; the newest if empty
   * @param level HOST or DOMAIN
   * @throws OrbException (failed) if there is no build, or its nodes have no URLs
   */
  public GraphPhase.BuiltGraph run(Optional<String> build, GraphLevel level) throws IOException {
    boolean within = WebGraphKeys.FOLD_WITHIN.get(session.conf()) == LinkTreatment.KEEP;
    GraphDir pages = GraphDir.open(session.conf(), GraphDir.build(session.dir(), build));
    if (pages.meta().names() != NameKind.URLS) {
      throw OrbException.failed(pages.folder() + ": cannot be folded: its nodes have no URLs");
    }
    Path target = GraphDir.folder(pages.folder(), level);
    Map<String, String> policy = new TreeMap<>(pages.meta().policy());
    policy.put("level", level.toString());
    policy.put("within", within ? "keep" : "drop");
    policy.put("weight", "links");
    if (!options.force() && session.dir().fs().exists(target)) {
      GraphMeta there = GraphDir.open(session.conf(), target).meta();
      if (!there.policy().equals(policy)) {
        throw OrbException.failed(target + " was folded with another policy; --force replaces it");
      }
      return new GraphPhase.BuiltGraph(target.getName(), target, there, false);
    }
    GraphPublisher publisher = GraphPublisher.fold(session, target.getName());
    return publisher.publish(() -> fold(pages, level, within, policy, publisher));
  }

  private GraphMeta fold(
      GraphDir pages,
      GraphLevel level,
      boolean within,
      Map<String, String> policy,
      GraphPublisher publisher)
      throws IOException {
    Path table = publisher.work("table");
    UrlDictionaryWriter dictionary =
        new UrlDictionaryWriter(GraphDir.sink(session.dir().fs(), publisher.staged()), 0);
    GroupTable.Writer groups;
    try (DataOutputStream out = create(table);
        dictionary;
        NodeNames names = pages.names()) {
      groups = new GroupTable.Writer(level, out, dictionary);
      NodeNames.Cursor cursor = names.cursor(0);
      while (cursor.next()) {
        groups.add(cursor.key());
      }
      groups.finish();
    }
    int nodes = groups.count();

    GraphJob job =
        new GraphJob(session, "graph: " + level.nodes())
            .settings(
                new FoldSettings(
                    nodes,
                    true,
                    table.toString(),
                    groups.ranges(),
                    pages.folder().toString(),
                    within));
    RowRanges.set(job.job, pages.meta().out().size(), 1);
    job.job.setMapperClass(FoldMapper.class);
    Path arcs = publisher.work("folded");
    JoinJob.ArcCounts degrees = MergeJob.run(session, job, nodes, reducers(pages), arcs);

    Map<String, String> source =
        Map.of(
            BUILD,
            pages.folder().getName(),
            "pages",
            Integer.toString(pages.nodes()),
            "links",
            Long.toString(pages.arcs()),
            "withoutHost",
            Integer.toString(groups.without()));
    return WriteJob.run(
            session,
            arcs,
            degrees,
            options.parts(),
            1,
            publisher.work("written"),
            publisher.staged(),
            level.names(),
            List.of(dictionary.part()))
        .of(policy, source);
  }

  private int reducers(GraphDir pages) {
    return options.parts() > 0
        ? options.parts()
        : (int) Math.min(MAX_REDUCERS, 1 + pages.arcs() / ARCS_PER_REDUCER);
  }

  private DataOutputStream create(Path file) throws IOException {
    FileSystem fs = session.dir().fs();
    return new DataOutputStream(new BufferedOutputStream(fs.create(file, false), 1 << 16));
  }

  /** From the number of a partition of pages to the arcs between their hosts or domains. */
  static final class FoldMapper
      extends Mapper<IntWritable, IntWritable, LongWritable, VLongWritable> {
    /** Targets counted at a time; a host with links to more hosts is written in several pieces. */
    private static final int MAX_COUNTED = 1 << 16;

    private static final int BEAT_PAGES = 1 << 16;

    private final LongWritable arc = new LongWritable();
    private final VLongWritable links = new VLongWritable();
    private final Int2LongOpenHashMap counts = new Int2LongOpenHashMap();
    private GroupTable groups;
    private GraphDir pages;
    private boolean within;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      FoldSettings settings = GraphJob.settings(conf, FoldSettings.class);
      Path table = new Path(settings.table());
      try (DataInputStream in =
          new DataInputStream(
              new BufferedInputStream(table.getFileSystem(conf).open(table), 1 << 16))) {
        groups = GroupTable.read(in, settings.ranges());
      }
      pages = GraphDir.open(conf, new Path(settings.pages()));
      within = settings.within();
    }

    @Override
    protected void map(IntWritable partition, IntWritable end, Context context)
        throws IOException, InterruptedException {
      int source = GroupTable.NONE;
      GraphMeta.Part part = pages.meta().out().get(partition.get());
      try (AdjacencyReader reader = pages.read(Direction.OUT, false, part.first(), part.end())) {
        for (int page = reader.next(); page >= 0; page = reader.next()) {
          int group = groups.of(page);
          if (group != source || counts.size() > MAX_COUNTED) {
            flush(source, context);
            source = group;
          }
          if (group != GroupTable.NONE) {
            count(group, reader);
          }
          if (page % BEAT_PAGES == 0) {
            context.progress();
          }
        }
      }
      flush(source, context);
    }

    private void count(int group, AdjacencyReader reader) {
      for (int i = 0; i < reader.degree(); i++) {
        int target = groups.of(reader.neighbours()[i]);
        if (target != GroupTable.NONE && (within || target != group)) {
          counts.addTo(target, 1);
        }
      }
    }

    private void flush(int source, Context context) throws IOException, InterruptedException {
      for (Int2LongMap.Entry entry : counts.int2LongEntrySet()) {
        arc.set(Arc.out(source, entry.getIntKey()));
        links.set(entry.getLongValue());
        context.write(arc, links);
      }
      counts.clear();
    }
  }
}
