package org.orbweaver.webgraph.build.links;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.ReversedUrl;

/**
 * From {@code (url, ParseData | CrawlDatum)} to {@code (reversed url, PageLinks)}: the links of a
 * successful parse, the target of a redirect, and for any other record the bare page. A sitemap is
 * no page, and a page of a maze is left out.
 */
public final class ExtractMapper extends Mapper<Text, Writable, Text, PageLinks> {
  private static final Text SITEMAP = new Text(MetadataKeys.SITEMAP);

  private final Text key = new Text();
  private final PageLinks none = PageLinks.none();
  private LinkExtractor extractor;
  private Mazes mazes = Mazes.NONE;
  private String file = "";
  private long version;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    // The crawler's setting and its default.
    String folder = conf.get(SegmentInput.MAZES);
    mazes = folder == null ? Mazes.NONE : Mazes.of(conf, new Path(folder));
    int maxFailures = conf.getInt("db.fetch.retry.max", 3);
    extractor = new LinkExtractor(LinkPolicy.of(conf), mazes, maxFailures);
  }

  @Override
  protected void map(Text url, Writable value, Context context)
      throws IOException, InterruptedException {
    String page = url.toString();
    if (isSitemap(value) || mazes.contains(page)) {
      return;
    }
    key.set(ReversedUrl.key(page));
    if (value instanceof ParseData parse && parse.getStatus().isSuccess()) {
      context.write(key, extractor.parsed(version(context), page, parse));
      context.getCounter(GraphCounter.PARSES).increment(1);
    } else if (value instanceof CrawlDatum datum) {
      context.write(key, extractor.fetched(version(context), page, datum));
    } else {
      context.write(key, none);
    }
  }

  private static boolean isSitemap(Writable value) {
    return value instanceof ParseData parse
        ? parse.getMeta(MetadataKeys.SITEMAP) != null
        : value instanceof CrawlDatum datum && datum.getMetaData().containsKey(SITEMAP);
  }

  /** The name of the current segment; a combined split may have several files in turn. */
  private long version(Context context) {
    String current = context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE, "");
    if (!current.equals(file)) {
      file = current;
      version = Long.parseLong(SegmentInput.segmentOf(new Path(file)));
    }
    return version;
  }
}
