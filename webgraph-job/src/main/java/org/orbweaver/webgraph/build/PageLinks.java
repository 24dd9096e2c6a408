package org.orbweaver.webgraph.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * What a segment says of a page: that it exists, and, where it was parsed, its links. Lives in
 * shuffles and staging only.
 *
 * <p>{@code version} orders the parses of one page, newest last: the segment's name as a number; 0
 * for a page without a parse. After the newest was chosen, its place is taken by the page's
 * temporary number.
 */
final class PageLinks implements Writable {
  private long version;
  private List<byte[]> links;

  /** Filled by {@link #readFields}. */
  PageLinks() {
    this(0, List.of());
  }

  /**
   * @param links the targets' keys, distinct and sorted by their unsigned bytes
   */
  PageLinks(long version, List<byte[]> links) {
    this.version = version;
    this.links = links;
  }

  /** A page of which only the existence is known. */
  static PageLinks none() {
    return new PageLinks(0, List.of());
  }

  long version() {
    return version;
  }

  List<byte[]> links() {
    return links;
  }

  /**
   * The newest of a page's records. Two parses in one segment are an oddity; the order of their
   * links then decides, so that the result does not depend on the order of coming.
   */
  static PageLinks newest(Iterable<PageLinks> records) {
    PageLinks newest = none();
    for (PageLinks record : records) {
      if (record.version > newest.version
          || (record.version == newest.version && compare(record.links, newest.links) > 0)) {
        // Hadoop fills the same object again, but with a new list each time.
        newest = new PageLinks(record.version, record.links);
      }
    }
    return newest;
  }

  private static int compare(List<byte[]> a, List<byte[]> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int order = Arrays.compareUnsigned(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, version);
    WritableUtils.writeVInt(out, links.size());
    for (byte[] link : links) {
      WritableUtils.writeVInt(out, link.length);
      out.write(link);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    version = WritableUtils.readVLong(in);
    int count = WritableUtils.readVInt(in);
    List<byte[]> read = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] link = new byte[WritableUtils.readVInt(in)];
      in.readFully(link);
      read.add(link);
    }
    links = read;
  }
}
