package org.orbweaver.crawler.render;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.browser.BrowserSettings;
import org.orbweaver.crawler.browser.Chromium;
import org.orbweaver.crawler.browser.ChromiumRenderer;
import org.orbweaver.crawler.browser.PageSource;
import org.orbweaver.crawler.browser.RenderException;
import org.orbweaver.crawler.browser.RenderedPage;
import org.orbweaver.crawler.browser.RenderedPage.RequestMade;
import org.orbweaver.crawler.browser.Renderer;
import org.orbweaver.crawler.browser.ResourceLoader;
import org.orbweaver.crawler.fetch.FetchSettings;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.parse.ParseMapper;
import org.orbweaver.crawler.render.RenderOutcome.Result;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.usage.UsagePreferences;
import org.orbweaver.crawler.usage.UsageStatement;

/**
 * Renders a fetched page, and compares its rendered version with it as parse sees them. Safe for
 * use by many threads.
 *
 * <p>The rendered version has the fetched page's headers and facts. What the fetched page said
 * about robots and its use is added to them, so that a script can make that stricter, but lift
 * nothing.
 */
public final class PageRenderer implements AutoCloseable {
  private static final int OK = 200;
  private static final String HTML = "text/html";
  private static final String SCRIPT = "script";
  private static final String ROBOTS_TAG = "X-Robots-Tag";

  /** Headers that are about the bytes as they were sent. */
  private static final Set<String> OF_BYTES =
      Set.of("content-type", "content-length", "content-encoding", "transfer-encoding");

  private final Renderer renderer;
  private final ResourceLoader loader;
  private final ParseMapper.Documents documents;

  /**
   * The result for a page.
   *
   * @param made requests of the page
   * @param version null unless it takes the page's place
   * @param fetched the page as it was, parsed; null if the crawler failed
   * @param rendered its rendered version, parsed; null if rendering failed
   */
  public record Rendering(
      RenderOutcome outcome,
      Gain gain,
      List<RequestMade> made,
      Content version,
      ParsedPage fetched,
      ParsedPage rendered) {
    /** The result for a page at which the crawler itself failed. */
    static Rendering failed(String why, Throwable error) {
      RenderOutcome outcome = new RenderOutcome(Result.FAILED, 0, 0, why, Failure.reason(error));
      return new Rendering(outcome, Gain.NONE, List.of(), null, null, null);
    }
  }

  private PageRenderer(Renderer renderer, ResourceLoader loader, Configuration conf) {
    this.renderer = renderer;
    this.loader = loader;
    this.documents = new ParseMapper.Documents(conf);
  }

  /**
   * Looks for the browser of the settings.
   *
   * @throws OrbException (failed) if there is none, or it may not run
   */
  public static void requireBrowser(Configuration conf) {
    try {
      if (conf.getClass(RenderJob.RENDERER, null) == null) {
        Chromium.usable(RenderKeys.BROWSER.get(conf), RenderKeys.SANDBOX.get(conf));
      }
    } catch (RenderException e) {
      throw OrbException.failed(e.getMessage());
    }
  }

  /**
   * A renderer of pages in the browser of the settings.
   *
   * @param folder for the browser's files, which are removed in the end
   */
  public static PageRenderer of(Configuration conf, Path folder, ResourceLoader loader) {
    Class<?> other = conf.getClass(RenderJob.RENDERER, null);
    Renderer renderer =
        other == null
            ? new ChromiumRenderer(
                new BrowserSettings(
                    RenderKeys.BROWSER.get(conf),
                    folder,
                    RenderKeys.SANDBOX.get(conf),
                    FetchSettings.userAgent(conf),
                    RenderKeys.TABS.get(conf),
                    RenderKeys.PAGES_PER_BROWSER.get(conf),
                    RenderKeys.MEMORY.get(conf),
                    Duration.ofMillis(RenderKeys.TIME.get(conf)),
                    RenderKeys.REQUESTS.get(conf),
                    RenderKeys.HTML_BYTES.get(conf),
                    RenderKeys.POST.get(conf)))
            : (Renderer) ReflectionUtils.newInstance(other, conf);
    return new PageRenderer(renderer, loader, conf);
  }

  /**
   * Renders a page.
   *
   * @param why it is rendered, for its outcome
   * @throws RenderException if there is no browser, so that no page can be rendered
   */
  public Rendering render(Content page, String why) throws IOException, InterruptedException {
    ParsedPage fetched = documents.parse(copy(page));
    RenderedPage rendered;
    try {
      rendered = renderer.render(source(page), loader);
    } catch (RenderException e) {
      if (e.kind() == RenderException.Kind.NO_BROWSER) {
        throw e;
      }
      Result result = Result.valueOf(e.kind().name());
      return new Rendering(
          new RenderOutcome(result, 0, 0, why, e.getMessage()),
          Gain.NONE,
          List.of(),
          null,
          fetched,
          null);
    }
    Content version = version(page, rendered, fetched);
    ParsedPage parsed = documents.parse(copy(version));
    boolean isContent = parsed.parsed() && parsed.nonContent().isEmpty();
    Gain gain =
        isContent ? Gain.of(text(fetched), links(fetched), text(parsed), links(parsed)) : Gain.NONE;
    boolean gains = gain.bringsMore();
    String detail = isContent ? gain.toString() : "its rendered version is no page with text";
    RenderOutcome outcome =
        new RenderOutcome(
            gains ? Result.GAINED : Result.NO_GAIN,
            rendered.requests().size(),
            rendered.cpuMillis(),
            why,
            rendered.ending() == RenderedPage.Ending.QUIET
                ? detail
                : detail + ", though it did not get quiet");
    version.getMetadata().set(MetadataKeys.RENDERED, outcome.encode());
    return new Rendering(
        outcome, gain, rendered.requests(), gains ? version : null, fetched, parsed);
  }

  private static String text(ParsedPage page) {
    return page.parsed() ? MainContent.of(page.text(), page.meta().get(MetaNames.MAIN)) : "";
  }

  private static List<String> links(ParsedPage page) {
    return page.links().stream().map(PageLink::url).toList();
  }

  private static PageSource source(Content page) {
    List<Header> headers = new ArrayList<>();
    Metadata metadata = page.getMetadata();
    for (String name : metadata.names()) {
      // The crawler's own facts have names without capitals.
      if (isHeader(name)) {
        for (String value : metadata.getValues(name)) {
          headers.add(new Header(name, value));
        }
      }
    }
    return new PageSource(page.getUrl(), OK, headers, page.getContent());
  }

  private static boolean isHeader(String name) {
    return !name.isEmpty() && Character.isUpperCase(name.charAt(0));
  }

  private static Content version(Content page, RenderedPage rendered, ParsedPage fetched)
      throws IOException {
    boolean isHere = Hosts.origin(rendered.url()).equals(Hosts.origin(page.getUrl()));
    Content version =
        Records.content(page.getUrl(), isHere ? rendered.url() : page.getBaseUrl(), HTML);
    version.setContent(rendered.html().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    Metadata metadata = version.getMetadata();
    for (String name : page.getMetadata().names()) {
      if (!OF_BYTES.contains(name.toLowerCase(java.util.Locale.ROOT))
          && !name.equals(Nutch.SIGNATURE_KEY)) {
        Arrays.stream(page.getMetadata().getValues(name)).forEach(one -> metadata.add(name, one));
      }
    }
    metadata.set("Content-Type", HTML + "; charset=utf-8");
    String robots = fetched.meta().getOrDefault(MetaNames.ROBOTS, "");
    if (!robots.isEmpty()) {
      metadata.add(ROBOTS_TAG, robots);
    }
    String usage = fetched.meta().getOrDefault(MetaNames.USAGE_STATEMENTS, "");
    UsagePreferences.decode(usage).statements().stream()
        .map(UsageStatement::encode)
        .filter(said -> !List.of(metadata.getValues(MetadataKeys.USAGE)).contains(said))
        .forEach(said -> metadata.add(MetadataKeys.USAGE, said));
    return version;
  }

  /** Parsing changes a content's metadata. */
  private static Content copy(Content content) throws IOException {
    byte[] bytes = Records.bytes(content);
    try (DataInputBuffer in = new DataInputBuffer()) {
      in.reset(bytes, bytes.length);
      return Content.read(in);
    }
  }

  /** Whether parse marked a page as made by scripts. */
  public static boolean isMarked(ParseData page) {
    String unreached = page.getParseMeta().get(MetaNames.UNREACHED);
    return unreached != null && List.of(unreached.split(" ", -1)).contains(SCRIPT);
  }

  /** Whether a record says that its page was fetched and is no redirect. */
  static boolean isPage(Metadata content) {
    String status = content.get(Nutch.FETCH_STATUS_KEY);
    return status == null || status.equals(Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS));
  }

  @Override
  public void close() throws IOException {
    try {
      renderer.close();
    } finally {
      documents.close();
    }
  }
}
