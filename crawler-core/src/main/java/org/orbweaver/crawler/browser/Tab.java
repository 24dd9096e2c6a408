package org.orbweaver.crawler.browser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * A tab with a browser context of its own: cookies and storage are its alone, in memory. It renders
 * one page after the other, and is emptied between them.
 */
final class Tab {
  /** Long lists are in view from the beginning, without scrolling. */
  private static final int WIDTH = 1280;

  private static final int HEIGHT = 4000;
  private static final long PATIENCE_SECONDS = 20;
  private static final long HANDLER_SECONDS = 1;
  private static final String BLANK = "about:blank";

  /** A process or worker that is not told to run never begins to. */
  private static final Map<String, Boolean> ATTACH =
      Map.of("autoAttach", true, "waitForDebuggerOnStart", true, "flatten", true);

  /**
   * Runs in each document before its own scripts. Closed shadow trees are opened, because a script
   * beside the page sees only open ones.
   */
  private static final String BEFORE_SCRIPTS =
      """
      (() => {
        const attach = Element.prototype.attachShadow;
        Element.prototype.attachShadow = function attachShadow(init) {
          return attach.call(this, {...init, mode: 'open'});
        };
        for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) {
          delete window[name];
        }
        if (window.ServiceWorkerContainer) {
          ServiceWorkerContainer.prototype.register = function register() {
            return Promise.reject(new DOMException('off', 'SecurityError'));
          };
        }
        if (window === window.top) window.name = '';
      })();
      """;

  /** Defines what is asked of a page; see there. */
  static final String PAGE_SCRIPT = resource("page.js");

  private final DevTools devTools;
  private final String context;
  private final String target;
  private final String session;

  private Tab(DevTools devTools, String context, String target, String session) {
    this.devTools = devTools;
    this.context = context;
    this.target = target;
    this.session = session;
  }

  /** Opens a tab; nothing can be requested in it but by interception. */
  static Tab open(DevTools devTools) throws IOException, InterruptedException {
    String context =
        Json.string(
            answer(
                devTools.send("", "Target.createBrowserContext", Map.of("disposeOnDetach", true))),
            "browserContextId");
    String target =
        Json.string(
            answer(
                devTools.send(
                    "",
                    "Target.createTarget",
                    Map.of(
                        "url",
                        BLANK,
                        "browserContextId",
                        context,
                        "width",
                        WIDTH,
                        "height",
                        HEIGHT))),
            "targetId");
    String session =
        Json.string(
            answer(
                devTools.send(
                    "", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))),
            "sessionId");
    Tab tab = new Tab(devTools, context, target, session);
    List<CompletableFuture<?>> answers = new ArrayList<>();
    answers.add(
        devTools.send(
            "",
            "Browser.setDownloadBehavior",
            Map.of("behavior", "deny", "browserContextId", context)));
    answers.add(tab.send("Target.setAutoAttach", ATTACH));
    answers.add(tab.send("Page.enable", Map.of()));
    answers.add(tab.send("Inspector.enable", Map.of()));
    answers.add(tab.send("Network.enable", Map.of("maxTotalBufferSize", 0)));
    answers.add(tab.send("Network.setCacheDisabled", Map.of("cacheDisabled", true)));
    answers.add(tab.send("Network.setBypassServiceWorker", Map.of("bypass", true)));
    answers.add(
        tab.send("Page.addScriptToEvaluateOnNewDocument", Map.of("source", BEFORE_SCRIPTS)));
    answers.add(tab.send("Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", "*")))));
    for (CompletableFuture<?> one : answers) {
      answer(one);
    }
    return tab;
  }

  /** The id of its main frame. */
  String mainFrame() {
    return target;
  }

  /** Passes its events to a page's rendering. */
  void listen(BiConsumer<String, Map<String, Object>> listener) {
    devTools.listen(session, listener);
  }

  /** Sends a command to it. */
  CompletableFuture<Map<String, Object>> send(String method, Map<String, ?> parameters) {
    return devTools.send(session, method, parameters);
  }

  /** Sends a command to it whose answer does not matter. */
  void tell(String method, Map<String, ?> parameters) {
    devTools.tell(session, method, parameters);
  }

  /**
   * Lets a worker run that waits for that. Its requests are events of the tab.
   *
   * @param listener gets the events of the worker, its own workers among them
   */
  void start(String worker, BiConsumer<String, Map<String, Object>> listener) {
    devTools.listen(worker, listener);
    devTools.tell(worker, "Target.setAutoAttach", ATTACH);
    devTools.tell(worker, "Runtime.runIfWaitingForDebugger", Map.of());
  }

  /** Asks a worker for an answer, which it gives when it has done what it is at. */
  CompletableFuture<?> ask(String worker) {
    return devTools.send(worker, "Runtime.evaluate", Map.of("expression", "0"));
  }

  /** Ends what a worker is at, and passes no more events of it. */
  void stop(String worker) {
    devTools.forget(worker);
    devTools.tell(worker, "Runtime.terminateExecution", Map.of());
  }

  /**
   * Leaves the page, and clears what it stored.
   *
   * @throws IOException if that fails; the tab must be closed then
   */
  void reset() throws IOException, InterruptedException {
    CompletableFuture<Boolean> isLeft = new CompletableFuture<>();
    listen(
        (method, event) -> {
          if (method.equals("Page.frameNavigated")) {
            isLeft.complete(true);
          }
        });
    // The page has no say in being left, but for handlers of its end, which may never end.
    answer(send("Emulation.setScriptExecutionDisabled", Map.of("value", true)));
    tell("Page.navigate", Map.of("url", BLANK));
    if (!answer(isLeft.copy().completeOnTimeout(false, HANDLER_SECONDS, TimeUnit.SECONDS))) {
      tell("Runtime.terminateExecution", Map.of());
    }
    answer(isLeft);
    devTools.forget(session);
    List<CompletableFuture<?>> answers = new ArrayList<>();
    answers.add(send("Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "all")));
    answers.add(send("Network.clearBrowserCookies", Map.of()));
    answers.add(send("Emulation.setScriptExecutionDisabled", Map.of("value", false)));
    for (CompletableFuture<?> one : answers) {
      answer(one);
    }
    // If the browser still holds the page for current, this fails: a way back is refused anyway.
    tell("Page.resetNavigationHistory", Map.of());
  }

  /** Closes it, with all that it stored. */
  void close() {
    devTools.forget(session);
    devTools.tell("", "Target.closeTarget", Map.of("targetId", target));
    devTools.tell("", "Target.disposeBrowserContext", Map.of("browserContextId", context));
  }

  /** Waits for an answer. */
  static <T> T answer(CompletableFuture<T> answer) throws IOException, InterruptedException {
    try {
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new IOException("no answer in " + PATIENCE_SECONDS + " s", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = Tab.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("the jar lacks " + name, e);
    }
  }
}
