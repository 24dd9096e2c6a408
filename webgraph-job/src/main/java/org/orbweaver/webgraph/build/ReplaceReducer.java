package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Mentions under the key that counts. */
final class ReplaceReducer extends Reducer<Text, Mention, Text, Mention> {
  private final Text key = new Text();

  @Override
  protected void reduce(Text tagged, Iterable<Mention> mentions, Context context)
      throws IOException, InterruptedException {
    key.set(TaggedText.key(tagged));
    for (Mention mention : mentions) {
      if (TaggedText.isFirst(tagged)) {
        key.set(mention.end());
      } else {
        context.write(key, mention);
      }
    }
  }
}
