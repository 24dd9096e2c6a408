package org.orbweaver.crawler.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.common.error.OrbException;

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
            (input, deadline) -> {
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
        List.of("a", "StackOverflowError", "IllegalStateException", "b"),
        run(
            2,
            10_000,
            (input, deadline) ->
                switch (input) {
                  case "deep" -> Integer.toString(overflow(0));
                  case "bad" -> throw new IllegalStateException(input);
                  default -> input;
                },
            "a",
            "deep",
            "bad",
            "b"));
  }

  @Test
  void aWorkerThatCannotBeMadeEndsTheTask() {
    ParseWorkers.Work<String, String> none = null;
    try (ParseWorkers<String, String> workers =
        new ParseWorkers<>(
            2,
            1000,
            () -> {
              if (none == null) {
                throw new NoClassDefFoundError("a/Parser");
              }
              return none;
            })) {
      ParseWorkers.Ticket<String, String> ticket = workers.submit("a");
      OrbException e =
          assertThrows(OrbException.class, () -> workers.await(ticket, Throwable::getMessage));
      assertTrue(e.getMessage().contains("a/Parser"), e.getMessage());
    }
  }

  @Test
  void aFaultOfTheTaskIsNotTheDocuments() {
    assertThrows(
        OrbException.class,
        () ->
            run(
                1,
                1000,
                (input, deadline) -> {
                  throw OrbException.failed("no process available");
                },
                "a"));
  }

  @Test
  void aDocumentThatFoundTheMemoryFullIsTriedAgain() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    assertEquals(
        List.of("a"),
        run(
            1,
            1000,
            (input, deadline) -> {
              if (tries.getAndIncrement() == 0) {
                throw new OutOfMemoryError("of another document's making");
              }
              return input;
            },
            "a"));
    assertThrows(
        OrbException.class,
        () ->
            run(
                1,
                1000,
                (input, deadline) -> {
                  throw new OutOfMemoryError("persistent");
                },
                "a"));
  }

  @Test
  void aPluginThatHangsAtPagesEndsTheTaskAndIsNamed() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    ParseWorkers.Work<String, String> work =
        (input, deadline) -> {
          if (input.equals("c")) {
            return input;
          }
          deadline.enter("plugin p");
          while (end.getCount() > 0) {
            sleep(10);
            Thread.interrupted(); // It does not care.
          }
          return input;
        };
    try {
      assertEquals(List.of("Passed", "Passed", "c"), run(1, 50, work, "a", "b", "c"));
      OrbException e =
          assertThrows(OrbException.class, () -> run(1, 50, work, "a", "b", "c", "d", "e"));
      assertEquals(
          "plugin p took too long at 3 pages and still runs there: it hangs; remove it or raise"
              + " parser.timeout",
          e.getMessage());
    } finally {
      end.countDown();
    }
  }

  @Test
  void noThreadLivesOn() throws Exception {
    run(3, 1000, (input, deadline) -> input, "a", "b", "c");
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("parse")) {
        thread.join(10_000);
        assertFalse(thread.isAlive(), thread.getName());
      }
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
