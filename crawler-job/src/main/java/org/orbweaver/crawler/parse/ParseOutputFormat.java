package org.orbweaver.crawler.parse;

import it.unimi.dsi.fastutil.objects.Object2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.DepthLimits;
import org.orbweaver.crawler.crawldb.LinkDepth;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.crawldb.SitemapMark.Lastmod;
import org.orbweaver.crawler.duplicate.Sketch;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.page.spam.SpamSignals;
import org.orbweaver.crawler.parse.ParsePhase.ParseJob.ParseCounter;
import org.orbweaver.crawler.recrawl.ChangeTest;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.score.Scoring;
import org.orbweaver.crawler.segments.SegmentWriter;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;
import org.orbweaver.crawler.sitemap.Sitemap;
import org.orbweaver.crawler.trap.MazeFindings;
import org.orbweaver.crawler.trap.PageFindings;
import org.orbweaver.crawler.trap.TextSkeleton;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.plugin.ScoringRule.Combination;

/**
 * Writes the records of pages into the three parts of a segment that parse makes. Keys must come in
 * order, as those of a MapFile do.
 */
public final class ParseOutputFormat extends FileOutputFormat<Text, ParsedDocument> {
  @Override
  public RecordWriter<Text, ParsedDocument> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    SegmentWriter segment =
        SegmentWriter.open(
            context,
            getOutputCommitter(context),
            SegmentPart.PARSE_DATA,
            SegmentPart.PARSE_TEXT,
            SegmentPart.CRAWL_PARSE);
    Path work = ((PathOutputCommitter) getOutputCommitter(context)).getWorkPath();
    String part = Parts.name(context.getTaskAttemptID().getTaskID().getId());
    return new ParseWriter(context, segment, work, part);
  }

  private static final class ParseWriter extends RecordWriter<Text, ParsedDocument> {
    /** The limit of targets in a table, some 30 MB. */
    private static final int MAX_TARGETS = 100_000;

    private static final double UNKNOWN = Double.NEGATIVE_INFINITY;

    private final TaskAttemptContext context;
    private final SegmentWriter segment;
    private final LinkPolicy policy;
    private final List<String> metaToCrawlDb;
    private final int interval;
    private final PageFindings findings;
    private final MazeFindings mazes;
    private final ChangeTest changeTest;
    private final Scoring scoring;
    private final Combination combination;
    private final float spamWeight;

    /**
     * Link targets of many pages, each with the best score that a page passes on, or their sum.
     * Pages of a site link to the same targets over and over: on a documentation site one record
     * replaces some fifty that update would otherwise read, sort and merge. It loses nothing, since
     * update takes the best score; a full table is written out and started anew.
     */
    private final Targets targets = new Targets();

    /**
     * If link scores are summed, the targets of pages that were fetched before: update needs them
     * apart, to leave out links it has counted.
     */
    private final Targets targetsAgain = new Targets();

    private final DepthLimits limits;

    /** The scores of targets and, if there is a limit, their depths. */
    private static final class Targets {
      private final Object2DoubleOpenHashMap<String> scores = new Object2DoubleOpenHashMap<>();
      private final Object2IntOpenHashMap<String> depths = new Object2IntOpenHashMap<>();

      Targets() {
        scores.defaultReturnValue(UNKNOWN);
      }
    }

    ParseWriter(TaskAttemptContext context, SegmentWriter segment, Path work, String part)
        throws IOException {
      this.context = context;
      this.segment = segment;
      Configuration conf = context.getConfiguration();
      findings = new PageFindings(conf, new Path(new Path(work, PageFindings.FOLDER), part));
      mazes = new MazeFindings(conf, new Path(new Path(work, MazeFindings.FOLDER), part));
      policy = UrlRules.links(conf);
      changeTest = ScheduleKeys.CHANGE.get(conf);
      scoring = Scoring.of(conf);
      combination = scoring.combination();
      spamWeight = CrawlerKeys.GENERATE_SPAM_WEIGHT.get(conf);
      metaToCrawlDb = CrawlerKeys.PARSE_META_TO_CRAWLDB.get(conf);
      interval = CrawlerKeys.FETCH_INTERVAL.get(conf);
      limits = DepthLimits.of(conf);
    }

    @Override
    public void write(Text url, ParsedDocument page) throws IOException {
      segment.append(SegmentPart.PARSE_DATA, url, page.data());
      segment.append(SegmentPart.PARSE_TEXT, url, new ParseText(page.text()));
      CrawlDatum signature = datum(CrawlDatum.STATUS_SIGNATURE, 0);
      signature.setSignature(page.signature());
      // Dedup compares pages by their score, and skips sitemaps.
      signature.setScore(page.score());
      if (page.mark() != null) {
        page.mark().putOn(signature);
      }
      int skeleton =
          TextSkeleton.of(
              url.toString(),
              page.data().getTitle(),
              page.text(),
              Arrays.hashCode(page.signature()));
      signature.getMetaData().put(new Text(MetadataKeys.SKELETON), new IntWritable(skeleton));
      content(page.data().getParseMeta())
          .ifPresent(c -> signature.getMetaData().put(new Text(MetadataKeys.CONTENT), c));
      NonContent kind =
          NonContent.of(page.data().getParseMeta().get(MetaNames.NON_CONTENT)).orElse(null);
      if (kind != null) {
        NonContentMark.putOn(signature, kind);
      }
      segment.append(SegmentPart.CRAWL_PARSE, url, signature);
      CrawlDatum meta = datum(CrawlDatum.STATUS_PARSE_META, 0);
      if (kind != null) {
        NonContentMark.putOn(meta, kind);
      }
      for (String name : metaToCrawlDb) {
        String value = page.data().getParseMeta().get(name);
        if (value != null) {
          meta.getMetaData().put(new Text(name), new Text(value));
        }
      }
      String spam = page.data().getParseMeta().get(MetaNames.SPAM);
      double spamScore = spam == null ? 0 : SpamSignals.scoreOf(spam);
      double quality = 1;
      if (spamScore >= SpamSignals.THRESHOLD) {
        quality -= spamWeight * spamScore;
        meta.getMetaData().put(new Text(MetadataKeys.SPAM), new Text(spam));
      }
      if (!meta.getMetaData().isEmpty()) {
        segment.append(SegmentPart.CRAWL_PARSE, url, meta);
      }
      String from = url.toString();
      boolean isNewPage = page.mark() == null && !page.again();
      if (isNewPage && kind == null && page.data().getStatus().isSuccess()) {
        mazes.add(from, page.links(), page.text(), page.anyPath());
      }
      int depth = limits.isAny() ? page.depth() + 1 : 0;
      if (page.sitemap() != null && page.mark() != null) {
        int listed = writeListed(from, page);
        context.getCounter(ParseCounter.SITEMAP_URLS).increment(listed);
      } else if (page.sitemap() != null) {
        // Also of the deepest feed: its dates make known pages due.
        writeAnnounced(from, page.sitemap(), depth);
      }
      scoring.from(from, page.score(), page.links().size());
      for (PageLink link : page.links()) {
        if (!limits.isExceeded(link.url(), depth) && policy.follow(from, link.url())) {
          float share = (float) (quality * scoring.share(link.url()));
          addTarget(link.url(), share, depth, page.again());
          findings.addLink(from, link.url());
        }
      }
    }

    /**
     * The digest that shows whether the page has changed; empty if the test is by bytes or the page
     * has no text.
     */
    private Optional<LongWritable> content(Metadata meta) {
      String sketch = meta.get(MetadataKeys.SKETCH);
      String digest = sketch == null ? meta.get(MetadataKeys.TEXT_DIGEST) : sketch;
      return switch (changeTest) {
        case BYTES -> Optional.empty();
        case CONTENT -> Optional.ofNullable(digest).map(d -> new LongWritable(Fingerprint.of(d)));
        case SIMHASH ->
            Optional.ofNullable(sketch)
                .map(s -> Sketch.fromBytes(Base64.getDecoder().decode(s)))
                .map(s -> new LongWritable(s.simhash()));
      };
    }

    /**
     * Turns the entries of a sitemap into links. A page gets the share that a link from a page of
     * the sitemap's score would give it ({@link Scoring#share}) times its priority, so that a
     * sitemap orders the pages of its site and lifts none above the score that links could give. A
     * sitemap in an index gets the index's score, since it leads to pages and is not below them.
     *
     * @return the number of links, without those that the policy refuses and sitemaps nested too
     *     deep
     */
    private int writeListed(String from, ParsedDocument page) throws IOException {
      float score = page.score();
      Sitemap sitemap = page.sitemap();
      SitemapMark mark = page.mark();
      boolean index = sitemap.format() == Sitemap.Format.INDEX;
      int count = 0;
      scoring.from(from, score, sitemap.entries().size());
      for (Sitemap.ListedPage entry :
          index && !mark.mayNest() ? List.<Sitemap.ListedPage>of() : sitemap.entries()) {
        String url = entry.url();
        // A host that names the sitemap as its own links to its pages with it.
        String source = mark.hosts().contains(Hosts.host(url)) ? url : from;
        if (url.equals(from) || !policy.follow(source, url)) {
          continue;
        }
        count++;
        float share = index ? score : scoring.share(url) * entry.priority();
        if (!index && entry.lastmod() == 0) {
          addTarget(url, share, 0, page.again());
          continue;
        }
        CrawlDatum link = link(share, page.again());
        Lastmod.putOn(link, entry.lastmod());
        if (index) {
          mark.child().putOn(link);
        }
        writeLink(url, link);
      }
      return count;
    }

    /** Writes the times that a feed gives its entries, to which the page of the feed links, too. */
    private void writeAnnounced(String from, Sitemap feed, int depth) throws IOException {
      for (Sitemap.ListedPage entry : feed.entries()) {
        if (entry.lastmod() > 0 && policy.follow(from, entry.url())) {
          CrawlDatum link = datum(CrawlDatum.STATUS_LINKED, interval);
          Lastmod.putOn(link, entry.lastmod());
          LinkDepth.putOn(link, depth);
          writeLink(entry.url(), link);
        }
      }
    }

    private void addTarget(String url, float score, int depth, boolean again) throws IOException {
      boolean apart = combination == Combination.SUM && again;
      Targets table = apart ? targetsAgain : targets;
      if (limits.isAny()) {
        table.depths.mergeInt(url, depth, Math::min);
      }
      double known = table.scores.getDouble(url);
      double combined = known == UNKNOWN ? score : combination.of(known, score);
      if (combined != known) {
        table.scores.put(url, combined);
        if (table.scores.size() >= MAX_TARGETS) {
          writeTargets(table, apart);
        }
      }
    }

    private void writeTargets(Targets table, boolean again) throws IOException {
      String[] urls = table.scores.keySet().toArray(new String[0]);
      Arrays.sort(urls);
      for (String url : urls) {
        CrawlDatum link = link((float) table.scores.getDouble(url), again);
        if (limits.isAny()) { // To look for the mark makes a map, for each link.
          LinkDepth.putOn(link, table.depths.getInt(url));
        }
        writeLink(url, link);
      }
      table.scores.clear();
      table.depths.clear();
    }

    private CrawlDatum link(float score, boolean again) {
      CrawlDatum link = datum(CrawlDatum.STATUS_LINKED, interval);
      link.setScore(score);
      if (combination == Combination.SUM && again) {
        link.getMetaData().put(new Text(MetadataKeys.AGAIN), new Text("true"));
      }
      return link;
    }

    private void writeLink(String url, CrawlDatum link) throws IOException {
      segment.append(SegmentPart.CRAWL_PARSE, new Text(url), link);
      context.getCounter(ParseCounter.TARGETS).increment(1);
    }

    /** A datum without the time of its creation: the same input gives the same bytes. */
    private static CrawlDatum datum(int status, int interval) {
      CrawlDatum datum = new CrawlDatum(status, interval);
      datum.setFetchTime(0);
      return datum;
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
      writeTargets(targets, false);
      writeTargets(targetsAgain, true);
      segment.close();
      findings.close();
      mazes.close();
      scoring.count(context);
    }
  }
}
