package org.orbweaver.crawler.parse;

import java.io.DataOutput;
import java.io.IOException;
import java.net.MalformedURLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.parse.Outlink;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.page.PageLink;

/**
 * A link of a page, which writes its metadata as Hadoop's map does, but makes no map: each fills
 * two concurrent hash maps with the classes that it knows, which takes 1 to 3 µs, and pages have
 * many links.
 */
final class PageOutlink extends Outlink {
  private static final Text REL = new Text("rel");
  private static final Text AT = new Text(MetadataKeys.LINK_AT);
  private static final Text REGION = new Text(MetadataKeys.LINK_REGION);
  private static final Text HREFLANG = new Text("hreflang");

  /** Hadoop's number for the class of all keys and values. */
  private static final byte TEXT =
      new MapWritable() {
        byte text() {
          return getId(Text.class);
        }
      }.text();

  /** Keys and values in turn; values that are empty are left out. */
  private final List<Text> metadata = new ArrayList<>();

  PageOutlink(PageLink link) throws MalformedURLException {
    super(link.url(), link.anchor());
    add(REL, link.rel());
    add(AT, link.place().at() < 0 ? "" : Integer.toString(link.place().at()));
    add(REGION, link.place().region());
    add(HREFLANG, link.hreflang());
  }

  private void add(Text key, String value) {
    if (!value.isEmpty()) {
      metadata.add(key);
      metadata.add(new Text(value));
    }
  }

  /** A copy: what is put into it is not written. */
  @Override
  public MapWritable getMetadata() {
    MapWritable map = new MapWritable();
    for (int i = 0; i < metadata.size(); i += 2) {
      map.put(metadata.get(i), metadata.get(i + 1));
    }
    return map;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    Text.writeString(out, getToUrl());
    Text.writeString(out, getAnchor());
    out.writeBoolean(!metadata.isEmpty());
    if (!metadata.isEmpty()) {
      out.writeByte(0); // classes that Hadoop has no number for
      out.writeInt(metadata.size() / 2);
      for (Text text : metadata) {
        out.writeByte(TEXT);
        text.write(out);
      }
    }
  }
}
