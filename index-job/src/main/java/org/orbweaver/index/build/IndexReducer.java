package org.orbweaver.index.build;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.index.schema.Page;

/** Joins what the stores know of a URL and hands the page to the shard. */
final class IndexReducer extends Reducer<PageKey, PartWritable, NullWritable, Page> {
  @Override
  protected void reduce(PageKey key, Iterable<PartWritable> values, Context context)
      throws IOException, InterruptedException {
    Iterator<PartWritable> records = values.iterator();
    PageJoin join =
        PageJoin.of(
            key.url().toString(),
            new Iterator<>() {
              @Override
              public boolean hasNext() {
                return records.hasNext();
              }

              @Override
              public PagePart next() {
                return records.next().get();
              }
            });
    if (join.outcome() == null) {
      context.getCounter(IndexCounter.UNWANTED_PARSES).increment(join.parses());
      return;
    }
    context.getCounter(join.outcome()).increment(1);
    if (join.promoted()) {
      context.getCounter(IndexCounter.CANDIDATES).increment(1);
      context.getCounter(IndexCounter.DUPLICATES).increment(-1);
    }
    context.getCounter(IndexCounter.OLDER_PARSES).increment(Math.max(0, join.parses() - 1));
    Page page = join.page();
    if (page != null) {
      if (page.pageRank() > 0) {
        context.getCounter(IndexCounter.RANKED).increment(1);
      }
      if (!page.anchors().isEmpty()) {
        context.getCounter(IndexCounter.ANCHORED).increment(1);
      }
      context.write(NullWritable.get(), page);
    }
  }
}
