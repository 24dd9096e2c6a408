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
 * What the pages of a host were worth: of each template which of its last {@value #WINDOW} pages
 * brought something new. And of a registered domain, how many others link to it.
 *
 * <p>A page is new if the last {@value #SKELETONS} different pages of its template have another
 * {@link TextSkeleton}. The pages of a round count together, at the end of the round: if there are
 * more than the window holds, it gets their share of new ones. The first page of each template
 * counts for the host's <em>other</em> templates too: by them the host is judged where a trap's
 * URLs have a template each.
 *
 * <p>At most {@value #TEMPLATES} templates are kept, those with most pages, and the {@value
 * #DOMAINS} lowest fingerprints of linking domains (KMV, Bar-Yossef et al. 2002): the count is
 * exact below that number and within about a fifth from there on. Some 300 bytes a template, 10 KB
 * at most.
 *
 * <p>Also what revisits told of its pages: the sums of their estimated change rates, of all and by
 * directory ({@link DirectoryRates}), and how alike they are ({@link PriorShape}), which give the
 * prior of its pages, how often a change that a sitemap or feed announced was found, how often
 * Last-Modified was right, and when many changed at once ({@link ActivityEstimator}, some 400 bytes
 * a directory and up to 64 of them).
 */
public final class HostPages {
  /** The most pages that a judgement can be about. */
  public static final int WINDOW = 64;

  static final int TEMPLATES = 32;
  static final int SKELETONS = 64;
  static final int DOMAINS = 32;

  private static final int MOST_TOLD = 256;

  /** Marks directory rates in a record; older records have the activity's version here. */
  private static final byte DIRECTORY_RATES = 'd';

  /** Likewise marks the shape of the prior. */
  private static final byte PRIOR_SHAPE = 's';

  private boolean seed;
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

  /** How a template's new pages are to be listed. */
  public enum Yield {
    /** Nothing is known against it. */
    UNKNOWN,
    /** It brought something new. */
    NEW,
    /** Its last pages brought nothing new. */
    NOTHING
  }

  /** How often a signal was right. */
  private static final class Trust {
    int told;
    int right;

    void add(boolean rightly) {
      if (told == MOST_TOLD) { // So that what was long ago counts less and less.
        told /= 2;
        right /= 2;
      }
      told++;
      right += rightly ? 1 : 0;
    }

    double precision() {
      return (right + 1.0) / (told + 2.0);
    }

    void write(DataOutput out) throws IOException {
      out.writeInt(told);
      out.writeInt(right);
    }

    void readFields(DataInput in) throws IOException {
      told = in.readInt();
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
   * Notes that the estimated change rate of a page moved, or is there for the first time.
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

  /** Pages with an estimated change rate: those that were visited again. */
  public int ratedPages() {
    return ratedPages;
  }

  /** These rates by directory. */
  public DirectoryRates directoryRates() {
    return directoryRates;
  }

  /** How alike its pages change. */
  public PriorShape priorShape() {
    return priorShape;
  }

  /** When many of its pages, or those of a directory, changed at once. */
  public ActivityEstimator activity() {
    return activity;
  }

  /** Notes a visit to a page after a sitemap had announced a change of it. */
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

  /** Other registered domains with a link to it, estimated where there are many. */
  public int linkingDomains() {
    if (domains.size() < DOMAINS) {
      return domains.size();
    }
    // The share of all fingerprints that lie below the k-th lowest: k - 1 of them do.
    double share = domains.getLong(DOMAINS - 1) / 0x1p64 + 0.5;
    return (int) Math.min(Integer.MAX_VALUE, (DOMAINS - 1) / share);
  }

  /**
   * Notes a page that was requested for the first time.
   *
   * @param template fingerprint of its {@link UrlTemplate}
   * @param skeleton its {@link TextSkeleton}; {@link TextSkeleton#NOTHING} where it brought nothing
   */
  public void addPage(long template, int skeleton) {
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

  /** Fingerprints of the templates that are kept. */
  public List<Long> templates() {
    return List.copyOf(templates.keySet());
  }

  /**
   * What a template's last pages brought; of one that is not kept, {@link Yield#UNKNOWN}.
   *
   * @param lastPages how many in a row must bring nothing, at most {@link #WINDOW}
   */
  public Yield yieldOf(long template, int lastPages) {
    Template known = templates.get(template);
    return known == null ? Yield.UNKNOWN : known.yieldOf(lastPages);
  }

  /** How many of the templates that are kept brought nothing new with their last pages. */
  public long poorTemplates(int lastPages) {
    return lastPages == 0
        ? 0
        : templates.values().stream().filter(t -> t.yieldOf(lastPages) == Yield.NOTHING).count();
  }

  /** What the first pages of the last {@value #WINDOW} templates brought. */
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
    if (activity.isKnown()) {
      activity.write(out);
    }
  }

  /** Reads what {@link #write} wrote, also before it wrote all that comes after the templates. */
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
    if (in.available() > 0) {
      read.activity = ActivityEstimator.read(in);
    }
    return read;
  }

  /** Whether a part with this mark comes next; reads the mark then, else nothing. */
  private static boolean begins(byte mark, DataInputStream in) throws IOException {
    in.mark(1);
    if (in.available() > 0 && in.readByte() == mark) {
      return true;
    }
    in.reset();
    return false;
  }
}
