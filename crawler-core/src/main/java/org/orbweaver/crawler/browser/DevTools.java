package org.orbweaver.crawler.browser;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection to a browser in the <a
 * href="https://chromedevtools.github.io/devtools-protocol/">DevTools protocol</a> over a pair of
 * pipes: JSON messages, each ended by a zero byte. A command has a number, which its answer
 * repeats; an event has none. Both may belong to a session, which is one tab.
 */
final class DevTools {
  /** A command failed in the browser, or the connection ended before its answer. */
  static final class Failure extends IOException {
    private static final long serialVersionUID = 1L;

    Failure(String message) {
      super(message);
    }
  }

  /** Enough to read the number of an answer that is too long to be kept. */
  private static final int HEAD = 64;

  private static final Pattern NUMBER = Pattern.compile("^\\{\"id\":(\\d+),");

  /** A command that was sent. */
  private record Command(String method, CompletableFuture<Map<String, Object>> answer) {
    void fail(String why) {
      answer.completeExceptionally(new Failure(method + ": " + why));
    }
  }

  private final OutputStream out;
  private final int maxMessage;
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, Command> commands = new ConcurrentHashMap<>();
  private final Map<String, BiConsumer<String, Map<String, Object>>> sessions =
      new ConcurrentHashMap<>();
  private volatile boolean ended;

  /**
   * Begins to read.
   *
   * @param maxMessage bytes of the longest message that is kept
   */
  DevTools(InputStream in, OutputStream out, int maxMessage) {
    this.out = out;
    this.maxMessage = maxMessage;
    Thread reader = new Thread(() -> read(in), "orbweaver-browser-events");
    reader.setDaemon(true);
    reader.start();
  }

  /** Whether the browser ended; its processes may still be about to. */
  boolean hasEnded() {
    return ended;
  }

  /** Passes a session's events, by method and parameters, until the session is forgotten. */
  void listen(String session, BiConsumer<String, Map<String, Object>> listener) {
    sessions.put(session, listener);
    if (ended) {
      listener.accept("", Map.of());
    }
  }

  /** Passes no more events of a session. */
  void forget(String session) {
    sessions.remove(session);
  }

  /**
   * Sends a command.
   *
   * @param session empty for the browser itself
   * @return its result, later, or a {@link Failure}
   */
  CompletableFuture<Map<String, Object>> send(
      String session, String method, Map<String, ?> parameters) {
    long number = last.incrementAndGet();
    CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
    commands.put(number, new Command(method, answer));
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("id", number);
    message.put("method", method);
    message.put("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    try {
      byte[] bytes = Json.write(message);
      synchronized (out) {
        out.write(bytes);
        out.write(0);
        out.flush();
      }
    } catch (IOException e) {
      fail(number, "the browser ended");
    }
    if (ended) {
      fail(number, "the browser ended");
    }
    return answer;
  }

  /** Sends a command whose answer does not matter. */
  @SuppressWarnings("FutureReturnValueIgnored")
  void tell(String session, String method, Map<String, ?> parameters) {
    send(session, method, parameters);
  }

  private void fail(long number, String why) {
    Command command = commands.remove(number);
    if (command != null) {
      command.fail(why);
    }
  }

  private void read(InputStream in) {
    try (InputStream messages = new BufferedInputStream(in, 1 << 16)) {
      Message message = new Message();
      for (int next = messages.read(); next >= 0; next = messages.read()) {
        if (next != 0) {
          message.append(next);
        } else {
          accept(message);
          message = new Message();
        }
      }
    } catch (IOException e) {
      // Like its end.
    } finally {
      ended = true;
      commands.keySet().forEach(number -> fail(number, "the browser ended"));
      sessions.values().forEach(listener -> listener.accept("", Map.of()));
    }
  }

  private void accept(Message message) throws IOException {
    if (message.isLong) {
      Matcher number = NUMBER.matcher(message.head());
      if (number.find()) {
        fail(Long.parseLong(number.group(1)), "an answer of more than " + maxMessage + " bytes");
      }
      return; // An event that long has a request's body, and its page waits until it is ended.
    }
    Map<String, Object> read = Json.read(message.bytes(), message.size());
    if (read.get("id") instanceof Long id) {
      if (read.containsKey("error")) {
        fail(id, Json.string(Json.object(read, "error"), "message"));
        return;
      }
      Command command = commands.remove(id);
      if (command != null) {
        command.answer().complete(Json.object(read, "result"));
      }
    } else {
      BiConsumer<String, Map<String, Object>> listener =
          sessions.get(Json.string(read, "sessionId"));
      if (listener != null) {
        listener.accept(Json.string(read, "method"), Json.object(read, "params"));
      }
    }
  }

  /** A message as it arrives; of one that is too long, the head. */
  private final class Message extends ByteArrayOutputStream {
    private boolean isLong;

    void append(int next) {
      if (count == maxMessage) {
        isLong = true;
        buf = head().getBytes(StandardCharsets.UTF_8);
        count = buf.length;
      }
      if (!isLong) {
        write(next);
      }
    }

    byte[] bytes() {
      return buf;
    }

    String head() {
      return new String(buf, 0, Math.min(count, HEAD), StandardCharsets.UTF_8);
    }
  }
}
