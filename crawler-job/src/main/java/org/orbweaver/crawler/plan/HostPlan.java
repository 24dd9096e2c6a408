package org.orbweaver.crawler.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.orbweaver.crawler.fetch.LeastTime;

/** What the list holds of a host (or domain, or address); with its bound once that is known. */
final class HostPlan implements Writable {
  private static final LeastTime.Bound NONE = new LeastTime.Bound(0, 0, 0, 0, 0, false, 0);

  private int part;
  private long urls;
  private final Map<LeastTime.Fate, Long> byFate = new EnumMap<>(LeastTime.Fate.class);
  private LeastTime.Bound bound = NONE;

  /** Nothing yet. */
  void clear() {
    urls = 0;
    byFate.clear();
    bound = NONE;
  }

  /** One URL of the list's part. */
  void set(int inPart, LeastTime.Fate fate) {
    clear();
    part = inPart;
    urls = 1;
    byFate.put(fate, 1L);
  }

  /** Adds URLs that need the same robots.txt. */
  void addSameOrigin(HostPlan other) {
    long files = Math.max(robotsFiles(), other.robotsFiles());
    add(other);
    byFate.put(LeastTime.Fate.AFTER_ROBOTS, files);
  }

  /** Adds URLs of the same host. */
  void add(HostPlan other) {
    part = other.part;
    urls += other.urls;
    other.byFate.forEach((fate, count) -> byFate.merge(fate, count, Long::sum));
  }

  /** Works the bound out. */
  void bind(LeastTime least, String group) throws IOException {
    long out =
        count(LeastTime.Fate.DENIED)
            + count(LeastTime.Fate.UNREACHABLE)
            + count(LeastTime.Fate.REFUSED);
    bound = least.bound(group, urls - out, robotsFiles());
  }

  int part() {
    return part;
  }

  long urls() {
    return urls;
  }

  /** URLs of a fate; for {@code AFTER_ROBOTS}, robots.txt files. */
  long count(LeastTime.Fate fate) {
    return byFate.getOrDefault(fate, 0L);
  }

  /** robots.txt files that are requested first. */
  long robotsFiles() {
    return count(LeastTime.Fate.AFTER_ROBOTS);
  }

  LeastTime.Bound bound() {
    return bound;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, part);
    WritableUtils.writeVLong(out, urls);
    for (LeastTime.Fate fate : LeastTime.Fate.values()) {
      WritableUtils.writeVLong(out, count(fate));
    }
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
    for (LeastTime.Fate fate : LeastTime.Fate.values()) {
      byFate.put(fate, WritableUtils.readVLong(in));
    }
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
