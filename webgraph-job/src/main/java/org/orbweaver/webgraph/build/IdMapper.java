package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** From a place in a part of the dictionary to an id. */
final class IdMapper extends Mapper<LongWritable, Placed, LongWritable, Placed> {
  private int[] firsts;

  @Override
  protected void setup(Context context) {
    firsts = context.getConfiguration().getInts(JoinJob.FIRSTS);
  }

  @Override
  protected void map(LongWritable tagged, Placed end, Context context)
      throws IOException, InterruptedException {
    int first = firsts[(int) (end.place() >>> SelectJob.NUMBER_BITS)];
    context.write(tagged, end.at(first + end.id()));
  }
}
