package org.orbweaver.index;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
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
import org.orbweaver.common.text.Json;

/** One page in a Chromium without a window, driven by its DevTools protocol. */
final class Chromium implements Closeable {
  private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/");
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private int calls;

  /** The system's Chromium, if there is one. */
  static Optional<Path> program() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  Chromium(Path program, Path profile) throws IOException, InterruptedException {
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
    Map<String, Object> page =
        Json.parse(client.send(tab, HttpResponse.BodyHandlers.ofString()).body());
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
    call("Page.enable", Map.of());
  }

  /** Calls a method of the protocol; returns its result. */
  @SuppressWarnings("unchecked")
  Map<String, Object> call(String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    int id = ++calls;
    Map<String, Object> request = new HashMap<>();
    request.put("id", id);
    request.put("method", method);
    request.put("params", parameters);
    socket.sendText(Json.line(request), true).join();
    Map<String, Object> answer =
        await(message -> message.get("id") instanceof Number n && n.intValue() == id, method);
    if (answer.containsKey("error")) {
      throw new IOException(method + ": " + answer.get("error"));
    }
    return (Map<String, Object>) answer.get("result");
  }

  private Map<String, Object> await(Predicate<Map<String, Object>> wanted, String what)
      throws IOException, InterruptedException {
    while (true) {
      String message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        throw new IOException("no answer from Chromium: " + what);
      }
      Map<String, Object> fields = Json.parse(message);
      if (wanted.test(fields)) {
        return fields;
      }
    }
  }

  /** Goes to a page, and waits until it is loaded. */
  void open(URI page) throws IOException, InterruptedException {
    call("Page.navigate", Map.of("url", page.toString()));
    await(message -> "Page.loadEventFired".equals(message.get("method")), "load of " + page);
  }

  /** The value of an expression in the page; a promise is awaited. */
  @SuppressWarnings("unchecked")
  Object eval(String expression) throws IOException, InterruptedException {
    Map<String, Object> answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (answer.containsKey("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.get("exceptionDetails"));
    }
    return ((Map<String, Object>) answer.get("result")).get("value");
  }

  /** Waits until an expression is true. */
  void until(String expression) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Boolean.TRUE.equals(eval(expression))) {
      if (System.nanoTime() > end) {
        throw new IOException("never true: " + expression + "\n" + eval("document.body.innerText"));
      }
      Thread.sleep(20);
    }
  }

  void type(String text) throws IOException, InterruptedException {
    call("Input.insertText", Map.of("text", text));
  }

  /** Presses and releases a key that writes nothing, as {@code ArrowDown} or {@code Enter}. */
  void press(String key, int code) throws IOException, InterruptedException {
    String text = key.equals("Enter") ? "\r" : "";
    Map<String, Object> event = new HashMap<>(Map.of("key", key, "windowsVirtualKeyCode", code));
    event.put("type", "keyDown");
    event.put("text", text);
    call("Input.dispatchKeyEvent", event);
    event.put("type", "keyUp");
    call("Input.dispatchKeyEvent", event);
  }

  byte[] screenshot() throws IOException, InterruptedException {
    return Base64.getDecoder()
        .decode((String) call("Page.captureScreenshot", Map.of("format", "png")).get("data"));
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
