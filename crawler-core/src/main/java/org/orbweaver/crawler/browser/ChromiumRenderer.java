package org.orbweaver.crawler.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.orbweaver.crawler.browser.RenderException.Kind;

/** Renders pages in Chromium, a browser at a time and each in its tabs. */
public final class ChromiumRenderer implements Renderer {
  private final BrowserSettings settings;
  private final Semaphore tabs;
  private final List<Browser> running = new ArrayList<>();
  private Browser current;
  private boolean isClosed;

  /** Makes one; a browser starts with the first page. */
  public ChromiumRenderer(BrowserSettings settings) {
    this.settings = settings;
    this.tabs = new Semaphore(settings.tabs(), true);
  }

  @Override
  public RenderedPage render(PageSource page, ResourceLoader loader)
      throws RenderException, InterruptedException {
    tabs.acquire();
    try {
      Browser browser = enter();
      try {
        return browser.render(page, loader);
      } finally {
        leave(browser);
      }
    } finally {
      tabs.release();
    }
  }

  private synchronized Browser enter() throws RenderException, InterruptedException {
    if (isClosed) {
      throw new RenderException(Kind.NO_BROWSER, "the renderer is closed");
    }
    if (current == null || current.isWorn()) {
      closeUnused();
      current = Browser.start(settings);
      running.add(current);
    }
    current.enter();
    return current;
  }

  private synchronized void leave(Browser browser) {
    browser.leave();
    if (browser.isWorn()) {
      closeUnused();
    }
  }

  /** Closes browsers that take no more pages and have none. */
  private void closeUnused() {
    running.removeIf(
        browser -> {
          boolean isDone = browser.isWorn() && browser.isUnused();
          if (isDone) {
            browser.close();
          }
          return isDone;
        });
  }

  /** Ends all browsers; pages that are in them fail. */
  @Override
  public synchronized void close() {
    isClosed = true;
    running.forEach(Browser::close);
    running.clear();
  }
}
