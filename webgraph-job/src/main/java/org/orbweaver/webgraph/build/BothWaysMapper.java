package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Each arc, and the same turned round, with its weight. */
final class BothWaysMapper
    extends Mapper<LongWritable, VLongWritable, LongWritable, VLongWritable> {
  private final LongWritable turned = new LongWritable();

  @Override
  protected void map(LongWritable arc, VLongWritable weight, Context context)
      throws IOException, InterruptedException {
    context.write(arc, weight);
    turned.set(Arc.turn(arc.get()));
    context.write(turned, weight);
  }
}
