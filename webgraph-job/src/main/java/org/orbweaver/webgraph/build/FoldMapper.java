package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;

/** From the number of a partition of pages to the arcs between their hosts or domains. */
final class FoldMapper extends Mapper<LongWritable, Text, LongWritable, VLongWritable> {
  /** Targets counted at a time; a host that links to more hosts is written in several pieces. */
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
    Path table = new Path(conf.get(FoldPhase.TABLE));
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(table.getFileSystem(conf).open(table), 1 << 16))) {
      groups = GroupTable.read(in);
    }
    pages = GraphDir.open(conf, new Path(conf.get(FoldPhase.PAGES)));
    within = conf.getBoolean(FoldPhase.KEEP_WITHIN, false);
  }

  @Override
  protected void map(LongWritable place, Text partition, Context context)
      throws IOException, InterruptedException {
    int source = GroupTable.NONE;
    GraphMeta.Part part = pages.meta().out().get(Integer.parseInt(partition.toString()));
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
