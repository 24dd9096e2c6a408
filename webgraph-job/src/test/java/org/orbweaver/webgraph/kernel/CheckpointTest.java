package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointTest {

  private static ExactSum sum(double value) {
    ExactSum sum = new ExactSum();
    sum.add(value);
    return sum;
  }

  private static Checkpoint part(int first, int end, double mass) {
    return new Checkpoint(
        List.of(new Slice("rank", first, end, -first, "rank-" + first)),
        List.of(new Iteration(3, mass, List.of(sum(.5), sum(mass)))));
  }

  @Test
  void partsOfAnIterationAreMerged() {
    Checkpoint start =
        new Checkpoint(List.of(), List.of(new Iteration(2, 0, List.of(sum(0), sum(1)))));
    Checkpoint whole =
        Checkpoint.merge(List.of(part(5, 9, .25), part(0, 5, .75), part(5, 5, 0)))
            .under("a")
            .after(start);
    assertEquals(3, whole.iteration());
    assertEquals(1, whole.last().sum(1));
    assertEquals(1.5, whole.last().change());
    assertEquals(.75, whole.last().seconds());
    assertEquals(2, whole.history().size());
    assertEquals(
        List.of("a/rank-0", "a/rank-5", "a/rank-5"),
        whole.vector("rank").stream().map(Slice::file).toList());
    assertEquals(whole, whole.requireWhole(9, List.of("rank")));
    assertEquals(
        "rank has 9 of 10 elements",
        assertThrows(IllegalArgumentException.class, () -> whole.requireWhole(10, List.of("rank")))
            .getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> part(5, 9, 0).requireWhole(9, List.of("rank")),
        "begins late");
  }

  @Test
  void textIsReadBackOrRefused() {
    Checkpoint checkpoint = part(0, 5, 1 / 3.0);
    byte[] bytes = checkpoint.toBytes();
    Checkpoint read = Checkpoint.parse(bytes);
    assertEquals(checkpoint.slices(), read.slices());
    assertEquals(1 / 3.0, read.last().sum(1), 1e-16);
    assertEquals(new String(bytes, StandardCharsets.UTF_8), text(read));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(IllegalArgumentException.class, () -> Checkpoint.parse(cut));
    }
    for (int i = 0; i < bytes.length; i++) {
      byte[] altered = bytes.clone();
      altered[i] ^= 1;
      assertThrows(IllegalArgumentException.class, () -> Checkpoint.parse(altered));
    }
  }

  private static String text(Checkpoint checkpoint) {
    return new String(checkpoint.toBytes(), StandardCharsets.UTF_8);
  }
}
