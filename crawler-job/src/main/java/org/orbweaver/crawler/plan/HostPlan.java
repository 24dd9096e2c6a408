package org.orbweaver.crawler.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.orbweaver.crawler.fetch.LeastTime;

/** What the list holds of a host (or domain, or address); with its bound once that is known. */
final class HostPlan implements Writable {
  private static final LeastTime.Bound NONE = new LeastTime.Bound(0, 0, 0, 0, 0, false, 0);

  private int part;
  private long urls;
  private long denied;
  private long unreachable;
  private long refused;
  private long robotsFiles;
  private LeastTime.Bound bound = NONE;

  /** Nothing yet. */
  void clear() {
    urls = 0;
    denied = 0;
    unreachable = 0;
    refused = 0;
    robotsFiles = 0;
    bound = NONE;
  }

  /** One URL of the list's part. */
  void set(int inPart, LeastTime.Fate fate) {
    clear();
    part = inPart;
    urls = 1;
    switch (fate) {
      case DENIED -> denied = 1;
      case UNREACHABLE -> unreachable = 1;
      case REFUSED -> refused = 1;
      case AFTER_ROBOTS -> robotsFiles = 1;
      case REQUESTED -> robotsFiles = 0;
    }
  }

  /** Adds URLs that need the same robots.txt. */
  void addSameOrigin(HostPlan other) {
    long files = Math.max(robotsFiles, other.robotsFiles);
    add(other);
    robotsFiles = files;
  }

  /** Adds URLs of the same host. */
  void add(HostPlan other) {
    part = other.part;
    urls += other.urls;
    denied += other.denied;
    unreachable += other.unreachable;
    refused += other.refused;
    robotsFiles += other.robotsFiles;
  }

  /** Works the bound out. */
  void bind(LeastTime least, String group) throws IOException {
    bound = least.bound(group, urls - denied - unreachable - refused, robotsFiles);
  }

  int part() {
    return part;
  }

  long urls() {
    return urls;
  }

  /** Forbidden by robots.txt. */
  long denied() {
    return denied;
  }

  /** Deferred because robots.txt could not be read. */
  long unreachable() {
    return unreachable;
  }

  /** Refused by the settings. */
  long refused() {
    return refused;
  }

  /** robots.txt files that are requested first. */
  long robotsFiles() {
    return robotsFiles;
  }

  LeastTime.Bound bound() {
    return bound;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, part);
    WritableUtils.writeVLong(out, urls);
    WritableUtils.writeVLong(out, denied);
    WritableUtils.writeVLong(out, unreachable);
    WritableUtils.writeVLong(out, refused);
    WritableUtils.writeVLong(out, robotsFiles);
    WritableUtils.writeVLong(out, bound.requests());
    WritableUtils.writeVLong(out, bound.deferred());
    WritableUtils.writeVLong(out, bound.leastMs());
    WritableUtils.writeVLong(out, bound.waitMs());
    WritableUtils.writeVLong(out, bound.delayMs());
    out.writeBoolean(bound.crawlDelay());
    WritableUtils.writeVLong(out, bound.until());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    part = WritableUtils.readVInt(in);
    urls = WritableUtils.readVLong(in);
    denied = WritableUtils.readVLong(in);
    unreachable = WritableUtils.readVLong(in);
    refused = WritableUtils.readVLong(in);
    robotsFiles = WritableUtils.readVLong(in);
    bound =
        new LeastTime.Bound(
            WritableUtils.readVLong(in),
            WritableUtils.readVLong(in),
            WritableUtils.readVLong(in),
            WritableUtils.readVLong(in),
            WritableUtils.readVLong(in),
            in.readBoolean(),
            WritableUtils.readVLong(in));
  }
}
