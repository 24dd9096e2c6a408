package org.orbweaver.crawler.trap;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.crawler.conf.TrapKeys;
import org.orbweaver.crawler.hosts.IndexFile;
import org.orbweaver.crawler.recrawl.ActivityEstimator;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator.Prior;
import org.orbweaver.crawler.recrawl.PriorShape;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.trap.HostPages.Yield;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;

/**
 * A digest of {@link HostPages} for generate and update, which read the URLs of all hosts. It holds
 * templates whose last pages brought nothing new, hosts with a seed, domains whose budget is raised
 * by links from other domains, the mean change rate of hosts with at least {@value
 * ChangeRateEstimator#RATED_PAGES} pages visited again and of their larger directories, how alike
 * the pages of these hosts change, and hosts whose sitemaps announce changes falsely. Each takes 12
 * to 24 bytes of memory.
 *
 * <p>Form: beside each part of the store of hosts, in its folder, a file {@value #NAME} of 12 bytes
 * an entry: a fingerprint (a long) of a template, or of a word and a name, and an int, or a float
 * as one. Two entries have the sum of all change rates of the part's hosts, and the number of these
 * hosts. A part without the file has none.
 */
public final class PageIndex {
  /** An index without entries. */
  public static final PageIndex EMPTY = new PageIndex(0);

  private static final String NAME = "pages";
  private static final IndexFile FILE = new IndexFile(NAME);
  private static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;
  private static final String SEED = "seed ";
  private static final String DOMAIN = "domain ";
  private static final String POOR = "poor ";
  private static final String RATE = "rate ";
  private static final String SHAPE = "shape ";
  private static final String FALSE_LASTMOD = "lastmod ";
  private static final String DATES = "dates ";
  private static final long ALL_RATES = Fingerprint.of("rates");
  private static final long ALL_RATED = Fingerprint.of("rated");

  /** Keeps the rate of a directory apart from other entries with the directory's fingerprint. */
  private static final long DIRECTORY_RATE = Fingerprint.of("directory");

  /** Far more than any rate, in changes a day, or shape of a prior. */
  private static final float MOST = 1e8f;

  /** Eight visits in a row at which Last-Modified was right. */
  private static final double LEAST_DATE_PRECISION = .9;

  private static final int TEMPLATES_ONLY = -1;
  private static final int OTHERS_TOO = -2;
  private static final int NEW = -3;
  private static final int NOTHING = -4;

  private final Long2IntOpenHashMap entries;
  private boolean anyPoor;
  private double changeRates;
  private long ratedPages;

  /**
   * Allocates for the expected number: growing step by step would take twice the memory at the last
   * step.
   */
  private PageIndex(long expected) {
    entries = new Long2IntOpenHashMap((int) Math.min(1 << 29, expected));
  }

  /** Reads the index of a store; it is empty if there is no store. */
  public static PageIndex read(Configuration conf, Path store) throws IOException {
    PageIndex index = new PageIndex(FILE.bytes(conf, store) / ENTRY_BYTES);
    FILE.read(
        conf,
        store,
        (in, bytes) -> {
          for (long at = 0; at < bytes; at += ENTRY_BYTES) {
            index.put(in.readLong(), in.readInt());
          }
          if (!(index.changeRates >= 0 && index.changeRates <= MOST * index.ratedPages)) {
            throw new IOException("it is corrupt: its change rates cannot be");
          }
        });
    return index;
  }

  /** Whether a user injected a URL of the host. */
  public boolean isSeed(String host) {
    return entries.containsKey(Fingerprint.of(SEED + host));
  }

  /**
   * The number of other registered domains that link to this one; also 0 if they do not raise its
   * budget.
   */
  public int linkingDomains(String domain) {
    return entries.get(Fingerprint.of(DOMAIN + domain));
  }

  /**
   * The prior of a page's change rate, before its visits: the mean of its lowest directory with a
   * known rate, or of its host, and how alike the host's pages are. If few pages of the host were
   * visited again, the mean of the crawl.
   *
   * @param guess per day; counts as one page of the crawl
   */
  public Prior prior(String url, double guess) {
    String host = Hosts.host(url);
    int mean = entries.get(Fingerprint.of(RATE + host));
    if (!isPositive(mean)) {
      return new Prior(PriorShape.WIDE, (changeRates + guess) / (ratedPages + 1));
    }
    long[] directories = ActivityEstimator.directories(url);
    for (int level = 1; level < directories.length; level++) {
      int own = entries.get(directories[level] ^ DIRECTORY_RATE);
      mean = isPositive(own) ? own : mean;
    }
    int shape = entries.get(Fingerprint.of(SHAPE + host));
    return new Prior(
        isPositive(shape) ? Float.intBitsToFloat(shape) : PriorShape.WIDE,
        Float.intBitsToFloat(mean));
  }

  /** Whether an entry is there and possible: a damaged store may have any bytes. */
  private static boolean isPositive(int entry) {
    float value = Float.intBitsToFloat(entry);
    return value > 0 && value < MOST;
  }

  /** Whether visits found too few of the changes that the host's sitemaps announced. */
  public boolean announcesFalsely(String host) {
    return entries.containsKey(Fingerprint.of(FALSE_LASTMOD + host));
  }

  /** Whether Last-Modified was mostly right about changes of the host's pages. */
  public boolean datesRightly(String host) {
    return entries.containsKey(Fingerprint.of(DATES + host));
  }

  /**
   * The key under which a URL shares probes, if its template's last pages brought nothing new: the
   * template, or all sparsely sampled templates of its host together.
   *
   * @return a fingerprint; 0 if nothing speaks against the URL
   */
  public long poor(String url) {
    if (!anyPoor) {
      return 0;
    }
    long hostKey = Fingerprint.of(POOR + Hosts.host(url));
    int hostYield = entries.get(hostKey);
    if (hostYield == 0) {
      return 0;
    }
    long template = UrlTemplate.fingerprint(url);
    return switch (entries.get(template)) {
      case NOTHING -> template;
      case NEW -> 0;
      default -> hostYield == OTHERS_TOO ? hostKey : 0;
    };
  }

  /** The index of one host, from its record. */
  public static PageIndex of(Configuration conf, String host, HostPages pages) {
    PageIndexBuilder builder = new PageIndexBuilder(conf);
    builder.add(host, pages);
    PageIndex index = new PageIndex(builder.values.size());
    for (int i = 0; i < builder.values.size(); i++) {
      index.put(builder.fingerprints.getLong(i), builder.values.getInt(i));
    }
    return index;
  }

  private void put(long fingerprint, int value) {
    if (fingerprint == ALL_RATES) {
      changeRates += Float.intBitsToFloat(value);
    } else if (fingerprint == ALL_RATED) {
      ratedPages += value;
    } else {
      entries.put(fingerprint, value);
      anyPoor |= value < 0;
    }
  }

  /** Gathers the entries of one part. */
  public static final class PageIndexBuilder {
    private final int lastPages;
    private final int base;
    private final long perDomain;
    private final float leastPrecision;
    private double changeRates;
    private int ratedPages;
    private final LongArrayList fingerprints = new LongArrayList();
    private final IntArrayList values = new IntArrayList();

    /** A builder with a job's settings. */
    public PageIndexBuilder(Configuration conf) {
      lastPages = TrapKeys.YIELD_PAGES.get(conf);
      base = TrapKeys.BUDGET.get(conf);
      perDomain = TrapKeys.BUDGET_PER_DOMAIN.get(conf);
      leastPrecision = ScheduleKeys.TRUST_MIN.get(conf);
    }

    /** Adds the record of a host or of a domain. */
    public void add(String name, HostPages pages) {
      if (pages.isSeed()) {
        put(Fingerprint.of(SEED + name), 1);
      }
      // Most domains have only the base budget, so they take no memory in every task.
      if (base >= 0 && perDomain * pages.linkingDomains() > base) {
        put(Fingerprint.of(DOMAIN + name), pages.linkingDomains());
      }
      changeRates += pages.changeRates();
      ratedPages += pages.ratedPages();
      if (pages.ratedPages() >= ChangeRateEstimator.RATED_PAGES && pages.changeRates() > 0) {
        double mean = pages.changeRates() / pages.ratedPages();
        put(Fingerprint.of(RATE + name), Float.floatToIntBits((float) mean));
        float shape = (float) pages.priorShape().shape();
        put(Fingerprint.of(SHAPE + name), Float.floatToIntBits(shape));
        pages
            .directoryRates()
            .means(mean)
            .forEach(
                (directory, rate) ->
                    put(directory ^ DIRECTORY_RATE, Float.floatToIntBits((float) rate)));
      }
      if (pages.announcementPrecision() < leastPrecision) {
        put(Fingerprint.of(FALSE_LASTMOD + name), 1);
      }
      if (pages.datePrecision() >= LEAST_DATE_PRECISION) {
        put(Fingerprint.of(DATES + name), 1);
      }
      boolean othersToo = lastPages > 0 && pages.yieldOfOthers() == Yield.NOTHING;
      boolean poor = othersToo;
      for (long template : lastPages > 0 ? pages.templates() : List.<Long>of()) {
        Yield yield = pages.yieldOf(template, lastPages);
        if (yield == Yield.NOTHING || (yield == Yield.NEW && othersToo)) {
          put(template, yield == Yield.NEW ? NEW : NOTHING);
          poor = true;
        }
      }
      if (poor) {
        put(Fingerprint.of(POOR + name), othersToo ? OTHERS_TOO : TEMPLATES_ONLY);
      }
    }

    private void put(long fingerprint, int value) {
      fingerprints.add(fingerprint);
      values.add(value);
    }

    /** Writes the file of a part, if there are entries. */
    public void write(Configuration conf, Path part) throws IOException {
      if (ratedPages > 0) {
        put(ALL_RATES, Float.floatToIntBits((float) changeRates));
        put(ALL_RATED, ratedPages);
      }
      if (values.isEmpty()) {
        return;
      }
      FILE.write(
          conf,
          part,
          out -> {
            for (int i = 0; i < values.size(); i++) {
              out.writeLong(fingerprints.getLong(i));
              out.writeInt(values.getInt(i));
            }
          });
    }
  }
}
