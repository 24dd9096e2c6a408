package org.orbweaver.crawler.parse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.duplicate.Sketch;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.RobotsDirectives;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.page.document.Deadline;
import org.orbweaver.crawler.page.document.Failures;
import org.orbweaver.crawler.page.document.Limit;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.page.document.ProcessSettings;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.page.noncontent.UnknownPage;
import org.orbweaver.crawler.page.spam.SpamSignals;
import org.orbweaver.crawler.parse.ParsePhase.ParseJob.ParseCounter;
import org.orbweaver.crawler.sitemap.Sitemap;
import org.orbweaver.crawler.sitemap.SitemapLimits;
import org.orbweaver.crawler.sitemap.SitemapReader;
import org.orbweaver.crawler.sitemap.SitemapScope;
import org.orbweaver.crawler.topic.TopicModel;
import org.orbweaver.crawler.topics.TopicsPhase;
import org.orbweaver.crawler.usage.UsagePreferences;
import org.orbweaver.crawler.usage.UsageStatement;
import org.orbweaver.plugin.Plugin;

/**
 * Parses a segment's content in several threads. It hands documents to the workers as they are read
 * and takes the results in the same order, so the output is sorted as the input is.
 */
public final class ParseMapper extends Mapper<Text, Content, Text, ParsedDocument> {

  /**
   * The most documents in progress for each thread: enough that no thread idles behind a slow one
   * at the head.
   */
  private static final int AHEAD = 8;

  /** The most bytes of documents in progress, besides the one at the head. */
  private static final long MAX_BYTES_AHEAD = 64L << 20;

  /**
   * The bytes that a sitemap counts besides its own: it may be compressed, and its entries wait,
   * too.
   */
  private static final long SITEMAP_BYTES = 16L << 20;

  private static final String MARKDOWN = "orbweaver.internal.parse.markdown";

  /**
   * A document in progress.
   *
   * @param mark of a document that is to be read as a sitemap; null for a page
   */
  record Page(Text url, Metadata meta, PageParser.Document document, SitemapMark mark) {
    long bytes() {
      return document.content().length + (mark == null ? 0 : SITEMAP_BYTES);
    }
  }

  /**
   * The result of parsing a document.
   *
   * @param sitemap null for a page that is no feed
   */
  record ParsedContent(ParsedPage page, Sitemap sitemap) {}

  private ParseLimits limits;
  private SitemapLimits sitemapLimits;
  private SitemapScope sitemapScope;
  private Configuration conf;
  private String agent;
  private ContentSettings content;
  private TopicModel topics;
  private int threads;
  private final RecordFaults faults = new RecordFaults(ParseMapper.class);

  @Override
  protected void setup(Context context) {
    configure(context.getConfiguration());
  }

  private void configure(Configuration conf) {
    limits = limits(conf);
    content = ContentRules.of(conf);
    sitemapLimits = sitemapLimits(conf);
    sitemapScope = CrawlerKeys.SITEMAP_SCOPE.get(conf);
    this.conf = conf;
    agent = CrawlerKeys.AGENT_NAME.get(conf).toLowerCase(Locale.ROOT);
    topics = TopicsPhase.readModel(CrawlerKeys.PARSE_TOPICS.get(conf), conf);
    int wanted = CrawlerKeys.PARSE_THREADS.get(conf);
    threads = wanted > 0 ? wanted : Runtime.getRuntime().availableProcessors();
  }

  private static ParseLimits limits(Configuration conf) {
    int maxLinks = CrawlerKeys.MAX_OUTLINKS.get(conf);
    int timeout = CrawlerKeys.PARSE_TIMEOUT.get(conf);
    return new ParseLimits(
        maxLinks < 0 ? ParseLimits.MOST_LINKS : Math.min(maxLinks, ParseLimits.MOST_LINKS),
        CrawlerKeys.MAX_OUTLINK_LENGTH.get(conf),
        CrawlerKeys.PARSE_TEXT_MAX_CHARS.get(conf),
        timeout > 0 ? timeout * 1000L : Integer.MAX_VALUE,
        new ParseLimits.DocumentLimits(
            ParseKeys.DEPTH.get(conf),
            ParseKeys.MEMBERS.get(conf),
            ParseKeys.UNPACKED.get(conf),
            ParseKeys.OUTPUT.get(conf)),
        new ProcessSettings(
            processes(conf),
            ParseKeys.HEAP.get(conf),
            ParseKeys.TEMPORARY_FILES.get(conf),
            ProcessSettings.DEFAULT_IDLE_MILLIS,
            Plugins.source(conf)));
  }

  /** On a cluster a task has one processor, and its memory includes that of its children. */
  static int processes(Configuration conf) {
    int set = ParseKeys.PROCESSES.get(conf);
    return set > 0 ? set : JobRunner.isLocal(conf) ? Runtime.getRuntime().availableProcessors() : 1;
  }

  private static SitemapLimits sitemapLimits(Configuration conf) {
    return SitemapLimits.ofProtocol(CrawlerKeys.MAX_OUTLINK_LENGTH.get(conf));
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    Queue<ParseWorkers.Ticket<Page, ParsedContent>> pending = new ArrayDeque<>();
    long bytes = 0;
    try (ParseWorkers<Page, ParsedContent> workers = workers(threads);
        RenderedVersions rendered = new RenderedVersions(conf)) {
      while (context.nextKeyValue()) {
        context.getCounter(ParseCounter.READ).increment(1);
        Text url = context.getCurrentKey();
        Page page = page(url, rendered.versionOf(url, context.getCurrentValue()), context);
        if (page == null) {
          context.getCounter(ParseCounter.NOT_FETCHED).increment(1);
          continue;
        }
        pending.add(workers.submit(page));
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

  private ParseWorkers<Page, ParsedContent> workers(int number) {
    return new ParseWorkers<>(
        number,
        limits.timeoutMillis(),
        () -> {
          PageParser pages =
              new PageParser(
                  limits,
                  agent,
                  UrlRules.normalizer(conf),
                  content,
                  topics,
                  Plugins.all(conf, Plugin::pageFilters));
          if (conf.getBoolean(MARKDOWN, false)) {
            pages.withMarkdown();
          }
          SitemapReader sitemaps =
              new SitemapReader(sitemapLimits, sitemapScope, UrlRules.ofWeb(conf));
          return (page, deadline) -> parse(page, pages, sitemaps, deadline);
        });
  }

  /**
   * Parses a document as the sitemap that it is marked to be; if it is none, or has no mark, as a
   * page.
   */
  private static ParsedContent parse(
      Page page, PageParser pages, SitemapReader sitemaps, Deadline deadline) {
    PageParser.Document document = page.document();
    if (page.mark() != null) {
      Sitemap sitemap =
          sitemaps.read(document.url(), document.content(), page.mark().hosts(), deadline::check);
      if (sitemap.isSitemap()) {
        return new ParsedContent(withoutText(sitemap), sitemap);
      }
    }
    ParsedPage found = withDigests(content(page, pages.parse(document, deadline)));
    // A feed is a page that also has the times when its entries changed.
    return new ParsedContent(
        found,
        found.isFeed() && found.outlinks().follow()
            ? sitemaps.read(document.url(), document.content(), Set.of(), deadline::check)
            : null);
  }

  /**
   * Adds a sketch of the main content, for near-duplicates, and a digest of the text, from which an
   * incremental build of the index notices that another parser extracted another text.
   */
  private static ParsedPage withDigests(ParsedPage page) {
    if (page.parsed() && page.nonContent().isEmpty()) {
      page.meta()
          .put(
              MetadataKeys.TEXT_DIGEST,
              MD5Hash.digest(page.text().getBytes(StandardCharsets.UTF_8)).toString());
      Sketch.of(MainContent.of(page.text(), page.meta().get(MetaNames.MAIN)))
          .map(sketch -> Base64.getEncoder().encodeToString(sketch.toBytes()))
          .ifPresent(text -> page.meta().put(MetadataKeys.SKETCH, text));
    }
    return page;
  }

  /**
   * A sitemap in place of a page: without text and links, so that it adds nothing to index, linkdb
   * and graph.
   */
  private static ParsedPage withoutText(Sitemap sitemap) {
    Map<String, String> meta = new LinkedHashMap<>();
    meta.put(MetaNames.ROBOTS, "noindex,nofollow");
    meta.put(MetadataKeys.SITEMAP, sitemap.summary());
    return ParsedPage.of("", "", new ParsedPage.Outlinks(List.of(), false, 0), meta);
  }

  /** The current document; null for one that was not fetched, or cannot be read. */
  private Page page(Text url, Content content, Context context)
      throws IOException, InterruptedException {
    try {
      return page(url, content);
    } catch (RuntimeException | StackOverflowError e) {
      if (!faults.isRecords(url, e, context)) {
        throw e;
      }
      return null;
    }
  }

  /**
   * Copies the data that the record reader will overwrite; null for a document that was not
   * fetched.
   */
  private static Page page(Text key, Content content) {
    Metadata meta = new Metadata();
    meta.addAll(content.getMetadata());
    String status = meta.get(Nutch.FETCH_STATUS_KEY);
    if (status != null && !status.equals(Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS))) {
      return null;
    }
    SitemapMark mark = SitemapMark.of(meta);
    // In parse_data the key means that the document was a sitemap, not that it should be read as
    // one.
    meta.remove(MetadataKeys.SITEMAP);
    return new Page(new Text(key), meta, document(content, meta), mark);
  }

  private static PageParser.Document document(Content content, Metadata meta) {
    List<String> types = headers(meta, "Content-Type");
    List<String> dispositions = headers(meta, "Content-Disposition");
    List<String> languages = headers(meta, "Content-Language");
    return new PageParser.Document(
        content.getBaseUrl(),
        content.getContent(),
        types.isEmpty() ? content.getContentType() : types.get(0),
        languages.isEmpty() ? null : languages.get(0),
        headers(meta, "X-Robots-Tag"),
        dispositions.isEmpty() ? null : dispositions.get(0),
        headers(meta, "Link"),
        name -> headers(meta, name));
  }

  /** The values of a header, whose name is in any case; those of the usual case first. */
  private static List<String> headers(Metadata metadata, String name) {
    List<String> values = new ArrayList<>(List.of(metadata.getValues(name)));
    for (String other : metadata.names()) {
      if (other.equalsIgnoreCase(name) && !other.equals(name)) {
        values.addAll(List.of(metadata.getValues(other)));
      }
    }
    return values;
  }

  /** A configuration by which pages also get {@link MetaNames#MARKDOWN}; not for the job. */
  public static Configuration withMarkdown(Configuration conf) {
    Configuration own = new Configuration(conf);
    own.setBoolean(MARKDOWN, true);
    return own;
  }

  /** Parses one page as the job does, in a worker of its own. */
  public static ParsedPage parse(Configuration conf, Content content) throws InterruptedException {
    try (Documents documents = new Documents(conf)) {
      return documents.parse(content);
    }
  }

  /** Documents outside of the job, parsed as the job parses its own. */
  public static final class Documents implements AutoCloseable {
    private final ParseMapper mapper = new ParseMapper();
    private final ParseWorkers<Page, ParsedContent> workers;

    /** Begins; the threads that parse end with {@link #close}. */
    public Documents(Configuration conf) {
      mapper.configure(conf);
      workers = mapper.workers(mapper.threads);
    }

    /** Parses fetched content; what its metadata says of the page's use becomes the page's. */
    public ParsedPage parse(Content content) throws InterruptedException {
      return await(submit(document(content, content.getMetadata()), content.getMetadata()));
    }

    /** Hands a document in; {@link #await} waits for its result. */
    ParseWorkers.Ticket<Page, ParsedContent> submit(PageParser.Document document) {
      return submit(document, new Metadata());
    }

    private ParseWorkers.Ticket<Page, ParsedContent> submit(
        PageParser.Document document, Metadata meta) {
      return workers.submit(new Page(null, meta, document, null));
    }

    ParsedPage await(ParseWorkers.Ticket<Page, ParsedContent> ticket) throws InterruptedException {
      ParsedPage page = mapper.await(ticket, workers).page();
      addUsage(ticket.input().meta(), page.meta());
      return page;
    }

    @Override
    public void close() {
      workers.close();
    }
  }

  /**
   * Combines the statements on the page's use: those at its fetch, in headers and in the page
   * itself.
   *
   * @param content metadata of the content, from which the host's statements are moved to the
   *     page's
   */
  private static void addUsage(Metadata content, Map<String, String> page) {
    List<UsageStatement> ofHost =
        Stream.of(content.getValues(MetadataKeys.USAGE))
            .flatMap(encoded -> UsageStatement.decode(encoded).stream())
            .toList();
    content.remove(MetadataKeys.USAGE);
    String robots = page.getOrDefault(MetaNames.ROBOTS, "");
    UsagePreferences usage =
        UsagePreferences.of(
            ofHost, name -> headers(content, name), page::remove, List.of(robots.split(",", -1)));
    if (!usage.statements().isEmpty()) {
      page.put(MetaNames.USAGE, usage.words());
      page.put(MetaNames.USAGE_STATEMENTS, usage.encode());
    }
  }

  /** The page as parsed, marked as a soft 404 if it matches its host's answer to unknown paths. */
  private static ParsedPage content(Page page, ParsedPage parsed) {
    String unknown = page.meta().get(MetadataKeys.UNKNOWN_PAGE);
    boolean soft404 =
        parsed.parsed()
            && parsed.nonContent().isEmpty()
            && UnknownPage.decode(unknown)
                .filter(
                    shown -> shown.matches(page.document().url(), parsed.title(), parsed.text()))
                .isPresent();
    return soft404 ? parsed.asNonContent(NonContent.SOFT_404) : parsed;
  }

  private long finish(
      ParseWorkers.Ticket<Page, ParsedContent> next,
      ParseWorkers<Page, ParsedContent> workers,
      Context context)
      throws IOException, InterruptedException {
    Page page = next.input();
    ParsedContent result = await(next, workers);
    ParsedPage parsed = result.page();
    Sitemap sitemap = result.sitemap();
    if (sitemap != null && page.mark() != null) {
      context.getCounter(ParseCounter.SITEMAPS).increment(1);
      context.getCounter(ParseCounter.SITEMAP_URLS_DROPPED).increment(sitemap.dropped());
    }
    context.getCounter(counterOf(parsed.outcome())).increment(1);
    for (String barrier : parsed.meta().getOrDefault(MetaNames.UNREACHED, "").split(" ", -1)) {
      if (!barrier.isEmpty()) {
        context.getCounter(ParseCounter.behind(barrier)).increment(1);
      }
    }
    if (SpamSignals.hasPrompt(parsed.meta().getOrDefault(MetaNames.SPAM, ""))) {
      context.getCounter(ParseCounter.HIDDEN_PROMPTS).increment(1);
    }
    if (parsed.meta().containsKey(MetaNames.PLUGIN_FAILURES)) {
      context.getCounter(ParseCounter.FILTER_FAILED).increment(1);
    }
    context.getCounter(ParseCounter.LINKS).increment(parsed.links().size());
    context.getCounter(ParseCounter.LINKS_DROPPED).increment(parsed.outlinks().dropped());
    try {
      // Not by the worker: owners also have wishes about a page at which it failed.
      addUsage(page.meta(), parsed.meta());
      ParsedDocument document = ParsedDocument.of(parsed, page.meta(), page.document().content());
      context.write(page.url(), document.with(sitemap, page.mark()));
    } catch (RuntimeException | StackOverflowError e) {
      if (!faults.isRecords(page.url(), e, context)) {
        throw e;
      }
    }
    context.progress();
    return page.bytes();
  }

  private ParsedContent await(
      ParseWorkers.Ticket<Page, ParsedContent> ticket, ParseWorkers<Page, ParsedContent> workers)
      throws InterruptedException {
    return workers.await(ticket, thrown -> failure(ticket.input().document(), thrown));
  }

  private ParsedContent failure(PageParser.Document document, Throwable thrown) {
    boolean late = thrown instanceof Deadline.Passed;
    Map<String, String> meta = new LinkedHashMap<>();
    String robots = RobotsDirectives.ofHeaders(agent, document.robotsTags()).toString();
    if (!robots.isEmpty()) {
      meta.put(MetaNames.ROBOTS, robots);
    }
    return new ParsedContent(
        ParsedPage.failed(
            late ? ParsedPage.Outcome.TIMEOUT : ParsedPage.Outcome.FAILED,
            late
                ? thrown.getMessage() + " (" + Limit.TIME.setting() + ")"
                : Failures.describe(thrown),
            meta),
        null);
  }

  private static ParseCounter counterOf(ParsedPage.Outcome outcome) {
    return outcome == ParsedPage.Outcome.REDIRECT
        ? ParseCounter.PARSED
        : ParseCounter.valueOf(outcome.name());
  }
}
