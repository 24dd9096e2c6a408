package org.orbweaver.crawler.links;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.sorted.StoreLookup;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.segments.SegmentTime;
import org.orbweaver.crawler.url.Hosts;

/**
 * Inverts the links of some segments and merges them into a linkdb.
 *
 * <p>Input: {@code parse_data} of the segments. Shuffle: a record for each link, by target URL.
 * Each reducer merges its links with its part of the existing linkdb. Output: MapFile&lt;Text,
 * Inlinks&gt;, a part for each reducer, by HashPartitioner. Cost: each new link is sorted once, the
 * linkdb is read and written once; a reducer holds the links of one URL, twice the bound at most.
 */
public final class LinksJob {

  private LinksJob() {}

  /**
   * Runs the job.
   *
   * @param segments segments that are parsed
   * @param linkDb the existing linkdb; one that does not exist to start a new one
   * @param parts of a new linkdb
   * @param outdated the output of {@link OutdatedJob}: parses that a later segment replaces are
   *     left out; or null
   * @param output a folder that does not exist; becomes the new linkdb
   */
  static Counters run(
      Session session,
      List<Path> segments,
      SortedStore<Inlinks> linkDb,
      int parts,
      Path outdated,
      Path output)
      throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path segment : segments) {
      pages.add(new Path(segment, ParseData.DIR_NAME));
    }
    List<Path> reads = new ArrayList<>(pages);
    reads.add(linkDb.folder());
    Job job = JobRunner.newJob(session, "links", LinksJob.class, reads.toArray(Path[]::new));
    if (outdated != null) {
      job.getConfiguration().set(LinksMapper.OUTDATED, outdated.toString());
    }
    StoreInputFormat.read(job, pages.toArray(Path[]::new));
    job.setMapperClass(LinksMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(InlinkWritable.class);
    job.setReducerClass(InlinksReducer.class);
    MergeJoinReducer.join(job, linkDb, parts);
    StoreFiles.writeStore(job, output, Inlinks.class);
    return JobRunner.run(job, session.console());
  }

  /** Inverts the links of a page: target URL → (page, anchor, generation of the segment). */
  public static final class LinksMapper extends Mapper<Text, ParseData, Text, InlinkWritable> {

    /** The folder of {@link OutdatedJob}'s output, if it has any; set by the job. */
    static final String OUTDATED = "orbweaver.internal.links.outdated";

    private static final Text REL = new Text("rel");

    private final Text target = new Text();
    private final InlinkWritable link = new InlinkWritable();
    private boolean ignoreInternal;
    private boolean ignoreExternal;
    private int maxAnchor;
    private final SegmentTime segment = new SegmentTime();

    /** The pages with several versions; null if there are none. */
    private StoreLookup<LongWritable> outdated;

    private final RecordFaults faults = new RecordFaults(LinksJob.class);

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      String folder = conf.get(OUTDATED);
      outdated =
          folder == null
              ? null
              : new StoreLookup<>(
                  conf,
                  SortedStore.open(conf, new Path(folder), LongWritable.class).parts(),
                  LongWritable.class);
      ignoreInternal = CrawlerKeys.LINKDB_IGNORE_INTERNAL.get(conf);
      ignoreExternal = CrawlerKeys.LINKDB_IGNORE_EXTERNAL.get(conf);
      maxAnchor = CrawlerKeys.LINKDB_MAX_ANCHOR_LENGTH.get(conf);
    }

    @Override
    protected void map(Text url, ParseData page, Context context)
        throws IOException, InterruptedException {
      // Links from the linkdb have generation 0.
      long generation = Math.max(1, segment.of(context.getConfiguration()));
      LongWritable newest = outdated == null ? null : outdated.get(url);
      if (newest != null && newest.get() > generation) {
        context.getCounter(LinksCounter.OUTDATED).increment(1);
      } else {
        try {
          invert(url.toString(), page, generation, context);
        } catch (RuntimeException | StackOverflowError e) {
          if (!faults.isRecords(url, e, context)) {
            throw e;
          }
        }
      }
    }

    private void invert(String from, ParseData page, long generation, Context context)
        throws IOException, InterruptedException {
      context.getCounter(LinksCounter.PAGES).increment(1);
      String fromHost = ignoreInternal || ignoreExternal ? Hosts.host(from) : "";
      for (Outlink outlink : page.getOutlinks()) {
        String to = outlink.getToUrl();
        if (to.equals(from) || !counts(outlink) || ignored(fromHost, to)) {
          context.getCounter(LinksCounter.SKIPPED).increment(1);
          continue;
        }
        context.getCounter(LinksCounter.LINKS).increment(1);
        target.set(to);
        link.set(from, cut(outlink.getAnchor(), maxAnchor), generation);
        context.write(target, link);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      if (outdated != null) {
        outdated.close();
      }
    }

    private static boolean counts(Outlink outlink) {
      MapWritable metadata = outlink.getMetadata();
      Writable rel = metadata == null ? null : metadata.get(REL);
      if (rel == null) {
        return true;
      }
      String relations = rel.toString();
      return !relations.contains("nofollow")
          && !relations.contains("ugc")
          && !relations.contains("sponsored")
          && !relations.contains("canonical");
    }

    private boolean ignored(String fromHost, String to) {
      if (!ignoreInternal && !ignoreExternal) {
        return false;
      }
      return Hosts.host(to).equals(fromHost) ? ignoreInternal : ignoreExternal;
    }

    /** Cuts at a whole character. */
    private static String cut(String anchor, int most) {
      if (anchor.length() <= most) {
        return anchor;
      }
      int end = most > 0 && Character.isHighSurrogate(anchor.charAt(most - 1)) ? most - 1 : most;
      return anchor.substring(0, end);
    }
  }

  /** Collects the links to one URL: those in the linkdb, and new ones. */
  public static final class InlinksReducer extends MergeJoinReducer<InlinkWritable, Inlinks> {
    private InlinkCollector collector;
    private int most;

    @Override
    protected void setup(Context context) {
      most = CrawlerKeys.LINKDB_MAX_INLINKS.get(context.getConfiguration());
      collector = new InlinkCollector(most);
    }

    @Override
    protected Inlinks merge(
        Text target, Inlinks known, Iterable<InlinkWritable> links, Context context) {
      collector.clear();
      if (known != null) {
        context.getCounter(LinksCounter.KNOWN).increment(known.size());
        for (Iterator<Inlink> it = known.iterator(); it.hasNext(); ) {
          Inlink link = it.next();
          collector.add(new InlinkCollector.Link(link.getFromUrl(), link.getAnchor(), 0));
        }
      }
      for (InlinkWritable link : links) {
        collector.add(link.link());
      }
      List<InlinkCollector.Link> kept = collector.links();
      Inlinks inlinks = new Inlinks();
      for (InlinkCollector.Link link : kept) {
        inlinks.add(new Inlink(link.from(), link.anchor()));
      }
      context.getCounter(LinksCounter.DROPPED).increment(collector.dropped());
      return counted(inlinks, context);
    }

    @Override
    protected Inlinks keep(Text target, Inlinks known, Context context) {
      if (known.size() > most) {
        return merge(target, known, List.of(), context);
      }
      context.getCounter(LinksCounter.KNOWN).increment(known.size());
      return counted(known, context);
    }

    private static Inlinks counted(Inlinks inlinks, Context context) {
      context.getCounter(LinksCounter.TARGETS).increment(1);
      context.getCounter(LinksCounter.INLINKS).increment(inlinks.size());
      return inlinks;
    }
  }

  /** One link in the shuffle: source, anchor, generation. It is never in a file of the crawl. */
  public static final class InlinkWritable implements Writable {

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
}
