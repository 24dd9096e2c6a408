package org.orbweaver.crawler.browser;

import java.io.IOException;

/**
 * Renders pages. Safe for use by many threads: each call takes a free tab, or waits for one. A
 * browser is started with the first page, and replaced when it is used up, too large, or gone.
 */
public interface Renderer extends AutoCloseable {
  /**
   * Renders a page.
   *
   * @throws RenderException if that fails, whatever the page does
   */
  RenderedPage render(PageSource page, ResourceLoader loader)
      throws RenderException, InterruptedException;

  /** Ends the browser and removes its folder. */
  @Override
  void close() throws IOException;
}
