package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.webgraph.format.Cuts;

/** From a page's id and its targets' ids to arcs. */
final class JoinReducer extends Reducer<LongWritable, Placed, LongWritable, VLongWritable> {
  private final LongWritable arc = new LongWritable();
  private final VLongWritable weight = new VLongWritable();
  private JoinJob.Degrees degrees;
  private boolean self;

  @Override
  protected void setup(Context context) {
    int nodes = context.getConfiguration().getInt(JoinJob.NODES, 0);
    degrees = new JoinJob.Degrees(new Cuts(nodes), new Cuts(nodes));
    self = LinkPolicy.of(context.getConfiguration()).self();
  }

  @Override
  protected void reduce(LongWritable tagged, Iterable<Placed> ends, Context context)
      throws IOException, InterruptedException {
    if ((tagged.get() & 1) != NumberJob.SELF) {
      throw OrbException.failed("links of a page that has no number: " + (tagged.get() >>> 1));
    }
    int source = -1;
    long group = 0;
    int links = 0;
    int dropped = 0;
    for (Placed end : ends) {
      if (source < 0) {
        source = end.id();
        group = end.group();
      } else if (isOwn(source, group, end)) {
        dropped++;
      } else {
        arc.set(Arc.out(source, end.id()));
        weight.set(end.units());
        context.write(arc, weight);
        degrees.in().add(end.id(), 1);
        links++;
      }
    }
    degrees.out().add(source, links);
    context.getCounter(GraphCounter.JOINED).increment(links);
    context.getCounter(GraphCounter.DROPPED).increment(dropped);
  }

  /** Whether a link leads to its own page, host or domain, and does not count. */
  private boolean isOwn(int source, long group, Placed end) {
    return end.id() == source ? !self : group != 0 && group == end.group();
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    JoinJob.writeDegrees(context, degrees);
  }
}
