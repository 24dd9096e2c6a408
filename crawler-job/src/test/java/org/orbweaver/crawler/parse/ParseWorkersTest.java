package org.orbweaver.crawler.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParseWorkersTest {

  private static List<String> run(
      int threads, long timeout, ParseWorkers.Work<String, String> work, String... inputs)
      throws InterruptedException {
    List<String> results = new ArrayList<>();
    try (ParseWorkers<String, String> workers = new ParseWorkers<>(threads, timeout, () -> work)) {
      List<ParseWorkers.Ticket<String, String>> tickets = new ArrayList<>();
      for (String input : inputs) {
        tickets.add(workers.submit(input));
      }
      for (ParseWorkers.Ticket<String, String> ticket : tickets) {
        results.add(workers.await(ticket, thrown -> thrown.getClass().getSimpleName()));
      }
    }
    return results;
  }

  private static int overflow(int depth) {
    return depth < 0 ? depth : overflow(depth + 1) + 1; // Ends only when the int does.
  }

  @Test
  void keepsTheOrder() throws Exception {
    List<String> inputs = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      inputs.add(Integer.toString(i));
    }
    assertEquals(
        inputs,
        run(
            4,
            10_000,
            (input, deadline, careful) -> {
              if (input.endsWith("7")) {
                sleep(3);
              }
              return input;
            },
            inputs.toArray(new String[0])));
  }

  @Test
  void anErrorCostsItsDocumentOnly() throws Exception {
    assertEquals(
        List.of("a", "StackOverflowError", "OutOfMemoryError", "IllegalStateException", "b"),
        run(
            2,
            10_000,
            (input, deadline, careful) ->
                switch (input) {
                  case "deep" -> Integer.toString(overflow(0));
                  case "big" -> Integer.toString(new long[Integer.MAX_VALUE].length);
                  case "bad" -> throw new IllegalStateException(input);
                  default -> input;
                },
            "a",
            "deep",
            "big",
            "bad",
            "b"));
  }

  @Test
  void abandonsWhatDoesNotEnd() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    try {
      assertEquals(
          List.of("Passed", "a", "Passed", "b", "c"),
          run(
              1,
              100,
              (input, deadline, careful) -> {
                while (input.equals("endless") && !stop.get()) {
                  Thread.onSpinWait(); // Deaf to deadline and interrupt.
                }
                return input;
              },
              "endless",
              "a",
              "endless",
              "b",
              "c"));
    } finally {
      stop.set(true);
    }
  }

  @Test
  void isCarefulWhenManyHang() throws Exception {
    CountDownLatch stop = new CountDownLatch(1);
    List<String> inputs = new ArrayList<>();
    for (int i = 0; i < ParseWorkers.MAX_ABANDONED; i++) {
      inputs.add("endless");
    }
    inputs.add("last");
    try {
      List<String> results =
          run(
              1,
              20,
              (input, deadline, careful) -> {
                while (input.equals("endless") && stop.getCount() > 0) {
                  Thread.onSpinWait();
                }
                return input + careful;
              },
              inputs.toArray(new String[0]));
      assertEquals("lasttrue", results.get(results.size() - 1));
      assertTrue(results.subList(0, results.size() - 1).stream().allMatch("Passed"::equals));
    } finally {
      stop.countDown();
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
