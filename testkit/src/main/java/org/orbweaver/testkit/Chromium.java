package org.orbweaver.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One page in a Chromium without a window, driven by its DevTools protocol. {@code
 * -Dorbweaver.test.screenshots=FOLDER} keeps a screenshot of each state that is checked.
 */
public final class Chromium implements Closeable {
  private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/");
  private static final long PATIENCE_SECONDS = 60;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

  private final String axe;
  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private int calls;

  /** The system's Chromium, if there is one. */
  public static Optional<Path> program() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one.
   *
   * @param profile an empty folder
   */
  public Chromium(Path program, Path profile) throws IOException, InterruptedException {
    try (InputStream script = Chromium.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    BufferedReader output = process.inputReader();
    Matcher listening = LISTENING.matcher("");
    while (!listening.find()) {
      String line = output.readLine();
      if (line == null) {
        throw new IOException("Chromium has ended before it listened");
      }
      listening.reset(line);
    }
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest tab =
        HttpRequest.newBuilder(URI.create("http://" + listening.group(1) + "/json/new"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    Map<String, Object> page = parse(client.send(tab, HttpResponse.BodyHandlers.ofString()).body());
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(
                URI.create((String) page.get("webSocketDebuggerUrl")),
                new WebSocket.Listener() {
                  private final StringBuilder message = new StringBuilder();

                  @Override
                  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean end) {
                    message.append(data);
                    if (end) {
                      messages.add(message.toString());
                      message.setLength(0);
                    }
                    from.request(1);
                    return null;
                  }
                })
            .join();
  }

  /** Calls a method of the protocol; returns its result. */
  @SuppressWarnings("unchecked")
  public Map<String, Object> call(String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    int id = ++calls;
    Map<String, Object> request = new HashMap<>();
    request.put("id", id);
    request.put("method", method);
    request.put("params", parameters);
    socket.sendText(JSON.writeValueAsString(request), true).join();
    Map<String, Object> answer =
        await(message -> message.get("id") instanceof Number n && n.intValue() == id, method);
    if (answer.containsKey("error")) {
      throw new IOException(method + ": " + answer.get("error"));
    }
    return (Map<String, Object>) answer.get("result");
  }

  private static Map<String, Object> parse(String json) throws IOException {
    return JSON.readValue(json, new TypeReference<>() {});
  }

  private Map<String, Object> await(Predicate<Map<String, Object>> wanted, String what)
      throws IOException, InterruptedException {
    while (true) {
      String message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        throw new IOException("no answer from Chromium: " + what);
      }
      Map<String, Object> fields = parse(message);
      if (wanted.test(fields)) {
        return fields;
      }
    }
  }

  /** Goes to a page, and waits until it is loaded. */
  public void open(URI page) throws IOException, InterruptedException {
    // An event would not do: that of the page before may still be on its way.
    eval("window.isLeft = true");
    call("Page.navigate", Map.of("url", page.toString()));
    until("window.isLeft !== true && document.readyState == 'complete'");
  }

  /** The value of an expression in the page; a promise is awaited. */
  @SuppressWarnings("unchecked")
  public Object eval(String expression) throws IOException, InterruptedException {
    Map<String, Object> answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (answer.containsKey("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.get("exceptionDetails"));
    }
    return ((Map<String, Object>) answer.get("result")).get("value");
  }

  /** Waits until an expression is true, in this page or in that which comes after it. */
  public void until(String expression) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try {
        if (Boolean.TRUE.equals(eval(expression))) {
          return;
        }
      } catch (IOException e) {
        // Between two pages there is nothing to evaluate it in.
        if (System.nanoTime() > end) {
          throw e;
        }
      }
      if (System.nanoTime() > end) {
        throw new IOException("never true: " + expression + "\n" + eval("document.body.innerText"));
      }
      Thread.sleep(20);
    }
  }

  /** The size and the colours of the screen. */
  public void screen(int width, String colours) throws IOException, InterruptedException {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
  }

  /** Asserts that axe-core finds no fault in the page's current state. */
  public void isAccessible(String state) throws IOException, InterruptedException {
    String pictures = System.getProperty("orbweaver.test.screenshots");
    if (pictures != null) {
      Files.write(Files.createDirectories(Path.of(pictures)).resolve(state + ".png"), screenshot());
    }
    eval(axe + "; true");
    assertEquals(
        "",
        eval(
            "axe.run().then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.target + ' '"
                + " + n.failureSummary)).join('\\n'))"),
        state);
  }

  public void type(String text) throws IOException, InterruptedException {
    call("Input.insertText", Map.of("text", text));
  }

  /** Presses and releases a key that writes nothing, as {@code ArrowDown} or {@code Enter}. */
  public void press(String key, int code) throws IOException, InterruptedException {
    String text = key.equals("Enter") ? "\r" : "";
    Map<String, Object> event = new HashMap<>(Map.of("key", key, "windowsVirtualKeyCode", code));
    event.put("type", "keyDown");
    event.put("text", text);
    call("Input.dispatchKeyEvent", event);
    event.put("type", "keyUp");
    call("Input.dispatchKeyEvent", event);
  }

  /** The whole page, as PNG. */
  public byte[] screenshot() throws IOException, InterruptedException {
    Map<?, ?> size = (Map<?, ?>) call("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
    Map<String, ?> clip =
        Map.of(
            "x", 0, "y", 0, "scale", 1, "width", size.get("width"), "height", size.get("height"));
    Map<String, ?> whole = Map.of("format", "png", "captureBeyondViewport", true, "clip", clip);
    return Base64.getDecoder().decode((String) call("Page.captureScreenshot", whole).get("data"));
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
