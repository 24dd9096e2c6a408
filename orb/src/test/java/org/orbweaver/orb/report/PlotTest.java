package org.orbweaver.orb.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.orbweaver.orb.report.Plot.Curve;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PlotTest {
  @Test
  void anSvgFileHasEachCurveAndItsName() throws Exception {
    Plot plot = new Plot("Pages & rounds", "round", false, false);
    String svg =
        plot.svg(
            List.of(
                Curve.of("rising", new double[] {0, 50, 100}),
                Curve.of("</svg><script>", new double[] {100, 0}),
                Curve.of("with a gap", new double[] {1, Double.NaN, 3})));
    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement();
    assertEquals("Pages & rounds", root.getAttribute("aria-label"));
    NodeList curves = root.getElementsByTagName("polyline");
    assertEquals(3, curves.getLength());
    // From the lower left corner to the upper right one.
    assertEquals("48.0,190.0 199.0,100.0 350.0,10.0", points(curves, 0));
    assertEquals("48.0,10.0 199.0,190.0", points(curves, 1));
    assertEquals("48.0,188.2 350.0,184.6", points(curves, 2));
    NodeList texts = root.getElementsByTagName("text");
    assertEquals("</svg><script>", texts.item(texts.getLength() - 2).getTextContent());
  }

  private static String points(NodeList curves, int curve) {
    return ((Element) curves.item(curve)).getAttribute("points");
  }
}
