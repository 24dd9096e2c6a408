package org.orbweaver.crawler.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.browser.RenderException;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.fetch.ResourceFetch;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.render.RenderJob.RenderCounter;
import org.orbweaver.crawler.render.RenderKeys.RenderMode;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.url.Hosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renders the chosen pages of one part of a segment's content, several at a time. */
final class RenderMapper extends Mapper<Text, Content, NullWritable, NullWritable> {
  private static final Logger LOG = LoggerFactory.getLogger(RenderMapper.class);

  private Context context;
  private Configuration conf;
  private PageQueue queue;
  private ResourceFetch requests;
  private MapFile.Reader contents;
  private long cpuLimitMs;
  private final AtomicLong cpuMs = new AtomicLong();
  private final AtomicInteger rendered = new AtomicInteger();
  private volatile boolean hasNoBrowser;

  RenderMapper() {}

  @Override
  public void run(Context given) throws IOException, InterruptedException {
    context = given;
    conf = given.getConfiguration();
    queue = new PageQueue(RenderKeys.PAGES_PER_HOST.get(conf));
    cpuLimitMs = RenderKeys.CPU_SECONDS.get(conf) * 1000L / conf.getInt(RenderJob.TASKS, 1);
    Path split = ((FileSplit) given.getInputSplit()).getPath();
    Path part = split.getName().equals(MapFile.DATA_FILE_NAME) ? split.getParent() : split;
    try (MapFile.Reader reader = new MapFile.Reader(part, conf);
        ResourceFetch fetch = new ResourceFetch(given, part.getName())) {
      contents = reader;
      requests = fetch;
      Set<String> done = new HashSet<>();
      fetch.earlier(
          (url, record) -> {
            done.add(url);
            queue.rendered(Hosts.host(url));
            RenderOutcome.of(record).ifPresent(this::count);
          });
      if (!fetch.isFinished()) {
        findPages(done);
        if (queue.waiting() > 0) {
          render();
        }
        fetch.finish();
      }
      context.getCounter(RenderCounter.REQUESTS).increment(fetch.requests());
    }
  }

  /** Queues the pages of those parts of parse_data that have been made from this part. */
  private void findPages(Set<String> done) throws IOException {
    Path parsed = new Path(conf.get(RenderJob.PARSED));
    Sites sites = UrlKeys.sites(conf);
    RenderMode general = RenderKeys.RENDER.get(conf);
    for (Path part : Parts.of(parsed.getFileSystem(conf), parsed)) {
      try (PartReader<ParseData> pages = new PartReader<>(conf, part, ParseData.class)) {
        boolean isOwn = pages.next() && contents.get(pages.key(), new Content()) != null;
        for (boolean more = isOwn; more; more = pages.next()) {
          String url = pages.key().toString();
          RenderMode mode = RenderKeys.modeOf(url, sites, general);
          if (mode != RenderMode.NEVER && isHtml(pages.value()) && !done.contains(url)) {
            boolean isMarked = PageRenderer.isMarked(pages.value());
            queue.add(Hosts.host(url), url, isMarked, mode == RenderMode.ALWAYS);
          }
          context.progress();
        }
      }
    }
  }

  private static boolean isHtml(ParseData page) {
    String type = page.getContentMeta().get("Content-Type");
    boolean isPage =
        page.getStatus().isSuccess()
            && page.getParseMeta().get(MetaNames.NON_CONTENT) == null
            && page.getParseMeta().get(MetadataKeys.SITEMAP) == null;
    return isPage && (type == null || type.toLowerCase(Locale.ROOT).contains("html"));
  }

  private void render() throws IOException, InterruptedException {
    java.nio.file.Path folder = Files.createTempDirectory("orbweaver-browser-");
    int tabs = RenderKeys.TABS.get(conf);
    ExecutorService workers = Executors.newFixedThreadPool(tabs, UserThreads.named("render"));
    try (PageRenderer renderer = PageRenderer.of(conf, folder, requests)) {
      List<Future<Void>> ends = new ArrayList<>();
      for (int i = 0; i < tabs; i++) {
        ends.add(
            workers.submit(
                () -> {
                  work(renderer);
                  return null;
                }));
      }
      for (Future<Void> end : ends) {
        end.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } finally {
      workers.shutdownNow();
      Files.deleteIfExists(folder);
    }
  }

  private void work(PageRenderer renderer) throws IOException, InterruptedException {
    while (!hasNoBrowser && cpuMs.get() < cpuLimitMs) {
      requests.check();
      PageQueue.Chosen page = queue.next(this::known);
      if (page == null) {
        return;
      }
      Content content = content(page.url());
      if (content != null) {
        render(renderer, page, content);
      }
    }
  }

  private void render(PageRenderer renderer, PageQueue.Chosen page, Content content)
      throws IOException, InterruptedException {
    PageRenderer.Rendering rendering;
    try {
      rendering = renderer.render(content, page.why());
    } catch (RenderException e) {
      noBrowser(e);
      return;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.warn("{}: internal error; the page stays as it was fetched", page.url(), e);
      rendering = PageRenderer.Rendering.failed(page.why(), e);
    }
    // If requests have failed, it lacks answers that the next attempt gets.
    requests.check();
    long now = WallClock.clock().millis();
    requests.keep(page.url(), rendering.outcome().record(now), rendering.version());
    queue.learned(
        page,
        rendering.gain(),
        now,
        learned ->
            requests.note(HostRecords.renderKey(page.host()), RenderRecord.encode(learned, now)));
    count(rendering.outcome());
  }

  private synchronized void noBrowser(RenderException why) throws IOException {
    if (!hasNoBrowser) {
      LOG.warn("pages are not rendered: {}", why.getMessage());
      Path told = new Path(conf.get(RenderJob.WHY_NO_BROWSER));
      try (OutputStream out = told.getFileSystem(conf).create(told, true)) {
        out.write(why.getMessage().getBytes(UTF_8));
      }
      context.getCounter(RenderCounter.NO_BROWSER).increment(1);
      hasNoBrowser = true;
    }
  }

  private synchronized Content content(String url) throws IOException {
    Content content = new Content();
    return contents.get(new Text(url), content) != null
            && PageRenderer.isPage(content.getMetadata())
        ? content
        : null;
  }

  /** What is known of a host; a record that cannot be read counts as none. */
  private RenderLearning known(String host) throws IOException {
    try {
      return RenderRecord.decode(requests.hostRecord(HostRecords.renderKey(host)));
    } catch (IOException e) {
      LOG.warn("cannot read what rendering brought at {}; learning anew", host, e);
      return RenderRecord.decode(null);
    }
  }

  private synchronized void count(RenderOutcome outcome) {
    cpuMs.addAndGet(outcome.cpuMillis());
    context.getCounter(RenderCounter.RENDERED).increment(1);
    context.getCounter(RenderCounter.CPU_MS).increment(outcome.cpuMillis());
    if (outcome.result() != RenderOutcome.Result.NO_GAIN) {
      context.getCounter(RenderCounter.valueOf(outcome.result().name())).increment(1);
    }
    context.setStatus(
        String.format(
            Locale.ROOT,
            "%,d rendered, at most %s of %s left",
            rendered.incrementAndGet(),
            Count.of(queue.waiting(), "page"),
            Count.of(queue.hosts(), "host")));
  }
}
