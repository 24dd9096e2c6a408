package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.webgraph.format.PartitionWriter;

/** Writes one partition from its sorted arcs. */
final class ListReducer extends Reducer<LongWritable, VLongWritable, NullWritable, NullWritable> {
  private final IntArrayList neighbours = new IntArrayList();
  private final DoubleArrayList weights = new DoubleArrayList();
  private double unit;
  private boolean weighted;
  private int node = -1;
  private boolean out;
  private PartitionWriter writer;

  @Override
  protected void setup(Context context) throws IOException, InterruptedException {
    int[] outCuts = context.getConfiguration().getInts(WriteJob.OUT_CUTS);
    int[] inCuts = context.getConfiguration().getInts(WriteJob.IN_CUTS);
    unit = context.getConfiguration().getInt(WriteJob.UNIT, 0);
    weighted = unit > 0;
    int task = SideFiles.task(context);
    out = task < outCuts.length - 1;
    writer =
        out
            ? new PartitionWriter(SideFiles.sink(context), true, task, outCuts, weighted)
            : new PartitionWriter(
                SideFiles.sink(context), false, task - (outCuts.length - 1), inCuts, weighted);
  }

  @Override
  protected void reduce(LongWritable arc, Iterable<VLongWritable> units, Context context)
      throws IOException {
    if (Arc.node(arc.get()) != node) {
      flush();
      node = Arc.node(arc.get());
    }
    neighbours.add(Arc.neighbour(arc.get()));
    if (weighted) {
      // Arcs are distinct: each has one weight.
      weights.add(units.iterator().next().get() / unit);
    }
  }

  private void flush() throws IOException {
    if (!neighbours.isEmpty()) {
      writer.write(node, neighbours.elements(), weights.elements(), 0, neighbours.size());
      neighbours.clear();
      weights.clear();
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    flush();
    writer.close();
    SideFiles.write(
        context,
        WriteJob.LISTS,
        side -> {
          side.writeBoolean(out);
          SideFiles.writePart(side, writer.lists());
          if (out) {
            SideFiles.writePart(side, writer.degrees());
            side.writeInt(writer.dangling());
          }
        });
  }
}
