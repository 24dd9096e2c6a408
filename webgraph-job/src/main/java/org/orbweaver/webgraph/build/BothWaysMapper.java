package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Each arc, and the same turned round. */
final class BothWaysMapper extends Mapper<LongWritable, NullWritable, LongWritable, NullWritable> {
  private final LongWritable turned = new LongWritable();

  @Override
  protected void map(LongWritable arc, NullWritable nothing, Context context)
      throws IOException, InterruptedException {
    context.write(arc, nothing);
    turned.set(Arc.turn(arc.get()));
    context.write(turned, nothing);
  }
}
