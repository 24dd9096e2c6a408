package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Answers from the key's own pointer, if it has one. */
final class AnswerReducer extends Reducer<Text, Pointer, Text, Pointer> {
  private final Text page = new Text();

  @Override
  protected void reduce(Text tagged, Iterable<Pointer> records, Context context)
      throws IOException, InterruptedException {
    byte[] key = TaggedText.key(tagged);
    byte[] next = null;
    boolean decided = true;
    for (Pointer record : records) {
      if (TaggedText.isFirst(tagged)) {
        next = record.key();
        decided = record.decided();
        if (decided) {
          page.set(key);
          context.write(page, record);
        }
      } else {
        page.set(record.key());
        Pointer answer = new Pointer(next == null ? key : next, record.canonical(), decided);
        context.getCounter(counter(answer)).increment(1);
        context.write(page, answer);
      }
    }
  }

  private static GraphCounter counter(Pointer answer) {
    if (!answer.decided()) {
      return GraphCounter.UNRESOLVED;
    }
    return answer.canonical() ? GraphCounter.MERGED_CANONICALS : GraphCounter.MERGED_REDIRECTS;
  }
}
