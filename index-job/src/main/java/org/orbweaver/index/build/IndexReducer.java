package org.orbweaver.index.build;

import java.io.IOException;
import java.util.Iterator;
import java.util.stream.StreamSupport;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.index.schema.Page;

/** Joins what the stores know of a URL and hands the page to the shard. */
final class IndexReducer extends Reducer<PageKey, PartWritable, NullWritable, Page> {
  @Override
  protected void reduce(PageKey key, Iterable<PartWritable> values, Context context)
      throws IOException, InterruptedException {
    Iterator<PagePart> parts =
        StreamSupport.stream(values.spliterator(), false).map(PartWritable::get).iterator();
    PageJoin join = PageJoin.of(key.url().toString(), parts);
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
