package org.orbweaver.crawler.fetch.spill;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.crawler.fetch.task.RecordedHeads;
import org.orbweaver.crawler.hosts.HostRecords;

/** The tables of a spill, and of a part of a fetched segment: MapFiles with a key of Text. */
public enum Table {
  /**
   * By URL: the outcome of its fetch. A redirect's target left for later follows the record of its
   * fetch.
   */
  FETCH(CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class),
  /** By URL: the page. */
  CONTENT(Content.DIR_NAME, Content.class),
  /** By host: the facts learned about it; the last of several records counts. */
  HOSTS(HostRecords.FOLDER, BytesWritable.class),
  /** By group of hosts: a line for each request, by its start. */
  LOG("fetch_log", Text.class),
  /** By URL: the heads of each request for a page and of its answer. */
  HEADS(RecordedHeads.FOLDER, BytesWritable.class),
  /** By the name of a counter: an increment. Not published. */
  COUNTS("counts", LongWritable.class);

  private final String folder;
  private final Class<? extends Writable> type;

  Table(String folder, Class<? extends Writable> type) {
    this.folder = folder;
    this.type = type;
  }

  /** The tables of a segment. */
  static Set<Table> published() {
    return EnumSet.complementOf(EnumSet.of(COUNTS));
  }

  /** Name of its folder. */
  public String folder() {
    return folder;
  }

  /** The class of its values. */
  Class<? extends Writable> type() {
    return type;
  }

  /** A new value to read into. */
  Writable newValue() {
    // A Content keeps bytes of the value read into it before.
    return this == CONTENT ? new Content() : ReflectionUtils.newInstance(type, null);
  }

  /** Whether each key has a single value. */
  boolean isCombined() {
    return this == HOSTS || this == COUNTS;
  }

  /** Combines two values of a key that has a single value. */
  Writable combine(Writable earlier, Writable later) {
    return this == COUNTS
        ? new LongWritable(((LongWritable) earlier).get() + ((LongWritable) later).get())
        : later;
  }

  /** The order of the values of a key; equal ones keep the order in which they came. */
  public Comparator<Writable> order() {
    return Comparator.comparingLong(this::rank);
  }

  private long rank(Writable value) {
    return switch (this) {
      case FETCH -> ((CrawlDatum) value).getStatus() == CrawlDatum.STATUS_LINKED ? 1 : 0;
      case LOG -> leadingNumber((Text) value);
      default -> 0;
    };
  }

  /** The time, in milliseconds, with which a line begins. */
  private static long leadingNumber(Text line) {
    long number = 0;
    for (int i = 0; i < line.getLength() && Character.isDigit(line.getBytes()[i]); i++) {
      number = 10 * number + line.getBytes()[i] - '0';
    }
    return number;
  }
}
