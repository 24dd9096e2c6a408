package org.orbweaver.crawler.parse;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Parses a segment's content in several threads. Documents are handed to the workers as they are
 * read and their results taken in the same order, so the output is sorted as the input is.
 */
public final class ParseMapper extends Mapper<Text, Content, Text, ParsedDocument> {

  /** Documents on their way for each thread: enough that none waits for a slow one at the head. */
  private static final int AHEAD = 8;

  /** Bytes of documents on their way, at most, beside the one at the head. */
  private static final long MAX_BYTES_AHEAD = 64L << 20;

  private record Page(Text url, Metadata meta, PageParser.Document document) {}

  private record Pending(Page page, ParseWorkers.Ticket<PageParser.Document, ParsedPage> ticket) {}

  private ParseLimits limits;
  private String agent;
  private int threads;

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    limits = limits(conf);
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
        timeout > 0 ? timeout * 1000L : Integer.MAX_VALUE);
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    Queue<Pending> pending = new ArrayDeque<>();
    long bytes = 0;
    try (ParseWorkers<PageParser.Document, ParsedPage> workers =
        new ParseWorkers<>(threads, limits.timeoutMillis(), this::newParser)) {
      while (context.nextKeyValue()) {
        context.getCounter(ParseCounter.READ).increment(1);
        Page page = page(context.getCurrentKey(), context.getCurrentValue());
        if (page == null) {
          context.getCounter(ParseCounter.NOT_FETCHED).increment(1);
          continue;
        }
        pending.add(new Pending(page, workers.submit(page.document())));
        bytes += page.document().content().length;
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

  private ParseWorkers.Work<PageParser.Document, ParsedPage> newParser() {
    // A normaliser of its own for each thread: it remembers the last base.
    PageParser parser = new PageParser(limits, new UrlNormalizer()::resolve, agent);
    return parser::parse;
  }

  /** Copies what the record reader will overwrite; null for a document that was not fetched. */
  private static Page page(Text key, Content content) {
    Metadata meta = new Metadata();
    meta.addAll(content.getMetadata());
    String status = meta.get(Nutch.FETCH_STATUS_KEY);
    if (status != null && !status.equals(Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS))) {
      return null;
    }
    String header = Headers.first(meta, "Content-Type");
    return new Page(
        new Text(key),
        meta,
        new PageParser.Document(
            content.getBaseUrl(),
            content.getContent(),
            header == null ? content.getContentType() : header,
            Headers.first(meta, "Content-Language"),
            Headers.all(meta, "X-Robots-Tag")));
  }

  private long finish(
      Pending next, ParseWorkers<PageParser.Document, ParsedPage> workers, Context context)
      throws IOException, InterruptedException {
    Page page = next.page();
    ParsedPage parsed = workers.await(next.ticket(), ParseMapper::failure);
    context.getCounter(counterOf(parsed.outcome())).increment(1);
    context.getCounter(ParseCounter.LINKS).increment(parsed.links().size());
    context.getCounter(ParseCounter.LINKS_DROPPED).increment(parsed.linksDropped());
    context.write(page.url(), ParsedDocument.of(parsed, page.meta(), page.document().content()));
    context.progress();
    return page.document().content().length;
  }

  private static ParsedPage failure(Throwable thrown) {
    return thrown instanceof Deadline.Passed
        ? ParsedPage.failed(ParsedPage.Outcome.TIMEOUT, "took too long", java.util.Map.of())
        : ParsedPage.failed(
            ParsedPage.Outcome.FAILED, TikaDocumentParser.describe(thrown), java.util.Map.of());
  }

  private static ParseCounter counterOf(ParsedPage.Outcome outcome) {
    return switch (outcome) {
      case PARSED, REDIRECT -> ParseCounter.PARSED;
      case UNSUPPORTED -> ParseCounter.UNSUPPORTED;
      case INVALID -> ParseCounter.INVALID;
      case TIMEOUT -> ParseCounter.TIMEOUT;
      case FAILED -> ParseCounter.FAILED;
    };
  }
}
