package org.orbweaver.hits.focused;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HubUnitsTest {

  /** Page 0 links to 1 … 10 in this order; page 11 to 1. All are on hosts of their own. */
  private static BaseSet base() throws IOException {
    int[][] out = new int[12][0];
    out[0] = IntStream.rangeClosed(1, 10).toArray();
    out[11] = new int[] {1};
    String[] hosts = IntStream.range(0, 12).mapToObj(i -> "h" + i).toArray(String[]::new);
    return BaseSet.around(new Graphs.Links(out, hosts), new int[] {0, 11}, BaseSet.Limits.DEFAULT);
  }

  /** The links of page 0 with these numbers of matches; page 11 has no text. */
  private static HubUnits.PageText text(int... matches) {
    return (pages, visitor) -> {
      for (int i = 0; i < pages.length; i++) {
        if (pages[i] == 0) {
          List<HubUnits.PageText.Link> links = new ArrayList<>();
          for (int target = 1; target <= matches.length; target++) {
            links.add(new HubUnits.PageText.Link(target, matches[target - 1]));
          }
          visitor.page(i, links);
        }
      }
    };
  }

  private static double[] hubsOfOnes(HubUnits units) {
    LinkMatrix matrix = units.matrix();
    double[] hubs = new double[matrix.rows()];
    matrix.hubs(Graphs.ones(matrix.columns()), hubs);
    return hubs;
  }

  @Test
  void aLinkWeighsOneMoreThanItsWords() throws IOException {
    HubUnits units =
        HubUnits.of(base(), text(2, 0, 0, 1, 0, 0, 0, 0, 0, 0), new HubUnits.HubTreatment(true, 0));
    assertArrayEquals(new double[] {13, 1}, hubsOfOnes(units));
    double[] authorities = new double[12];
    units.matrix().authorities(new double[] {1, 0}, authorities);
    assertArrayEquals(new double[] {0, 3, 1, 1, 2, 1, 1, 1, 1, 1, 1, 0}, authorities);
    assertEquals(1, units.pagesWithText());
    assertFalse(units.unit(0).isHublet());
    assertArrayEquals(new double[] {10, 1}, hubsOfOnes(HubUnits.plain(base())));
  }

  @Test
  void aLongPageIsCutAndItsUnrelatedPartsLeftOut() throws IOException {
    // Runs of at most 4: links 1-3, 4-6, 7-10.
    HubUnits units =
        HubUnits.of(
            base(), text(0, 0, 1, 0, 0, 0, 0, 0, 0, 1), new HubUnits.HubTreatment(false, 4));
    assertEquals(new HubUnits.Unit(0, 1, 3), units.unit(0));
    assertEquals(new HubUnits.Unit(0, 7, 10), units.unit(1));
    assertEquals(new HubUnits.Unit(11, 0, 0), units.unit(2));
    assertEquals(1, units.cutPages());
    assertEquals(1, units.ignoredHublets());
    assertArrayEquals(new double[] {3, 4, 1}, hubsOfOnes(units));
    // Nothing distinguishes them: all stay.
    HubUnits all =
        HubUnits.of(
            base(), text(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), new HubUnits.HubTreatment(false, 4));
    assertArrayEquals(new double[] {3, 3, 4, 1}, hubsOfOnes(all));
    assertEquals(0, all.ignoredHublets());
    HubUnits whole =
        HubUnits.of(
            base(), text(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), new HubUnits.HubTreatment(false, 10));
    assertEquals(0, whole.cutPages());
    assertArrayEquals(new double[] {10, 1}, hubsOfOnes(whole));
  }

  @Test
  void linksThatTheTextDoesNotTellOfStay() throws IOException {
    // The text has 1 … 5 only: 6 … 10 come from redirects, say.
    HubUnits units = HubUnits.of(base(), text(0, 0, 0, 1, 0), new HubUnits.HubTreatment(true, 2));
    // Runs 1, 2-3, 4-5; the last is kept, with the links that are not in the text.
    assertEquals(new HubUnits.Unit(0, 4, 5), units.unit(0));
    assertArrayEquals(new double[] {8, 1}, hubsOfOnes(units));
  }

  @Test
  void hubletsSeparateTopics() throws IOException {
    // Page 0 lists 1-4 (the query's topic), then 5-8 (another one), popular with other hubs.
    int[][] out = new int[30][0];
    out[0] = IntStream.rangeClosed(1, 8).toArray();
    for (int hub = 9; hub < 20; hub++) {
      out[hub] = new int[] {5, 6, 7, 8};
    }
    String[] hosts = IntStream.range(0, 30).mapToObj(i -> "h" + i).toArray(String[]::new);
    Graphs.Links links = new Graphs.Links(out, hosts);
    BaseSet base =
        BaseSet.around(
            links, IntStream.range(0, 20).toArray(), new BaseSet.Limits(200, 50, 8, false, 1));
    HubUnits.PageText text =
        (pages, visitor) -> {
          for (int i = 0; i < pages.length; i++) {
            List<HubUnits.PageText.Link> found = new ArrayList<>();
            for (int target : out[pages[i]]) {
              found.add(new HubUnits.PageText.Link(target, target <= 4 ? 1 : 0));
            }
            visitor.page(i, found);
          }
        };
    HubUnits plain = HubUnits.plain(base);
    double[] drifted = InMemoryHits.run(plain.matrix(), 1e-12, 2000).authorities();
    assertEquals(true, drifted[5] > 3 * drifted[1]);
    HubUnits cut = HubUnits.of(base, text, new HubUnits.HubTreatment(false, 4));
    assertEquals(1, cut.ignoredHublets());
    assertEquals(new HubUnits.Unit(0, 1, 4), cut.unit(0));
    double[] authorities = new double[cut.matrix().columns()];
    double[] hubs = new double[cut.matrix().rows()];
    hubs[0] = 1;
    cut.matrix().authorities(hubs, authorities);
    assertEquals(1, authorities[4]);
    assertEquals(0, authorities[5]); // no longer passed on from one topic to the other
  }
}
