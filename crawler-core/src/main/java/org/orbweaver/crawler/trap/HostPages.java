package org.orbweaver.crawler.trap;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.orbweaver.crawler.recrawl.ActivityEstimator;
import org.orbweaver.crawler.recrawl.DirectoryRates;
import org.orbweaver.crawler.recrawl.PriorShape;

/**
 * The yield of a host's pages: for each template, which of its last {@value #WINDOW} pages brought
 * something new; and for a registered domain, the number of others that link to it.
 *
 * <p>A page is new if the last {@value #SKELETONS} different pages of its template have another
 * {@link TextSkeleton}. The pages of a round count together, at the end of the round: if there are
 * more than the window holds, it gets their share of new ones. The first page of each template also
 * counts for the host's <em>other</em> templates: they are the measure for a trap whose URLs have a
 * template each.
 *
 * <p>At most {@value #TEMPLATES} templates are kept, those with most pages, and the {@value
 * #DOMAINS} lowest fingerprints of linking domains (KMV, Bar-Yossef et al. 2002): the count is
 * exact below that number and within about a fifth from there on. Some 300 bytes a template, 10 KB
 * at most.
 *
 * <p>Also results of revisits: the sums of the pages' estimated change rates, in total and by
 * directory ({@link DirectoryRates}), and how similar they are ({@link PriorShape}), which give the
 * prior of its pages; how often a change announced by a sitemap or feed was found; how often
 * Last-Modified was right; and when many pages changed at once ({@link ActivityEstimator}, some 400
 * bytes a directory and up to 64 of them).
 */
public final class HostPages {
  /** The most pages that a decision can be based on. */
  public static final int WINDOW = Long.SIZE;

  static final int TEMPLATES = 32;
  static final int SKELETONS = 64;
  static final int DOMAINS = 32;

  private static final int MAX_SIGNALS = 256;

  /** Marks directory rates in a record; older records have the activity's version in this place. */
  private static final byte DIRECTORY_RATES = 'd';

  /** Likewise marks the shape of the prior. */
  private static final byte PRIOR_SHAPE = 's';

  /** Likewise the number of pages. */
  private static final byte PAGES = 'n';

  private boolean seed;
  private int pages;
  private double changeRates;
  private int ratedPages;
  private final Trust announcements = new Trust();
  private final Trust dates = new Trust();
  private DirectoryRates directoryRates = new DirectoryRates();
  private PriorShape priorShape = new PriorShape();
  private ActivityEstimator activity = new ActivityEstimator();
  private final LongArrayList domains = new LongArrayList();
  private final Template others = new Template();
  private final Long2ObjectLinkedOpenHashMap<Template> templates =
      new Long2ObjectLinkedOpenHashMap<>();

  /** The yield of a template, which decides how its new pages are listed. */
  public enum Yield {
    /** Nothing is known against it. */
    UNKNOWN,
    /** It brought something new. */
    NEW,
    /** Its last pages brought nothing new. */
    NOTHING
  }

  /** Counts how often a signal was right. */
  private static final class Trust {
    int signals;
    int right;

    void add(boolean rightly) {
      if (signals == MAX_SIGNALS) { // So that old signals count less and less.
        signals /= 2;
        right /= 2;
      }
      signals++;
      right += rightly ? 1 : 0;
    }

    double precision() {
      return (right + 1.0) / (signals + 2.0);
    }

    void write(DataOutput out) throws IOException {
      out.writeInt(signals);
      out.writeInt(right);
    }

    void readFields(DataInput in) throws IOException {
      signals = in.readInt();
      right = in.readInt();
    }
  }

  private static final class Template {
    /** A bit for each of the last pages, the newest lowest: 1 for a new one. */
    long window;

    int pages;

    /** The oldest first. */
    final IntArrayList skeletons = new IntArrayList();

    int roundPages;
    int roundNew;

    void add(int skeleton) {
      roundPages++;
      if (skeleton == TextSkeleton.NOTHING) {
        return;
      }
      if (!skeletons.rem(skeleton)) {
        roundNew++;
        if (skeletons.size() == SKELETONS) {
          skeletons.removeInt(0);
        }
      }
      skeletons.add(skeleton);
    }

    void endRound() {
      int shift = Math.min(WINDOW, roundPages);
      if (shift > 0) {
        int fresh = (int) ((roundNew * (long) shift + roundPages - 1) / roundPages);
        window = (shift == WINDOW ? 0 : window << shift) | lowest(fresh);
        pages = (int) Math.min(Integer.MAX_VALUE, (long) pages + roundPages);
      }
      roundPages = 0;
      roundNew = 0;
    }

    Yield yieldOf(int lastPages) {
      if ((window & lowest(lastPages)) != 0) {
        return Yield.NEW;
      }
      return pages >= lastPages ? Yield.NOTHING : Yield.UNKNOWN;
    }

    private static long lowest(int bits) {
      return bits >= WINDOW ? -1L : (1L << bits) - 1;
    }

    void write(DataOutput out) throws IOException {
      out.writeLong(window);
      out.writeInt(pages);
      out.writeByte(skeletons.size());
      for (int skeleton : skeletons) {
        out.writeInt(skeleton);
      }
    }

    void readFields(DataInput in) throws IOException {
      window = in.readLong();
      pages = in.readInt();
      for (int left = in.readUnsignedByte(); left > 0; left--) {
        skeletons.add(in.readInt());
      }
    }
  }

  /** Notes that a user injected one of its URLs. */
  public void addSeed() {
    seed = true;
  }

  /** Whether a user injected one of its URLs. */
  public boolean isSeed() {
    return seed;
  }

  /**
   * Notes a change in the estimated change rate of a page, or its first estimate.
   *
   * @param directories of the page, the host first
   */
  public void addChangeRate(long[] directories, double difference, boolean first) {
    directoryRates.add(directories, difference, first);
    changeRates = Math.max(0, changeRates + difference);
    ratedPages += first ? 1 : 0;
  }

  /** The sum of the estimated change rates of its pages, per day. */
  public double changeRates() {
    return changeRates;
  }

  /** Pages with an estimated change rate: those visited more than once. */
  public int ratedPages() {
    return ratedPages;
  }

  /** These rates by directory. */
  public DirectoryRates directoryRates() {
    return directoryRates;
  }

  /** How similarly its pages change. */
  public PriorShape priorShape() {
    return priorShape;
  }

  /** When many of its pages, or those of a directory, changed at once. */
  public ActivityEstimator activity() {
    return activity;
  }

  /** Notes a visit to a page after a sitemap announced its change. */
  public void addAnnouncement(boolean changed) {
    announcements.add(changed);
  }

  /**
   * The share of announced changes that visits found, the mean of a Beta(1, 1) prior's posterior.
   */
  public double announcementPrecision() {
    return announcements.precision();
  }

  /** Notes a visit to a page with Last-Modified, and whether that was right about a change. */
  public void addDate(boolean right) {
    dates.add(right);
  }

  /** The share of visits at which Last-Modified was right about a change, estimated likewise. */
  public double datePrecision() {
    return dates.precision();
  }

  /** Notes a link from another registered domain, given by its fingerprint. */
  public void addLinkingDomain(long domain) {
    int at = Collections.binarySearch(domains, domain);
    if (at < 0) {
      domains.add(-at - 1, domain);
      domains.size(Math.min(domains.size(), DOMAINS));
    }
  }

  /** Number of other registered domains with a link to it, estimated if there are many. */
  public int linkingDomains() {
    if (domains.size() < DOMAINS) {
      return domains.size();
    }
    // The share of all fingerprints below the k-th lowest: k - 1 of them.
    double share = domains.getLong(DOMAINS - 1) / 0x1p64 + 0.5;
    return (int) Math.min(Integer.MAX_VALUE, (DOMAINS - 1) / share);
  }

  /**
   * Notes a page that was requested for the first time.
   *
   * @param template fingerprint of its {@link UrlTemplate}
   * @param skeleton its {@link TextSkeleton}; {@link TextSkeleton#NOTHING} if it brought nothing
   */
  public void addPage(long template, int skeleton) {
    boolean counts = skeleton != TextSkeleton.NOTHING && pages >= 0;
    pages = counts ? Math.min(Integer.MAX_VALUE - 1, pages) + 1 : pages;
    Template known = templates.get(template);
    if (known == null) {
      known = new Template();
      if (templates.size() == TEMPLATES) {
        templates.remove(smallest());
      }
      templates.put(template, known);
      others.add(skeleton);
    }
    known.add(skeleton);
  }

  /** The number of its pages with something in them; -1 if older records did not count them. */
  public int pages() {
    return pages;
  }

  private long smallest() {
    long smallest = 0;
    long fewest = Long.MAX_VALUE;
    for (var entry : templates.long2ObjectEntrySet()) {
      long pages = (long) entry.getValue().pages + entry.getValue().roundPages;
      if (pages < fewest) {
        fewest = pages;
        smallest = entry.getLongKey();
      }
    }
    return smallest;
  }

  /** Counts the pages of a round. */
  public void endRound() {
    others.endRound();
    templates.values().forEach(Template::endRound);
    priorShape.endRound(ratedPages);
  }

  /** Fingerprints of the kept templates. */
  public List<Long> templates() {
    return List.copyOf(templates.keySet());
  }

  /**
   * The yield of a template's last pages; {@link Yield#UNKNOWN} for one that is not kept.
   *
   * @param lastPages the number in a row that must bring nothing, at most {@link #WINDOW}
   */
  public Yield yieldOf(long template, int lastPages) {
    Template known = templates.get(template);
    return known == null ? Yield.UNKNOWN : known.yieldOf(lastPages);
  }

  /** Number of kept templates whose last pages brought nothing new. */
  public long poorTemplates(int lastPages) {
    return lastPages == 0
        ? 0
        : templates.values().stream().filter(t -> t.yieldOf(lastPages) == Yield.NOTHING).count();
  }

  /** The yield of the first pages of the last {@value #WINDOW} templates. */
  public Yield yieldOfOthers() {
    return others.yieldOf(WINDOW);
  }

  /** Writes the state between rounds. */
  public void write(DataOutput out) throws IOException {
    out.writeBoolean(seed);
    out.writeByte(domains.size());
    for (long domain : domains) {
      out.writeLong(domain);
    }
    others.write(out);
    out.writeByte(templates.size());
    for (var entry : templates.long2ObjectEntrySet()) {
      out.writeLong(entry.getLongKey());
      entry.getValue().write(out);
    }
    out.writeDouble(changeRates);
    out.writeInt(ratedPages);
    announcements.write(out);
    out.writeByte(DIRECTORY_RATES);
    directoryRates.write(out);
    dates.write(out);
    out.writeByte(PRIOR_SHAPE);
    priorShape.write(out);
    out.writeByte(PAGES);
    out.writeInt(pages);
    if (activity.isKnown()) {
      activity.write(out);
    }
  }

  /** Reads the output of {@link #write}, also of versions without the parts after the templates. */
  public static HostPages read(DataInputStream in) throws IOException {
    HostPages read = new HostPages();
    read.seed = in.readBoolean();
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      read.domains.add(in.readLong());
    }
    read.others.readFields(in);
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      long template = in.readLong();
      Template known = new Template();
      known.readFields(in);
      read.templates.put(template, known);
    }
    if (in.available() > 0) {
      read.changeRates = in.readDouble();
      read.ratedPages = in.readInt();
      read.announcements.readFields(in);
    }
    if (begins(DIRECTORY_RATES, in)) {
      read.directoryRates = DirectoryRates.read(in);
      read.dates.readFields(in);
    }
    if (begins(PRIOR_SHAPE, in)) {
      read.priorShape = PriorShape.read(in);
    }
    read.pages = begins(PAGES, in) ? in.readInt() : -1;
    if (in.available() > 0) {
      read.activity = ActivityEstimator.read(in);
    }
    return read;
  }

  /** Whether a part with this mark comes next; reads the mark only in that case. */
  private static boolean begins(byte mark, DataInputStream in) throws IOException {
    in.mark(1);
    if (in.available() > 0 && in.readByte() == mark) {
      return true;
    }
    in.reset();
    return false;
  }
}
