package org.orbweaver.crawler.browser;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.orbweaver.crawler.browser.RenderException.Kind;

/** A running browser with its tabs. */
final class Browser implements AutoCloseable {
  /** A document is escaped in its message, where each character has up to six bytes. */
  private static final int MESSAGE_FACTOR = 6;

  /** Times the memory at which a browser is replaced; then its largest process is killed. */
  private static final int RUNAWAY = 2;

  private static final int MIN_MESSAGE = 16 << 20;
  private static final int MAX_STARTS = 2;

  private final BrowserSettings settings;
  private final BrowserProcess process;
  private final DevTools devTools;
  private final Deque<Tab> idle = new ArrayDeque<>();
  private final CpuMeter cpu;
  private int pages;
  private int busy;
  private volatile boolean isWorn;

  private Browser(BrowserSettings settings, BrowserProcess process, DevTools devTools) {
    this.settings = settings;
    this.process = process;
    this.devTools = devTools;
    this.cpu = new CpuMeter(process::cpuMillis);
  }

  /** Starts one; another one if it ends at once, which happens now and then. */
  static Browser start(BrowserSettings settings) throws RenderException, InterruptedException {
    String complaint = "";
    for (int starts = 0; starts < MAX_STARTS; starts++) {
      BrowserProcess process = BrowserProcess.start(settings);
      try {
        return connect(settings, process);
      } catch (IOException e) {
        complaint = process.complaint();
        process.close();
      } catch (InterruptedException e) {
        process.close();
        throw e;
      }
    }
    throw new RenderException(
        Kind.NO_BROWSER, "the browser " + settings.executable() + " does not start: " + complaint);
  }

  private static Browser connect(BrowserSettings settings, BrowserProcess process)
      throws IOException, InterruptedException {
    int maxMessage =
        (int)
            Math.min(
                Integer.MAX_VALUE / 2,
                Math.max(MIN_MESSAGE, (long) MESSAGE_FACTOR * settings.maxHtmlBytes()));
    DevTools devTools = new DevTools(process.in(), process.out(), maxMessage);
    Tab.answer(devTools.send("", "Browser.getVersion", Map.of()));
    return new Browser(settings, process, devTools);
  }

  /** True if it takes no more pages. */
  boolean isWorn() {
    return isWorn || devTools.hasEnded() || !process.isAlive();
  }

  /** Takes a place in it. */
  synchronized void enter() {
    busy++;
    pages++;
    isWorn |= pages >= settings.pagesPerBrowser();
  }

  /** Gives a place back. */
  synchronized void leave() {
    busy--;
  }

  /** True if no page is in it. */
  synchronized boolean isUnused() {
    return busy == 0;
  }

  /** Renders a page in a free tab. */
  RenderedPage render(PageSource page, ResourceLoader loader)
      throws RenderException, InterruptedException {
    Tab tab = null;
    CpuMeter.Use use = cpu.begin();
    boolean isClean = false;
    try {
      synchronized (this) {
        tab = idle.poll();
      }
      if (tab == null) {
        tab = Tab.open(devTools);
      }
      RenderedPage rendered =
          new Rendering(tab, page, loader, settings, use::millis, this::guardMemory).run();
      isClean = rendered.ending() != RenderedPage.Ending.TIME && isReset(tab);
      return rendered;
    } catch (RenderException e) {
      throw e;
    } catch (IOException e) {
      throw new RenderException(Kind.CRASHED, "the browser does not react: " + e.getMessage());
    } finally {
      use.end();
      if (tab != null && isClean) {
        synchronized (this) {
          idle.push(tab);
        }
      } else if (tab != null) {
        tab.close();
      }
      isWorn |= process.memoryMb() > settings.maxMemoryMb();
    }
  }

  /** Empties a tab; false if it does not react, which costs the page nothing. */
  private static boolean isReset(Tab tab) throws InterruptedException {
    try {
      tab.reset();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends a page that takes memory for ever, beyond what its scripts' heap is limited to. */
  private void guardMemory() {
    if (process.memoryMb() > RUNAWAY * settings.maxMemoryMb()) {
      process.killLargest();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
