package org.orbweaver.crawler.parse;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.Failures;
import org.orbweaver.crawler.page.document.Limit;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.ProcessSettings;
import org.orbweaver.crawler.parse.ParseMapper.DocumentParser.Result;
import org.orbweaver.crawler.parse.ParseMapper.DocumentParser.Task;
import org.orbweaver.crawler.parse.ParsePhase.ParseJob.ParseCounter;
import org.orbweaver.crawler.parse.ParsedDocument.Headers;
import org.orbweaver.crawler.sitemap.Sitemap;
import org.orbweaver.crawler.sitemap.SitemapLimits;
import org.orbweaver.crawler.sitemap.SitemapReader;
import org.orbweaver.crawler.sitemap.SitemapScope;

/**
 * Parses a segment's content in several threads. Documents are handed to the workers as they are
 * read and their results taken in the same order, so the output is sorted as the input is.
 */
public final class ParseMapper extends Mapper<Text, Content, Text, ParsedDocument> {

  /** Documents on their way for each thread: enough that none waits for a slow one at the head. */
  private static final int AHEAD = 8;

  /** Bytes of documents on their way, at most, beside the one at the head. */
  private static final long MAX_BYTES_AHEAD = 64L << 20;

  /** What a sitemap counts for beside its bytes: it may be packed, and its entries wait, too. */
  private static final long SITEMAP_BYTES = 16L << 20;

  private record Page(Text url, Metadata meta, Task task) {
    long bytes() {
      return task.document().content().length + (task.mark() == null ? 0 : SITEMAP_BYTES);
    }
  }

  private record Pending(Page page, ParseWorkers.Ticket<Task, Result> ticket) {}

  private ParseLimits limits;
  private SitemapLimits sitemapLimits;
  private SitemapScope sitemapScope;
  private String agent;
  private int threads;

  @Override
  protected void setup(Context context) {
    configure(context.getConfiguration());
  }

  private void configure(Configuration conf) {
    limits = limits(conf);
    sitemapLimits = sitemapLimits(conf);
    sitemapScope = CrawlerKeys.SITEMAP_SCOPE.get(conf);
    agent = CrawlerKeys.AGENT_NAME.get(conf).toLowerCase(Locale.ROOT);
    int wanted = CrawlerKeys.PARSE_THREADS.get(conf);
    threads = wanted > 0 ? wanted : Runtime.getRuntime().availableProcessors();
  }

  static ParseLimits limits(Configuration conf) {
    int maxLinks = CrawlerKeys.MAX_OUTLINKS.get(conf);
    int timeout = CrawlerKeys.PARSE_TIMEOUT.get(conf);
    return new ParseLimits(
        maxLinks < 0 ? ParseLimits.MOST_LINKS : Math.min(maxLinks, ParseLimits.MOST_LINKS),
        CrawlerKeys.MAX_OUTLINK_LENGTH.get(conf),
        CrawlerKeys.PARSE_TEXT_MAX_CHARS.get(conf),
        timeout > 0 ? timeout * 1000L : Integer.MAX_VALUE,
        ParseKeys.DEPTH.get(conf),
        ParseKeys.OUTPUT.get(conf),
        new ProcessSettings(
            processes(conf),
            ParseKeys.HEAP.get(conf),
            ParseKeys.TEMPORARY_FILES.get(conf),
            ParseKeys.IDLE.get(conf) * 1000L));
  }

  /** On a cluster a task has one processor, and its memory is counted with that of its children. */
  static int processes(Configuration conf) {
    int set = ParseKeys.PROCESSES.get(conf);
    return set > 0 ? set : JobRunner.isLocal(conf) ? Runtime.getRuntime().availableProcessors() : 1;
  }

  static SitemapLimits sitemapLimits(Configuration conf) {
    return new SitemapLimits(
        CrawlerKeys.SITEMAP_MAX_BYTES.get(conf),
        CrawlerKeys.SITEMAP_MAX_URLS.get(conf),
        CrawlerKeys.MAX_OUTLINK_LENGTH.get(conf));
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    Queue<Pending> pending = new ArrayDeque<>();
    long bytes = 0;
    try (ParseWorkers<Task, Result> workers =
        new ParseWorkers<>(threads, limits.timeoutMillis(), this::newParser)) {
      while (context.nextKeyValue()) {
        context.getCounter(ParseCounter.READ).increment(1);
        Page page = page(context.getCurrentKey(), context.getCurrentValue());
        if (page == null) {
          context.getCounter(ParseCounter.NOT_FETCHED).increment(1);
          continue;
        }
        pending.add(new Pending(page, workers.submit(page.task())));
        bytes += page.bytes();
        while (pending.size() > AHEAD * threads
            || (bytes > MAX_BYTES_AHEAD && pending.size() > 1)) {
          bytes -= finish(pending.remove(), workers, context);
        }
      }
      while (!pending.isEmpty()) {
        finish(pending.remove(), workers, context);
      }
    }
    cleanup(context);
  }

  private ParseWorkers.Work<Task, Result> newParser() {
    // A normaliser of its own for each thread: it remembers the last base.
    PageParser pages = new PageParser(limits, agent);
    return new DocumentParser(pages, new SitemapReader(sitemapLimits, sitemapScope))::parse;
  }

  /** Copies what the record reader will overwrite; null for a document that was not fetched. */
  private static Page page(Text key, Content content) {
    Metadata meta = new Metadata();
    meta.addAll(content.getMetadata());
    String status = meta.get(Nutch.FETCH_STATUS_KEY);
    if (status != null && !status.equals(Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS))) {
      return null;
    }
    SitemapMark mark = SitemapMark.of(meta);
    // In parse_data it says that the document was a sitemap, not that it was to be read as one.
    meta.remove(MetadataKeys.SITEMAP);
    return new Page(new Text(key), meta, new Task(document(content, meta), mark));
  }

  private static PageParser.Document document(Content content, Metadata meta) {
    String header = Headers.first(meta, "Content-Type");
    return new PageParser.Document(
        content.getBaseUrl(),
        content.getContent(),
        header == null ? content.getContentType() : header,
        Headers.first(meta, "Content-Language"),
        Headers.all(meta, "X-Robots-Tag"));
  }

  /** Parses one page as the job does, in a worker of its own. */
  public static ParsedPage parse(Configuration conf, Content content)
      throws IOException, InterruptedException {
    ParseMapper mapper = new ParseMapper();
    mapper.configure(conf);
    try (ParseWorkers<Task, Result> workers =
        new ParseWorkers<>(1, mapper.limits.timeoutMillis(), mapper::newParser)) {
      Task task = new Task(document(content, content.getMetadata()), null);
      return workers.await(workers.submit(task), ParseMapper::failure).page();
    }
  }

  private long finish(Pending next, ParseWorkers<Task, Result> workers, Context context)
      throws IOException, InterruptedException {
    Page page = next.page();
    Result result = workers.await(next.ticket(), ParseMapper::failure);
    ParsedPage parsed = result.page();
    Sitemap sitemap = result.sitemap();
    if (sitemap != null) {
      context.getCounter(ParseCounter.SITEMAPS).increment(1);
      context.getCounter(ParseCounter.SITEMAP_URLS_DROPPED).increment(sitemap.dropped());
    }
    context.getCounter(counterOf(parsed.outcome())).increment(1);
    context.getCounter(ParseCounter.LINKS).increment(parsed.links().size());
    context.getCounter(ParseCounter.LINKS_DROPPED).increment(parsed.linksDropped());
    byte[] content = page.task().document().content();
    ParsedDocument document = ParsedDocument.of(parsed, page.meta(), content);
    context.write(page.url(), document.with(sitemap, page.task().mark()));
    context.progress();
    return page.bytes();
  }

  private static Result failure(Throwable thrown) {
    return new Result(
        thrown instanceof Deadline.Passed
            ? ParsedPage.failed(
                ParsedPage.Outcome.TIMEOUT,
                "took too long (" + Limit.TIME.setting() + ")",
                Map.of())
            : ParsedPage.failed(ParsedPage.Outcome.FAILED, Failures.describe(thrown), Map.of()),
        null);
  }

  private static ParseCounter counterOf(ParsedPage.Outcome outcome) {
    return switch (outcome) {
      case PARSED, REDIRECT -> ParseCounter.PARSED;
      case UNSUPPORTED -> ParseCounter.UNSUPPORTED;
      case INVALID -> ParseCounter.INVALID;
      case TIMEOUT -> ParseCounter.TIMEOUT;
      case OVER_LIMIT -> ParseCounter.OVER_LIMIT;
      case FAILED -> ParseCounter.FAILED;
    };
  }

  /**
   * Parses a document as the sitemap that it is marked to be, and otherwise, or if it is none, as a
   * page. For one thread.
   */
  static final class DocumentParser {
    private final PageParser pages;
    private final SitemapReader sitemaps;

    DocumentParser(PageParser pages, SitemapReader sitemaps) {
      this.pages = pages;
      this.sitemaps = sitemaps;
    }

    /**
     * A document.
     *
     * @param mark null for a page
     */
    record Task(PageParser.Document document, SitemapMark mark) {}

    /**
     * What was found.
     *
     * @param sitemap null for a page
     */
    record Result(ParsedPage page, Sitemap sitemap) {}

    Result parse(Task task, Deadline deadline) {
      PageParser.Document document = task.document();
      if (task.mark() != null) {
        Sitemap sitemap =
            sitemaps.read(document.url(), document.content(), task.mark().hosts(), deadline::check);
        if (sitemap.isSitemap()) {
          return new Result(page(sitemap), sitemap);
        }
      }
      return new Result(pages.parse(document, deadline), null);
    }

    /**
     * A sitemap in the place of a page: without text and links, so that neither index nor linkdb
     * nor graph has anything of it.
     */
    private static ParsedPage page(Sitemap sitemap) {
      Map<String, String> meta = new LinkedHashMap<>();
      meta.put(MetaNames.ROBOTS, "noindex,nofollow");
      meta.put(MetadataKeys.SITEMAP, sitemap.summary());
      return new ParsedPage(
          ParsedPage.Outcome.PARSED, "", "", "", List.of(), meta, false, null, 0, 0);
    }
  }
}
