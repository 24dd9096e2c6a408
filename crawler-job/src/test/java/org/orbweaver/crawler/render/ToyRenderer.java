package org.orbweaver.crawler.render;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.crawler.browser.PageSource;
import org.orbweaver.crawler.browser.RenderException;
import org.orbweaver.crawler.browser.RenderedPage;
import org.orbweaver.crawler.browser.RenderedPage.RequestMade;
import org.orbweaver.crawler.browser.Renderer;
import org.orbweaver.crawler.browser.ResourceAnswer;
import org.orbweaver.crawler.browser.ResourceLoader;
import org.orbweaver.crawler.browser.ResourceRequest;
import org.orbweaver.crawler.http.FetchedPage.Header;

/**
 * A renderer without a browser. Its scripts have a command on each line: {@code load URL} puts what
 * the URL answers into the page, {@code post URL BODY} what it answers to that body, sent with a
 * key in a header, {@code html HTML} puts that in, {@code crash} crashes it, {@code interrupt FILE}
 * interrupts the task unless the file exists, which it then makes. Another one is an error of the
 * crawler.
 */
public final class ToyRenderer implements Renderer {
  private static final Pattern SCRIPT = Pattern.compile("<script src=\"([^\"]+)\"></script>");

  /** The pages that were begun, in their order, by all renderers. */
  public static final List<String> BEGUN = new CopyOnWriteArrayList<>();

  /** For the configuration. */
  public ToyRenderer() {}

  @Override
  public RenderedPage render(PageSource page, ResourceLoader loader)
      throws RenderException, InterruptedException {
    BEGUN.add(page.url());
    List<RequestMade> made = new ArrayList<>();
    StringBuilder added = new StringBuilder();
    String html = new String(page.body(), StandardCharsets.UTF_8);
    Matcher scripts = SCRIPT.matcher(html);
    while (scripts.find()) {
      String script = load(page, scripts.group(1), ResourceRequest.Kind.SCRIPT, null, loader, made);
      for (String line : script.lines().toList()) {
        String[] words = line.split(" ", 2);
        switch (words[0]) {
          case "load" ->
              added.append(load(page, words[1], ResourceRequest.Kind.DATA, null, loader, made));
          case "post" -> {
            String[] target = words[1].split(" ", 2);
            ResourceRequest.Kind kind = ResourceRequest.Kind.DATA;
            added.append(load(page, target[0], kind, target[1], loader, made));
          }
          case "html" -> added.append(words[1]);
          case "interrupt" -> interruptOnce(new File(words[1]));
          case "crash" ->
              throw new RenderException(RenderException.Kind.CRASHED, "the browser crashed");
          default -> throw new IllegalArgumentException(line);
        }
      }
    }
    String rendered =
        scripts.replaceAll("").replace("<div id=\"root\"></div>", "<div id=\"root\">" + added)
            + "</div>";
    return new RenderedPage(page.url(), rendered, RenderedPage.Ending.QUIET, made, 10);
  }

  private static void interruptOnce(File mark) throws InterruptedException {
    try {
      if (mark.createNewFile()) {
        throw new InterruptedException("as a task that is killed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String load(
      PageSource page,
      String url,
      ResourceRequest.Kind kind,
      String body,
      ResourceLoader loader,
      List<RequestMade> made)
      throws InterruptedException {
    List<Header> headers = new ArrayList<>();
    headers.add(new Header("Accept", "*/*"));
    headers.add(new Header("Referer", page.url()));
    if (body != null) {
      headers.add(new Header("Content-Type", "application/json"));
      headers.add(new Header("X-Key", "k1"));
    }
    try {
      ResourceAnswer answer =
          loader.load(new ResourceRequest(page.url(), url, kind, headers, body)).get();
      if (answer instanceof ResourceAnswer.Loaded loaded) {
        made.add(new RequestMade(url, kind.name(), "" + loaded.answer().status()));
        return new String(loaded.answer().body(), StandardCharsets.UTF_8);
      }
      made.add(new RequestMade(url, kind.name(), ((ResourceAnswer.Refused) answer).why()));
      return "";
    } catch (ExecutionException e) {
      throw new IllegalStateException("a request must never fail exceptionally", e);
    }
  }

  @Override
  public void close() throws IOException {
    // There is no process.
  }
}
