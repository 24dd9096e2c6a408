package org.orbweaver.crawler.why;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.browser.RenderedPage;
import org.orbweaver.crawler.fetch.TrialFetch;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.render.PageRenderer;
import org.orbweaver.crawler.render.RenderOutcome;

/** What {@code orb try --render} shows: what a page's scripts bring, and each of their requests. */
final class RenderTrial {
  private final Configuration conf;
  private final UrlHistory history;
  private final Console console;

  RenderTrial(Configuration conf, UrlHistory history, Console console) {
    this.conf = conf;
    this.history = history;
    this.console = console;
  }

  /** Renders a fetched page; returns the version that a crawl would take. */
  ParsedPage render(Content page) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("orbweaver-browser-");
    PageRenderer.Rendering rendering;
    try (TrialFetch requests =
            TrialFetch.resources(
                conf, next -> console.info("requesting for the page " + Console.safe(next)));
        PageRenderer renderer = PageRenderer.of(conf, folder, requests)) {
      rendering = renderer.render(page, "asked for");
    } finally {
      Files.deleteIfExists(folder);
    }
    RenderOutcome outcome = rendering.outcome();
    history
        .add("render", outcome.toString())
        .with("result", outcome.result().word())
        .with("cpuMillis", outcome.cpuMillis())
        .with("requests", outcome.requests());
    for (RenderedPage.RequestMade made : rendering.made()) {
      history
          .add("render", made.kind() + " " + made.url() + ": " + made.outcome())
          .with("url", made.url())
          .with("kind", made.kind())
          .with("outcome", made.outcome());
    }
    if (rendering.rendered() == null) {
      return rendering.fetched();
    }
    texts("fetched", rendering.fetched());
    texts("rendered", rendering.rendered());
    boolean isTaken = outcome.result() == RenderOutcome.Result.GAINED;
    return isTaken ? rendering.rendered() : rendering.fetched();
  }

  private void texts(String version, ParsedPage page) {
    String begin = page.text().isBlank() ? "" : "; " + TryCommand.begins(page.text());
    history
        .add(
            "render",
            version
                + ": "
                + Count.of(page.text().length(), "character")
                + " of text, "
                + Count.of(page.links().size(), "link")
                + begin)
        .with("version", version)
        .with("textChars", page.text().length())
        .with("links", page.links().stream().map(PageLink::url).toList());
  }
}
