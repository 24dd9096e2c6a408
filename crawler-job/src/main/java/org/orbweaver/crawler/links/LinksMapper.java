package org.orbweaver.crawler.links;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreLookup;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.url.Hosts;

/** Turns the links of a page around: target URL → (page, anchor, generation of the segment). */
public final class LinksMapper extends Mapper<Text, ParseData, Text, InlinkWritable> {

  /** The folder of {@link OutdatedJob}'s output, where it has any; set by the job. */
  static final String OUTDATED = "orbweaver.internal.links.outdated";

  private static final Text REL = new Text("rel");

  private final Text target = new Text();
  private final InlinkWritable link = new InlinkWritable();
  private boolean ignoreInternal;
  private boolean ignoreExternal;
  private int maxAnchor;
  private String file = "";
  private long generation = 1;

  /** The pages with several versions; null where there are none. */
  private StoreLookup<LongWritable> outdated;

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
    String current = context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE, "");
    if (!current.equals(file)) {
      file = current;
      // Segments are named by their time; what the linkdb has is generation 0.
      generation = Math.max(1, OutdatedJob.segmentOf(current));
    }
    LongWritable newest = outdated == null ? null : outdated.get(url);
    if (newest != null && newest.get() > generation) {
      context.getCounter(LinksCounter.OUTDATED).increment(1);
    } else {
      invert(url.toString(), page, context);
    }
  }

  private void invert(String from, ParseData page, Context context)
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
