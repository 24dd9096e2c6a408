package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static Figures run(double rate, double cost) {
    return new Figures()
        .add("rate", "pages/s", "%.0f", rate)
        .atLeast("rate", 2_000)
        .add("cost", "CPU", "%.2f", cost)
        .atMost("cost", 0.6)
        .add("mb", "MB", "%.0f", 7);
  }

  @Test
  void anAimIsReachedAtItsLimit() {
    assertEquals(List.of(), run(2_000, 0.6).missed());
    assertEquals(List.of("pages/s"), run(1_999, 0.6).missed());
    assertEquals(List.of("CPU"), run(2_000, 0.61).missed());
  }

  @Test
  void whatIsNoNumberIsMissed() {
    assertEquals(List.of("pages/s", "CPU"), run(Double.NaN, Double.NaN).missed());
  }

  @Test
  void mediansKeepTheAims() {
    Figures odd = Figures.medians(List.of(run(1_000, 0.9), run(3_000, 0.1), run(2_500, 0.7)));
    assertEquals(2_500, odd.get("rate"), 1e-9);
    assertEquals(List.of("CPU"), odd.missed());
    Figures even = Figures.medians(List.of(run(1_000, 0.2), run(2_000, 0.4)));
    assertEquals(1_500, even.get("rate"), 1e-9);
    assertEquals(0.3, even.get("cost"), 1e-9);
  }

  @Test
  void printsColumnsAndJson() {
    List<String> lines = new ArrayList<>();
    run(1_500, 0.5).print(lines::add);
    assertEquals(3, lines.size());
    assertTrue(lines.get(0).matches(" +pages/s +1500 +at least 2000 +MISSED"), lines.get(0));
    assertTrue(lines.get(1).matches(" +CPU +0.50 +at most +0.60 +met"), lines.get(1));
    assertTrue(lines.get(2).matches(" +MB +7"), lines.get(2));
    String json = run(1_500, 0.5).json(Map.of("scenario", "a"));
    assertTrue(json.startsWith("{\"scenario\":\"a\",\"rate\":1500.0,"), json);
    assertTrue(json.contains("{\"figure\":\"rate\",\"atLeast\":2000.0,\"met\":false}"), json);
  }
}
