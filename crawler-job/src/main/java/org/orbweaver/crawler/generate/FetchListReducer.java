package org.orbweaver.crawler.generate;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/** Writes the fetch list itself: right where there is one part. */
final class FetchListReducer extends ListReducer<Text> {
  private final Text url = new Text();

  @Override
  Text outputKey(BytesWritable key) {
    SortKey.url(key, url);
    return url;
  }
}
