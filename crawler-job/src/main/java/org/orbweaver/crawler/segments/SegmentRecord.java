package org.orbweaver.crawler.segments;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.GenericWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;

/**
 * A record of any part of a segment, or a line of its fetch log, in a shuffle; it is never in a
 * file of the crawl.
 */
public final class SegmentRecord extends GenericWritable {
  @SuppressWarnings({"unchecked", "rawtypes"}) // An array of generic classes.
  private static final Class<? extends Writable>[] TYPES =
      new Class[] {
        CrawlDatum.class,
        Content.class,
        ParseData.class,
        ParseText.class,
        Text.class,
        BytesWritable.class
      };

  @Override
  protected Class<? extends Writable>[] getTypes() {
    return TYPES;
  }
}
