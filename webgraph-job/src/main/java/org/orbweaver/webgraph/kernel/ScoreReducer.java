package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Takes the tag off. */
final class ScoreReducer extends Reducer<Text, TaggedScore, Text, DoubleWritable> {

  private final DoubleWritable value = new DoubleWritable();

  @Override
  protected void reduce(Text url, Iterable<TaggedScore> scores, Context context)
      throws IOException, InterruptedException {
    for (TaggedScore score : scores) {
      value.set(score.score());
      context.write(url, value);
    }
  }
}
