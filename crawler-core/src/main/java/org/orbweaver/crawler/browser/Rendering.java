package org.orbweaver.crawler.browser;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.orbweaver.crawler.browser.RenderException.Kind;
import org.orbweaver.crawler.browser.RenderedPage.Ending;
import org.orbweaver.crawler.browser.RenderedPage.RequestMade;
import org.orbweaver.crawler.browser.RequestPolicy.Decision;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.url.Hosts;

/**
 * One page in a tab, by one thread: events of the tab and answers of the loader are put into a
 * queue, which this thread works off.
 *
 * <p>The page lives in virtual time, which stands still while a request waits for its answer, and
 * jumps to the next timer when nothing else is to be done. So a page waits for its answers as long
 * as they need, and its timers cost nothing. Time is granted in slices; after each, the page is
 * measured. It is quiet if nothing was requested and its size stayed the same for {@link
 * #QUIET_MILLIS}.
 *
 * <p>Its workers live in real time. Where it has any, a slice takes as long in real time, and the
 * page is not quiet while one of them computes.
 */
final class Rendering {
  private static final int SLICE_MILLIS = 500;

  /** Longer than pages usually show a spinner or a splash screen of their own accord. */
  private static final int QUIET_MILLIS = 2000;

  /** Ends of a list that are shown to a page that loads more there. */
  private static final int MAX_SCROLLS = 10;

  /** A page is ended once it makes this many times the allowed requests. */
  private static final int REFUSED_FACTOR = 5;

  private static final int TICK_MILLIS = 100;

  /** Wait for a frame, which mostly comes within 20 ms, on a busy machine within 100. */
  private static final int FRAME_MILLIS = 1000;

  /** Times its CPU time that a page may take, on a busy machine; as for documents. */
  private static final int PATIENCE = 4;

  /** Frames of other origins whose documents are taken. */
  private static final int MAX_FRAMES = 50;

  /** Time to take the document of a page that was stopped. */
  private static final long STOP_SECONDS = 10;

  /** Workers of a page that run; further ones never begin. */
  private static final int MAX_WORKERS = 20;

  private static final int MAX_SHOWN_URL = 2000;

  /** What could not be intercepted; a page's own policy can only forbid more. */
  private static final Map<String, String> POLICY =
      Map.of(
          "name",
          "Content-Security-Policy",
          "value",
          "worker-src http: https: blob:; object-src 'none'; connect-src http: https: data: blob:");

  /** The page used up its time. */
  private static final class Overtime extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private final Tab tab;
  private final PageSource page;
  private final ResourceLoader loader;
  private final BrowserSettings settings;
  private final LongSupplier cpuMillis;
  private final Runnable memoryGuard;
  private final String domain;
  private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final List<RequestMade> made = new ArrayList<>();
  private final Map<String, Integer> worlds = new HashMap<>();

  /** Workers that run: their sessions, and the answers to what they were asked last. */
  private final Map<String, CompletableFuture<?>> workers = new HashMap<>();

  /** The frame that was waited for last. */
  private CompletableFuture<?> frame = CompletableFuture.completedFuture(null);

  private boolean isCrashed;
  private boolean isStarted;
  private boolean isLimited;
  private boolean isSliceOver;
  private int requests;
  private int loaded;
  private int waiting;
  private int frames;
  private int workersStarted;
  private boolean isShown;
  private String left = "";
  private boolean isReplaced;
  private long chargedMillis;
  private long lastNanos = System.nanoTime();
  private long lastCpu;

  /**
   * Makes one.
   *
   * @param cpuMillis processor time that the page has used
   * @param memoryGuard is called now and then while the page runs
   */
  Rendering(
      Tab tab,
      PageSource page,
      ResourceLoader loader,
      BrowserSettings settings,
      LongSupplier cpuMillis,
      Runnable memoryGuard) {
    this.tab = tab;
    this.page = page;
    this.loader = loader;
    this.settings = settings;
    this.cpuMillis = cpuMillis;
    this.memoryGuard = memoryGuard;
    this.domain = Hosts.domainOf(page.url());
  }

  /** Renders the page. */
  RenderedPage run() throws RenderException, InterruptedException {
    tab.listen((method, event) -> queue.add(() -> accept(method, event)));
    try {
      Ending ending = live();
      return document(isLimited ? Ending.LIMIT : ending);
    } catch (DevTools.Failure e) {
      checkLeft();
      throw new RenderException(
          Kind.CRASHED, "the browser cannot render the page: " + e.getMessage());
    } finally {
      workers.keySet().forEach(tab::stop);
    }
  }

  /** Loads the page, and lets it run until it is quiet, or stopped. */
  private Ending live() throws RenderException, DevTools.Failure, InterruptedException {
    try {
      call("Emulation.setVirtualTimePolicy", Map.of("policy", "pause"));
      CompletableFuture<Map<String, Object>> navigation =
          tab.send("Page.navigate", Map.of("url", page.url()));
      String error = Json.string(await(navigation), "errorText");
      if (!error.isEmpty()) {
        throw isStarted
            ? new RenderException(Kind.LEFT, "it shows no document: " + error)
            : new RenderException(Kind.CRASHED, "the browser did not ask for it: " + error);
      }
      return settle();
    } catch (Overtime e) {
      chargedMillis = settings.maxTime().toMillis() - TimeUnit.SECONDS.toMillis(STOP_SECONDS);
      tab.tell("Runtime.terminateExecution", Map.of());
      workers.keySet().forEach(tab::stop);
      tab.tell("Emulation.setVirtualTimePolicy", Map.of("policy", "pause"));
      tab.tell("Emulation.setScriptExecutionDisabled", Map.of("value", true));
      return Ending.TIME;
    }
  }

  private Ending settle() throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    String size = "";
    int quiet = 0;
    int scrolls = 0;
    String sizeAtScroll = "";
    int seen = 0;
    for (long lived = 0; lived < settings.maxTime().toMillis(); lived += SLICE_MILLIS) {
      long begin = System.nanoTime();
      while (!isSliceOver) {
        work();
      }
      isSliceOver = false;
      awaitWorkers(begin);
      awaitFrame();
      String now = evaluate("orbweaver.measure()");
      boolean isSame = haveWorkersRest() && now.equals(size) && requests == seen;
      quiet = isSame ? quiet + SLICE_MILLIS : 0;
      size = now;
      seen = requests;
      if (isLimited && requests > REFUSED_FACTOR * settings.maxRequests()) {
        return Ending.LIMIT;
      }
      if (quiet >= QUIET_MILLIS) {
        if (scrolls == MAX_SCROLLS || size.equals(sizeAtScroll) || isLimited) {
          return Ending.QUIET;
        }
        scrolls++;
        sizeAtScroll = size;
        quiet = 0;
        evaluate("orbweaver.scroll()");
      }
      grantSlice();
    }
    return Ending.TIME;
  }

  /**
   * Waits until the page is drawn. Frames come in real time, of which a slice may take next to
   * none; without them no script sees what is in view, nor that it was scrolled.
   */
  private void awaitFrame()
      throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    if (!frame.isDone()) {
      return;
    }
    int world = world(tab.mainFrame());
    frame =
        tab.send(
                "Runtime.evaluate",
                Map.of(
                    "expression",
                    "new Promise(requestAnimationFrame)",
                    "contextId",
                    world,
                    "awaitPromise",
                    true))
            .whenComplete((drawn, failure) -> queue.add(() -> {}));
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FRAME_MILLIS);
    while (!frame.isDone() && System.nanoTime() < end) {
      work();
    }
  }

  /** Waits until workers have their answers, and had a slice of real time. */
  private void awaitWorkers(long begin) throws RenderException, InterruptedException, Overtime {
    long slice = TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS);
    while (!workers.isEmpty() && (waiting > 0 || System.nanoTime() - begin < slice)) {
      work();
    }
  }

  /** Whether each worker had time for what it was asked last; it is asked again. */
  private boolean haveWorkersRest() {
    boolean haveAll = true;
    for (Map.Entry<String, CompletableFuture<?>> worker : workers.entrySet()) {
      if (worker.getValue().isDone()) {
        worker.setValue(tab.ask(worker.getKey()));
      } else {
        haveAll = false;
      }
    }
    return haveAll;
  }

  private void grantSlice() {
    tab.tell(
        "Emulation.setVirtualTimePolicy",
        Map.of("policy", "pauseIfNetworkFetchesPending", "budget", SLICE_MILLIS));
  }

  /** Takes the document as it is. */
  private RenderedPage document(Ending ending)
      throws DevTools.Failure, RenderException, InterruptedException {
    try {
      Map<String, Object> tree = Json.object(call("Page.getFrameTree", Map.of()), "frameTree");
      Map<String, Object> frame = Json.object(tree, "frame");
      int world = world(tab.mainFrame());
      composeFrames(tree, world, Json.string(frame, "securityOrigin"));
      String html = html(world, false);
      call(world, "orbweaver.clear()");
      String url = Json.string(frame, "url") + Json.string(frame, "urlFragment");
      if (isReplaced || isEmpty(html)) {
        checkLeft();
      }
      return new RenderedPage(url, html, ending, List.copyOf(made), cpuMillis.getAsLong());
    } catch (Overtime e) {
      throw new RenderException(
          Kind.CRASHED, "the page used up its time, and its scripts cannot be stopped");
    }
  }

  private static boolean isEmpty(String html) {
    int body = html.indexOf("<body");
    return body < 0 || html.substring(body).replaceAll("<[^>]*>|\\s", "").isEmpty();
  }

  /** Gives the frames of other origins to the world of the frame around them. */
  private void composeFrames(Map<String, Object> tree, int world, String origin)
      throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    for (Object one : Json.list(tree, "childFrames")) {
      @SuppressWarnings("unchecked") // The protocol has objects here.
      Map<String, Object> child = (Map<String, Object>) one;
      Map<String, Object> frame = Json.object(child, "frame");
      String id = Json.string(frame, "id");
      String inner = Json.string(frame, "securityOrigin");
      if (inner.equals(origin) || Json.string(frame, "url").startsWith("about:")) {
        composeFrames(child, world, origin);
        continue;
      }
      if (++frames > MAX_FRAMES) {
        return;
      }
      try {
        int innerWorld = world(id);
        composeFrames(child, innerWorld, inner);
        String html = html(innerWorld, true);
        call(innerWorld, "orbweaver.clear()");
        Object owner = call("DOM.getFrameOwner", Map.of("frameId", id)).get("backendNodeId");
        Map<String, Object> element =
            Json.object(
                call(
                    "DOM.resolveNode", Map.of("backendNodeId", owner, "executionContextId", world)),
                "object");
        call(
            "Runtime.callFunctionOn",
            Map.of(
                "functionDeclaration",
                "function(html) { orbweaver.setFrame(this, html); }",
                "objectId",
                Json.string(element, "objectId"),
                "arguments",
                List.of(Map.of("value", html))));
      } catch (DevTools.Failure e) {
        // A frame that was removed meanwhile, or never began to load: the page is without it.
      }
    }
  }

  private String html(int world, boolean isFrame)
      throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    Object html = call(world, "orbweaver.html(" + settings.maxHtmlBytes() + "," + isFrame + ")");
    if (!(html instanceof String text)
        || text.getBytes(StandardCharsets.UTF_8).length > settings.maxHtmlBytes()) {
      throw new RenderException(
          Kind.TOO_LARGE,
          "the rendered document has more than " + settings.maxHtmlBytes() + " bytes");
    }
    return text;
  }

  /** A world beside a frame's own, with our script in it. */
  private int world(String frame)
      throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    Integer known = worlds.get(frame);
    if (known != null) {
      return known;
    }
    Object id =
        call("Page.createIsolatedWorld", Map.of("frameId", frame, "worldName", "orbweaver"))
            .get("executionContextId");
    int world = id instanceof Long number ? number.intValue() : 0;
    call(world, Tab.PAGE_SCRIPT + ";0");
    worlds.put(frame, world);
    return world;
  }

  private String evaluate(String expression)
      throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    return "" + call(world(tab.mainFrame()), expression);
  }

  private Object call(int world, String expression)
      throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    Map<String, Object> result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "contextId", world, "returnByValue", true));
    if (result.containsKey("exceptionDetails")) {
      throw new DevTools.Failure(
          Json.string(
                  Json.object(Json.object(result, "exceptionDetails"), "exception"), "description")
              .lines()
              .findFirst()
              .orElse("its script failed"));
    }
    return Json.object(result, "result").get("value");
  }

  private Map<String, Object> call(String method, Map<String, ?> parameters)
      throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    return await(tab.send(method, parameters));
  }

  /** Works off events until an answer is there. */
  private Map<String, Object> await(CompletableFuture<Map<String, Object>> answer)
      throws DevTools.Failure, RenderException, InterruptedException, Overtime {
    CompletableFuture<?> woken = answer.whenComplete((result, failure) -> queue.add(() -> {}));
    while (!woken.isDone()) {
      work();
    }
    try {
      return answer.get();
    } catch (ExecutionException e) {
      checkCrashed();
      throw e.getCause() instanceof DevTools.Failure failure
          ? failure
          : new DevTools.Failure("" + e.getCause());
    }
  }

  /** Works off the next event, if there is one soon, and charges the time. */
  private void work() throws RenderException, InterruptedException, Overtime {
    Runnable next = queue.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
    if (next != null) {
      next.run();
    }
    checkCrashed();
    if (isReplaced) {
      checkLeft(); // No slice of the new document ends, so its time would be used up.
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastNanos);
    if (millis < TICK_MILLIS) {
      return;
    }
    lastNanos = System.nanoTime();
    memoryGuard.run();
    long cpu = cpuMillis.getAsLong();
    long idle = waiting > 0 ? 0 : millis / PATIENCE;
    chargedMillis += Math.max(cpu - lastCpu, idle);
    lastCpu = cpu;
    if (chargedMillis > settings.maxTime().toMillis()) {
      throw new Overtime();
    }
  }

  private void checkCrashed() throws RenderException {
    if (isCrashed) {
      throw new RenderException(Kind.CRASHED, "the browser, or the page's process, ended");
    }
  }

  private void checkLeft() throws RenderException {
    if (!left.isEmpty()) {
      throw new RenderException(Kind.LEFT, "the page goes on to " + left);
    }
  }

  private void accept(String method, Map<String, Object> event) {
    switch (method) {
      case "", "Inspector.targetCrashed", "Inspector.detached" -> isCrashed = true;
      case "Fetch.requestPaused" -> requested(event);
      case "Emulation.virtualTimeBudgetExpired" -> isSliceOver = isStarted;
      case "Page.javascriptDialogOpening" ->
          tab.tell("Page.handleJavaScriptDialog", Map.of("accept", true));
      case "Target.attachedToTarget" -> attached(event);
      case "Target.detachedFromTarget" -> {
        String session = Json.string(event, "sessionId");
        if (workers.remove(session) != null) {
          tab.stop(session);
        }
      }
      case "Page.frameNavigated" -> {
        Map<String, Object> frame = Json.object(event, "frame");
        worlds.remove(Json.string(frame, "id"));
        if (Json.string(frame, "id").equals(tab.mainFrame())) {
          navigated(Json.string(frame, "url"));
        }
      }
      default -> {
        // Of no concern here.
      }
    }
  }

  /** Others than dedicated workers never begin to run. */
  private void attached(Map<String, Object> event) {
    String type = Json.string(Json.object(event, "targetInfo"), "type");
    if (type.equals("worker") && workersStarted < MAX_WORKERS) {
      workersStarted++;
      String session = Json.string(event, "sessionId");
      tab.start(
          session,
          (method, inner) -> {
            if (method.startsWith("Target.")) {
              queue.add(() -> accept(method, inner));
            }
          });
      workers.put(session, tab.ask(session));
    }
  }

  private void navigated(String url) {
    isReplaced = isShown;
    isShown = true;
    if (isReplaced) {
      left = shown(url);
    }
  }

  private void requested(Map<String, Object> event) {
    String id = Json.string(event, "requestId");
    Map<String, Object> request = Json.object(event, "request");
    String url = Json.string(request, "url");
    String type = Json.string(event, "resourceType");
    boolean isMain =
        type.equals("Document") && Json.string(event, "frameId").equals(tab.mainFrame());
    if (isMain && !isStarted) {
      isStarted = true;
      grantSlice();
      fulfil(id, page.status(), page.headers(), page.body(), true);
      return;
    }
    requests++;
    if (isMain) {
      // Aborted, not failed: the document stays.
      left = shown(url);
      record(url, type, "refused: the page goes on to it");
      fail(id, "Aborted");
      return;
    }
    Map<String, Object> headers = Json.object(request, "headers");
    String method = Json.string(request, "method");
    boolean isPost = method.equals("POST");
    String body = isPost ? body(request) : null;
    Decision decision =
        RequestPolicy.decide(type, method, url, headers, body, domain, settings.post());
    if (decision instanceof Decision.Load load) {
      List<Header> sent = RequestPolicy.sent(headers);
      load(id, type, new ResourceRequest(page.url(), url, load.kind(), sent, body));
    } else if (decision instanceof Decision.Granted granted) {
      fulfil(id, 204, granted.headers(), new byte[0], false);
    } else if (decision instanceof Decision.Empty empty) {
      record(url, type, RequestPolicy.OFF);
      fulfilEmpty(id, empty.type(), empty.body());
    } else if (decision instanceof Decision.Off off) {
      record(url, type, off.why());
      refuse(id, type.equals("Document"));
    }
  }

  /** The body that a request would send, empty if there is none; null if it is no text. */
  private static String body(Map<String, Object> request) {
    if (!Boolean.TRUE.equals(request.get("hasPostData"))) {
      return "";
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object entry : Json.list(request, "postDataEntries")) {
      if (!(entry instanceof Map<?, ?> part && part.get("bytes") instanceof String coded)) {
        return null; // A file, or too much to be passed on.
      }
      bytes.writeBytes(Base64.getDecoder().decode(coded));
    }
    try {
      // Unlike the String's constructor, this refuses what is no UTF-8.
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString();
      return text.isEmpty() ? null : text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Its end is an event in the queue.
  private void load(String id, String type, ResourceRequest request) {
    ResourceRequest.Kind kind = request.kind();
    if (loaded == settings.maxRequests()) {
      isLimited = true;
      record(request.url(), type, "more than " + settings.maxRequests() + " requests");
      refuse(id, kind == ResourceRequest.Kind.FRAME);
      return;
    }
    loaded++;
    int index = record(request.url(), type, "no answer before the page ended");
    waiting++;
    loader
        .load(request)
        .handle((answer, failure) -> queue.add(() -> answered(id, index, kind, answer, failure)));
  }

  private void answered(
      String id, int index, ResourceRequest.Kind kind, ResourceAnswer answer, Throwable failure) {
    waiting--;
    lastNanos = System.nanoTime(); // The wait itself is not charged.
    RequestMade before = made.get(index);
    String outcome;
    if (answer instanceof ResourceAnswer.Loaded loadedAnswer) {
      FetchedPage got = loadedAnswer.answer();
      outcome = "" + got.status();
      // A worker has the policy that comes with its script.
      fulfil(id, got.status(), got.headers(), got.body(), kind != ResourceRequest.Kind.DATA);
    } else {
      outcome = answer instanceof ResourceAnswer.Refused refused ? refused.why() : "" + failure;
      refuse(id, kind == ResourceRequest.Kind.FRAME);
    }
    made.set(index, new RequestMade(before.url(), before.kind(), outcome));
  }

  private int record(String url, String type, String outcome) {
    if (made.size() < REFUSED_FACTOR * settings.maxRequests()) {
      made.add(new RequestMade(shown(url), type.toLowerCase(Locale.ROOT), outcome));
    }
    return made.size() - 1;
  }

  private static String shown(String url) {
    return url.length() <= MAX_SHOWN_URL ? url : url.substring(0, MAX_SHOWN_URL) + "…";
  }

  /** Lets a request fail; a frame is empty then, instead of showing the browser's own words. */
  private void refuse(String id, boolean isFrame) {
    if (isFrame) {
      fulfilEmpty(id, "text/html", new byte[0]);
    } else {
      fail(id, "BlockedByClient");
    }
  }

  private void fulfilEmpty(String id, String type, byte[] body) {
    List<Header> headers =
        List.of(new Header("Content-Type", type), new Header("Access-Control-Allow-Origin", "*"));
    fulfil(id, 200, headers, body, false);
  }

  private void fail(String id, String reason) {
    tab.tell("Fetch.failRequest", Map.of("requestId", id, "errorReason", reason));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Its failure is dealt with here.
  private void fulfil(String id, int status, List<Header> headers, byte[] body, boolean hasPolicy) {
    List<Map<String, String>> received = RequestPolicy.received(headers);
    if (hasPolicy) {
      received.add(POLICY);
    }
    tab.send(
            "Fetch.fulfillRequest",
            Map.of(
                "requestId",
                id,
                // The browser refuses numbers that HTTP does not have.
                "responseCode",
                status < 200 || status > 599 ? 500 : status,
                "responseHeaders",
                received,
                "body",
                body))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                fail(id, "Failed"); // Unless the page cancelled it.
              }
            });
  }
}
