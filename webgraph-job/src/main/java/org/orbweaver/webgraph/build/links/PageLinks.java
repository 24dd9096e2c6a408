package org.orbweaver.webgraph.build.links;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A segment's record of a page: its existence, and, if it was parsed or redirects, its links and
 * the page that it resolves to. Used in shuffles and staging only.
 *
 * <p>{@code version} orders the records of one page, newest last: the segment's name as a number; 0
 * for a page that is only known to exist. Once the newest is chosen, the page's temporary number
 * replaces it.
 */
public final class PageLinks implements Writable {
  private static final int NO_ALIAS = 0;
  private static final int REDIRECT = 1;
  private static final int CANONICAL = 2;

  private long version;
  private List<byte[]> links;
  private int[] units;
  private Alias alias;

  /**
   * The page that another resolves to.
   *
   * @param key of that page
   * @param canonical true if the other names it as canonical, false if it redirects to it
   */
  @SuppressWarnings("ArrayRecordComponent") // Passed on, never compared.
  public record Alias(byte[] key, boolean canonical) {}

  /** Filled by {@link #readFields}. */
  public PageLinks() {
    this(0, List.of(), new int[0], null);
  }

  private PageLinks(long version, List<byte[]> links, int[] units, Alias alias) {
    this.version = version;
    this.links = links;
    this.units = units;
    this.alias = alias;
  }

  /**
   * The links of a page.
   *
   * @param links the targets' keys, distinct and sorted by their unsigned bytes
   * @param units the links' weights
   * @param alias the page that this one resolves to; null for itself
   */
  public static PageLinks of(long version, List<byte[]> links, int[] units, Alias alias) {
    return new PageLinks(version, links, units, alias);
  }

  /** Keys only, in the order of a sample. */
  public static PageLinks keys(List<byte[]> keys) {
    return new PageLinks(0, keys, new int[keys.size()], null);
  }

  /** A page that is only known to exist. */
  public static PageLinks none() {
    return new PageLinks();
  }

  /** A copy with its temporary number. */
  public PageLinks numbered(long number) {
    return new PageLinks(number, links, units, alias);
  }

  public long version() {
    return version;
  }

  public List<byte[]> links() {
    return links;
  }

  /** The weight of a link, in {@link LinkPolicy#UNIT}ths. */
  public int units(int link) {
    return units[link];
  }

  /** The page that this one resolves to, or null. */
  public Alias alias() {
    return alias;
  }

  /**
   * The newest of a page's records. Two in one segment are an oddity: one with a redirect or
   * canonical takes precedence, and then the order of their content decides, so that the result
   * does not depend on the order of arrival.
   */
  public static PageLinks newest(Iterable<PageLinks> records) {
    PageLinks newest = none();
    for (PageLinks record : records) {
      if (record.version > newest.version
          || (record.version == newest.version && record.compareContent(newest) > 0)) {
        // Hadoop reuses the object, but with new lists each time.
        newest = record.numbered(record.version);
      }
    }
    return newest;
  }

  private int compareContent(PageLinks other) {
    int order = Integer.compare(kind(), other.kind());
    if (order == 0 && alias != null) {
      order = Arrays.compareUnsigned(alias.key, other.alias.key);
    }
    for (int i = 0; order == 0 && i < Math.min(links.size(), other.links.size()); i++) {
      order = Arrays.compareUnsigned(links.get(i), other.links.get(i));
    }
    if (order == 0) {
      order = Integer.compare(links.size(), other.links.size());
    }
    return order == 0 ? Arrays.compare(units, other.units) : order;
  }

  private int kind() {
    return alias == null ? NO_ALIAS : alias.canonical ? CANONICAL : REDIRECT;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, version);
    out.writeByte(kind());
    if (alias != null) {
      writeBytes(out, alias.key);
    }
    WritableUtils.writeVInt(out, links.size());
    for (int i = 0; i < links.size(); i++) {
      writeBytes(out, links.get(i));
      WritableUtils.writeVInt(out, units[i]);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    version = WritableUtils.readVLong(in);
    int kind = in.readByte();
    alias = kind == NO_ALIAS ? null : new Alias(readBytes(in), kind == CANONICAL);
    int count = WritableUtils.readVInt(in);
    List<byte[]> read = new ArrayList<>();
    int[] weights = new int[count];
    for (int i = 0; i < count; i++) {
      read.add(readBytes(in));
      weights[i] = WritableUtils.readVInt(in);
    }
    links = read;
    units = weights;
  }

  public static void writeBytes(DataOutput out, byte[] bytes) throws IOException {
    WritableUtils.writeVInt(out, bytes.length);
    out.write(bytes);
  }

  public static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[WritableUtils.readVInt(in)];
    in.readFully(bytes);
    return bytes;
  }
}
