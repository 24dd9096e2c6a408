package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** From a place in a part of the dictionary to an id. */
final class IdMapper extends Mapper<LongWritable, LongWritable, LongWritable, IntWritable> {
  private final IntWritable id = new IntWritable();
  private int[] firsts;

  @Override
  protected void setup(Context context) {
    firsts = context.getConfiguration().getInts(JoinJob.FIRSTS);
  }

  @Override
  protected void map(LongWritable tagged, LongWritable position, Context context)
      throws IOException, InterruptedException {
    id.set(firsts[(int) (position.get() >>> SelectJob.NUMBER_BITS)] + (int) position.get());
    context.write(tagged, id);
  }
}
