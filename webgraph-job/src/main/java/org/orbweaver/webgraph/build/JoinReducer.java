package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.format.Cuts;

/** From a page's id and its targets' ids to arcs. */
final class JoinReducer extends Reducer<LongWritable, IntWritable, LongWritable, NullWritable> {
  private final LongWritable arc = new LongWritable();
  private JoinJob.Degrees degrees;

  @Override
  protected void setup(Context context) {
    int nodes = context.getConfiguration().getInt(JoinJob.NODES, 0);
    degrees = new JoinJob.Degrees(new Cuts(nodes), new Cuts(nodes));
  }

  @Override
  protected void reduce(LongWritable tagged, Iterable<IntWritable> ids, Context context)
      throws IOException, InterruptedException {
    if ((tagged.get() & 1) != NumberJob.SELF) {
      throw OrbException.failed("links of a page that has no number: " + (tagged.get() >>> 1));
    }
    int source = -1;
    int links = 0;
    for (IntWritable id : ids) {
      if (source < 0) {
        source = id.get();
      } else {
        arc.set(Arc.out(source, id.get()));
        context.write(arc, NullWritable.get());
        degrees.in().add(id.get(), 1);
        links++;
      }
    }
    degrees.out().add(source, links);
    context.getCounter(GraphCounter.JOINED).increment(links);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    SideFiles.write(
        context,
        JoinJob.DEGREES,
        out -> {
          SideFiles.writeLongs(out, degrees.out().toLongs());
          SideFiles.writeLongs(out, degrees.in().toLongs());
        });
  }
}
