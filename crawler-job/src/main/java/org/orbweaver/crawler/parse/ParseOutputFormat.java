package org.orbweaver.crawler.parse;

import it.unimi.dsi.fastutil.objects.Object2DoubleOpenHashMap;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.UrlRules;
import org.orbweaver.crawler.crawldb.Lastmod;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.LinkScore;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.parse.ParseJob.ParseCounter;
import org.orbweaver.crawler.sitemap.Sitemap;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.LinkPolicy;

/**
 * Writes a page's records into the three parts of a segment that parse makes. Keys must come in
 * order, as those of a MapFile do.
 */
public final class ParseOutputFormat extends FileOutputFormat<Text, ParsedDocument> {

  @Override
  public RecordWriter<Text, ParsedDocument> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    FileOutputCommitter committer = (FileOutputCommitter) getOutputCommitter(context);
    int number = context.getTaskAttemptID().getTaskID().getId();
    return new Writer(context, committer.getWorkPath(), Parts.name(number));
  }

  private static final class Writer extends RecordWriter<Text, ParsedDocument> {
    private final MapFile.Writer data;
    private final MapFile.Writer text;
    private final SequenceFile.Writer crawl;
    private final LinkTargets targets;
    private final LinkPolicy policy;
    private final ListedUrls listed;
    private final ListedUrls.Sink listedSink;
    private final TaskAttemptContext context;
    private final List<String> metaToCrawlDb;
    private final int interval;

    Writer(TaskAttemptContext context, Path work, String part) throws IOException {
      Configuration conf = context.getConfiguration();
      data =
          StoreFiles.mapFile(
              conf, new Path(new Path(work, ParseData.DIR_NAME), part), ParseData.class);
      text =
          StoreFiles.mapFile(
              conf, new Path(new Path(work, ParseText.DIR_NAME), part), ParseText.class);
      crawl =
          StoreFiles.sequenceFile(
              conf, new Path(new Path(work, CrawlDatum.PARSE_DIR_NAME), part), CrawlDatum.class);
      policy = UrlRules.links(conf);
      metaToCrawlDb = CrawlerKeys.PARSE_META_TO_CRAWLDB.get(conf);
      interval = CrawlerKeys.FETCH_INTERVAL.get(conf);
      listed = new ListedUrls(policy, interval);
      this.context = context;
      Text key = new Text();
      targets =
          new LinkTargets(
              (url, score) -> {
                key.set(url);
                CrawlDatum linked = datum(CrawlDatum.STATUS_LINKED, interval);
                linked.setScore(score);
                crawl.append(key, linked);
                context.getCounter(ParseCounter.TARGETS).increment(1);
              });
      listedSink =
          new ListedUrls.Sink() {
            @Override
            public void bare(String url, float score) throws IOException {
              targets.add(url, score);
            }

            @Override
            public void link(String url, CrawlDatum link) throws IOException {
              key.set(url);
              crawl.append(key, link);
              context.getCounter(ParseCounter.TARGETS).increment(1);
            }
          };
    }

    /** A datum without the time at which it was made: the same input gives the same bytes. */
    private static CrawlDatum datum(int status, int interval) {
      CrawlDatum datum = new CrawlDatum(status, interval);
      datum.setFetchTime(0);
      return datum;
    }

    @Override
    public void write(Text url, ParsedDocument page) throws IOException {
      data.append(url, page.data());
      text.append(url, new ParseText(page.text()));

      CrawlDatum signature = datum(CrawlDatum.STATUS_SIGNATURE, 0);
      signature.setSignature(page.signature());
      // Dedup compares pages by their score, and leaves sitemaps alone.
      signature.setScore(page.score());
      if (page.mark() != null) {
        page.mark().putOn(signature);
      }
      crawl.append(url, signature);
      writeMeta(url, page);

      String from = url.toString();
      if (page.sitemap() != null) {
        context
            .getCounter(ParseCounter.SITEMAP_URLS)
            .increment(listed.write(from, page.score(), page.sitemap(), page.mark(), listedSink));
      }
      for (PageLink link : page.links()) {
        if (policy.follow(from, link.url())) {
          targets.add(link.url(), LinkScore.share(page.score(), link.url()));
        }
      }
    }

    private void writeMeta(Text url, ParsedDocument page) throws IOException {
      CrawlDatum meta = null;
      for (String name : metaToCrawlDb) {
        String value = page.data().getParseMeta().get(name);
        if (value != null) {
          if (meta == null) {
            meta = datum(CrawlDatum.STATUS_PARSE_META, 0);
          }
          meta.getMetaData().put(new Text(name), new Text(value));
        }
      }
      if (meta != null) {
        crawl.append(url, meta);
      }
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
      targets.flush();
      crawl.close();
      text.close();
      data.close();
    }
  }

  /**
   * Folds the link targets of many pages into one record each, with the best score that a page
   * hands on. Pages of a site link to the same targets over and over: on a documentation site one
   * record stands for some fifty, which update then need not read, sort and merge. Exact, for
   * update takes the best score; when the table is full it is written out and begun anew.
   */
  static final class LinkTargets {

    /** Some 30 MB. */
    private static final int MAX_TARGETS = 100_000;

    /** Takes the folded targets. */
    @FunctionalInterface
    interface Sink {
      void accept(String url, float score) throws IOException;
    }

    private final Object2DoubleOpenHashMap<String> best = new Object2DoubleOpenHashMap<>();
    private final Sink sink;

    LinkTargets(Sink sink) {
      this.sink = sink;
      best.defaultReturnValue(Double.NEGATIVE_INFINITY);
    }

    void add(String url, float score) throws IOException {
      if (score > best.getDouble(url)) {
        best.put(url, score);
        if (best.size() >= MAX_TARGETS) {
          flush();
        }
      }
    }

    /** Writes out what is left, by URL. */
    void flush() throws IOException {
      String[] urls = best.keySet().toArray(new String[0]);
      Arrays.sort(urls);
      for (String url : urls) {
        sink.accept(url, (float) best.getDouble(url));
      }
      best.clear();
    }
  }

  /**
   * Turns what a sitemap lists into links. A page gets the share that a link from a page of the
   * sitemap's score would give it ({@link LinkScore}) times its priority, so that a sitemap orders
   * the pages of its site and lifts none above what links could; a sitemap in an index gets the
   * index's score, for it is on the way to pages, not below them.
   */
  static final class ListedUrls {

    /** Takes links. */
    interface Sink {
      /** A link that is a score alone. */
      void bare(String url, float score) throws IOException;

      /** A link that says more. */
      void link(String url, CrawlDatum link) throws IOException;
    }

    private final LinkPolicy policy;
    private final int interval;

    ListedUrls(LinkPolicy policy, int interval) {
      this.policy = policy;
      this.interval = interval;
    }

    /**
     * Hands on the links.
     *
     * @param from the sitemap's URL
     * @param score the sitemap's
     * @return how many there were; those that the policy refuses and sitemaps too deep down are
     *     none
     */
    int write(String from, float score, Sitemap sitemap, SitemapMark mark, Sink sink)
        throws IOException {
      boolean index = sitemap.format() == Sitemap.Format.INDEX;
      if (index && !mark.mayNest()) {
        return 0;
      }
      int count = 0;
      for (Sitemap.Entry entry : sitemap.entries()) {
        String url = entry.url();
        // A host that names the sitemap as its own links to its pages by it.
        String source = mark.hosts().contains(Hosts.host(url)) ? url : from;
        if (url.equals(from) || !policy.follow(source, url)) {
          continue;
        }
        count++;
        float share = index ? score : LinkScore.share(score, url) * entry.priority();
        if (!index && entry.lastmod() == 0) {
          sink.bare(url, share);
          continue;
        }
        CrawlDatum link = new CrawlDatum(CrawlDatum.STATUS_LINKED, interval, share);
        link.setFetchTime(0);
        Lastmod.putOn(link, entry.lastmod());
        if (index) {
          mark.child().putOn(link);
        }
        sink.link(url, link);
      }
      return count;
    }
  }
}
