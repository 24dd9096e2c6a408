package org.orbweaver.crawler.links;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** One link in the shuffle: source, anchor, generation. Never in a file of the crawl. */
public final class InlinkWritable implements Writable {

  private final Text from = new Text();
  private final Text anchor = new Text();
  private long generation;

  /** For Hadoop. */
  public InlinkWritable() {}

  InlinkWritable(String from, String anchor, long generation) {
    set(from, anchor, generation);
  }

  void set(String newFrom, String newAnchor, long newGeneration) {
    from.set(newFrom);
    anchor.set(newAnchor);
    generation = newGeneration;
  }

  InlinkCollector.Link link() {
    return new InlinkCollector.Link(from.toString(), anchor.toString(), generation);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    from.write(out);
    anchor.write(out);
    WritableUtils.writeVLong(out, generation);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    from.readFields(in);
    anchor.readFields(in);
    generation = WritableUtils.readVLong(in);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InlinkWritable that && link().equals(that.link());
  }

  @Override
  public int hashCode() {
    return link().hashCode();
  }

  @Override
  public String toString() {
    return link().toString();
  }
}
