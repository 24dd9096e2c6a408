package org.orbweaver.orb.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.text.Fields;
import org.orbweaver.orb.report.Plot.Curve;

class PlotTest {
  private static Curve curve(String name, double... values) {
    return new Curve(
        name,
        IntStream.range(0, values.length).mapToObj(i -> new double[] {i, values[i]}).toList());
  }

  @Test
  void curvesFillThePlotAndLeaveGaps() {
    Fields plot =
        new Plot("Pages & rounds", "round", false, false)
            .fields(
                List.of(
                    curve("rising", 0, 50, 100),
                    curve("falling", 100, 0),
                    curve("with a gap", 1, Double.NaN, 3)));
    assertEquals("Pages & rounds", plot.get("plotTitle"));
    List<Object> points =
        ((List<?>) plot.get("curves")).stream().map(line -> ((Fields) line).get("points")).toList();
    assertEquals(
        List.of(
            // From the lower left corner to the upper right one.
            "48.0,190.0 199.0,100.0 350.0,10.0", "48.0,10.0 199.0,190.0", "48.0,188.2 350.0,184.6"),
        points);
  }
}
