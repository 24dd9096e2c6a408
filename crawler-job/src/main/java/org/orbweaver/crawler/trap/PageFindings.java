package org.orbweaver.crawler.trap;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.recrawl.ActivityEstimator;
import org.orbweaver.crawler.recrawl.PriorShape;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * The findings of a task of parse or update about hosts, from their pages, for update to merge:
 * pages requested for the first time, seeds, links between registered domains, estimated change
 * rates, visits, announced changes, dates. Not safe for use by several threads.
 *
 * <p>Form: a sequence file of ({@link HostRecords#pagesKey}, record). A record has entries of 13
 * bytes: kind (1), a fingerprint, a time or the bits of a rate's difference (8), the text's
 * skeleton, or 0 or 1 (4). Some kinds have more: a rate the number of its directories (1) and their
 * fingerprints; a visit its time (8), the page's rate (8), and the directories; a prediction five
 * logarithms (4 each). Without entries there is no file. Memory: at most {@value #MAX_ENTRIES}
 * entries, which are then written.
 */
public final class PageFindings implements Closeable {
  /** The folder of a segment with the findings of parse. */
  public static final String FOLDER = "parse_hosts";

  private static final byte KIND = 'f';
  private static final byte SEED = 's';
  private static final byte PAGE = 'p';
  private static final byte LINK = 'l';
  private static final byte RATE = 'r';
  private static final byte VISIT = 'v';
  private static final byte PREDICTED = 'P';
  private static final byte ANNOUNCED = 'a';
  private static final byte DATED = 'd';
  private static final double MILLIS_PER_DAY = 86_400_000;
  private static final int MAX_ENTRIES = 200_000;

  private final Configuration conf;
  private final Path path;
  private final Map<String, ByteArrayOutputStream> found = new TreeMap<>();
  private final LongOpenHashSet links = new LongOpenHashSet();
  private SequenceFile.Writer file;
  private int entries;
  private String lastFrom = "";
  private String lastTarget = "";

  /**
   * Starts without findings.
   *
   * @param path of the file
   */
  public PageFindings(Configuration conf, Path path) {
    this.conf = conf;
    this.path = path;
  }

  /** Adds a URL that a user injected. */
  public void addSeed(String url) throws IOException {
    add(Hosts.host(url), SEED, 0, 0);
  }

  /** Adds a page: see {@link HostPages#addPage}. */
  public void addPage(String url, int skeleton) throws IOException {
    add(Hosts.host(url), PAGE, UrlTemplate.fingerprint(url), skeleton);
  }

  /** Adds a page's estimated change rate: see {@link HostPages#addChangeRate}. */
  public void addChangeRate(String url, double difference, boolean first) throws IOException {
    DataOutputStream out =
        add(Hosts.host(url), RATE, Double.doubleToLongBits(difference), first ? 1 : 0);
    writeDirectories(url, out);
  }

  /**
   * Adds a visit to a page: see {@link ActivityEstimator#observe}.
   *
   * @param from milliseconds since 1970, as {@code to}
   */
  public void addVisit(String url, long from, long to, boolean changed, double changeRate)
      throws IOException {
    DataOutputStream out = add(Hosts.host(url), VISIT, from, changed ? 1 : 0);
    out.writeLong(to);
    out.writeDouble(changeRate);
    writeDirectories(url, out);
  }

  /**
   * Adds how well a page's earlier visits predicted the latest one: see {@link PriorShape#predict}.
   */
  public void addPrediction(String url, float[] logs) throws IOException {
    DataOutputStream out = add(Hosts.host(url), PREDICTED, 0, 0);
    for (float log : logs) {
      out.writeFloat(log);
    }
  }

  private static void writeDirectories(String url, DataOutputStream out) throws IOException {
    long[] directories = ActivityEstimator.directories(url);
    out.writeByte(directories.length);
    for (long directory : directories) {
      out.writeLong(directory);
    }
  }

  /** Adds a visit to a page after a sitemap had announced a change of it. */
  public void addAnnouncement(String url, boolean changed) throws IOException {
    add(Hosts.host(url), ANNOUNCED, 0, changed ? 1 : 0);
  }

  /** Adds a visit to a page with a date: see {@link HostPages#addDate}. */
  public void addDate(String url, boolean right) throws IOException {
    add(Hosts.host(url), DATED, 0, right ? 1 : 0);
  }

  /** Adds a link; links within a registered domain are ignored. */
  public void addLink(String from, String to) throws IOException {
    String target = Hosts.host(to);
    // Links of a page come in a row, and mostly stay on its host.
    if (target.equals(lastTarget) && from.equals(lastFrom)) {
      return;
    }
    lastFrom = from;
    lastTarget = target;
    String fromDomain = Hosts.domainOf(from);
    String toDomain = Hosts.domain(target);
    if (!fromDomain.equals(toDomain) && links.add(Fingerprint.of(fromDomain + ' ' + toDomain))) {
      add(toDomain, LINK, Fingerprint.of(fromDomain), 0);
    }
  }

  private DataOutputStream add(String name, byte kind, long fingerprint, int number)
      throws IOException {
    if (entries++ >= MAX_ENTRIES) {
      write();
    }
    var out = new DataOutputStream(found.computeIfAbsent(name, n -> new ByteArrayOutputStream()));
    out.writeByte(kind);
    out.writeLong(fingerprint);
    out.writeInt(number);
    return out;
  }

  private void write() throws IOException {
    if (entries == 0) {
      return;
    }
    if (file == null) {
      file = StoreFiles.sequenceFile(conf, path, BytesWritable.class);
    }
    for (var entry : found.entrySet()) {
      byte[] record = HostRecords.encode(KIND, 0, out -> entry.getValue().writeTo(out));
      file.append(new Text(HostRecords.pagesKey(entry.getKey())), new BytesWritable(record));
    }
    found.clear();
    links.clear();
    entries = 0;
  }

  /** Adds the findings of a record to the record of a host's pages. */
  public static void take(byte[] record, HostPages pages) throws IOException {
    HostRecords.decode(
        KIND,
        record,
        in -> {
          while (in.available() > 0) {
            take(in, pages);
          }
          return pages;
        });
  }

  private static void take(DataInputStream in, HostPages pages) throws IOException {
    byte kind = in.readByte();
    long word = in.readLong();
    int number = in.readInt();
    switch (kind) {
      case SEED -> pages.addSeed();
      case PAGE -> pages.addPage(word, number);
      case LINK -> pages.addLinkingDomain(word);
      case RATE ->
          pages.addChangeRate(readDirectories(in), Double.longBitsToDouble(word), number == 1);
      case VISIT -> takeVisit(in, word / MILLIS_PER_DAY, number == 1, pages);
      case PREDICTED -> pages.priorShape().add(PriorShape.readLogs(in));
      case ANNOUNCED -> pages.addAnnouncement(number == 1);
      case DATED -> pages.addDate(number == 1);
      default -> throw new IOException("not a finding about pages that this version can read");
    }
  }

  private static void takeVisit(DataInputStream in, double from, boolean changed, HostPages pages)
      throws IOException {
    double to = in.readLong() / MILLIS_PER_DAY;
    double changeRate = in.readDouble();
    pages.activity().observe(readDirectories(in), from, to, changed, changeRate);
  }

  private static long[] readDirectories(DataInputStream in) throws IOException {
    long[] directories = new long[in.readUnsignedByte()];
    for (int level = 0; level < directories.length; level++) {
      directories[level] = in.readLong();
    }
    return directories;
  }

  @Override
  public void close() throws IOException {
    write();
    if (file != null) {
      file.close();
    }
  }
}
