package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HostsTest {
  private static Hosts hosts(boolean[][] arcs, short[] years, int... pages) {
    Hosts.Pages hosts = new Hosts.Pages();
    for (int h = 0; h < pages.length; h++) {
      for (int i = 0; i < pages[h]; i++) {
        hosts.add("host" + h);
      }
    }
    return Hosts.of(RandomGraphs.graph(arcs), hosts, years);
  }

  @Test
  void linksOfPagesAddUpToThoseOfHosts() {
    Random random = new Random(6);
    for (int g = 0; g < 1000; g++) {
      boolean[][] arcs = RandomGraphs.matrix(24, random);
      int n = arcs.length;
      Hosts.Pages pages = new Hosts.Pages();
      int[] hostOf = new int[n];
      for (int v = 0, h = 0; v < n; v++) {
        hostOf[v] = h;
        pages.add("h" + h);
        h += random.nextInt(3) == 0 ? 1 : 0;
      }
      Hosts hosts = Hosts.of(RandomGraphs.graph(arcs), pages, new short[n]);
      int count = hosts.figures().size();
      int[][] links = new int[count][count];
      for (int v = 0; v < n; v++) {
        for (int w = 0; w < n; w++) {
          links[hostOf[v]][hostOf[w]] += arcs[v][w] ? 1 : 0;
        }
      }
      for (int a = 0; a < count; a++) {
        assertEquals(links[a][a], hosts.figures().get(a).linksWithin());
        links[a][a] = 0;
      }
      for (int a = 0; a < count; a++) {
        long in = 0;
        for (int b = 0; b < count; b++) {
          in += links[b][a];
        }
        assertEquals(IntStream.of(links[a]).sum(), hosts.figures().get(a).linksOut());
        assertEquals(in, hosts.figures().get(a).linksIn());
        int[] row = new int[count];
        for (int i = hosts.links().start(a); i < hosts.links().start(a + 1); i++) {
          row[hosts.links().target(i)] = (int) hosts.links().weights()[i];
        }
        assertArrayEquals(links[a], row);
      }
    }
  }

  @Test
  void impactOfThreeHosts() {
    // Host 0 has pages 0 and 1, host 1 page 2, host 2 pages 3 and 4.
    boolean[][] arcs = new boolean[5][5];
    arcs[0][1] = true;
    arcs[0][2] = true;
    arcs[1][2] = true;
    arcs[1][3] = true;
    arcs[2][3] = true;
    arcs[4][0] = true;
    List<Hosts.Figures> hosts = hosts(arcs, new short[5], 2, 1, 2).figures();
    assertEquals(0.5, hosts.get(0).impact());
    assertEquals(2, hosts.get(1).impact());
    assertEquals(1, hosts.get(2).impact());
    assertEquals(2.0 / 3, hosts.get(1).impactFractional(), 1e-15);
    assertEquals((1.0 / 3 + 1) / 2, hosts.get(2).impactFractional(), 1e-15);
    assertEquals(2, hosts.get(2).linkingHosts());
    // The fixed point of PageRank: each host's equation.
    double a = hosts.get(0).influence();
    double b = hosts.get(1).influence();
    double c = hosts.get(2).influence();
    assertEquals(1, a + b + c, 1e-12);
    assertEquals(0.05 + 0.85 * c, a, 1e-11);
    assertEquals(0.05 + 0.85 * a * 2 / 3, b, 1e-11);
    assertEquals(0.05 + 0.85 * (a / 3 + b), c, 1e-11);
    assertEquals(c / 2, hosts.get(2).influencePerPage(), 1e-15);
  }

  @Test
  void hostsThatLinkToNobodyGiveTheirInfluenceToAll() {
    Hosts hosts = hosts(new boolean[2][2], new short[2], 1, 1);
    assertEquals(0.5, hosts.figures().get(0).influence(), 1e-15);
  }

  @Test
  void withYearsOnlyLinksOfTheNewestToTheTwoBeforeCount() {
    // Host 0 has pages 0 and 1, host 1 pages 2, 3, 4 and 5.
    boolean[][] arcs = new boolean[6][6];
    for (int w = 0; w < 6; w++) {
      arcs[0][w] = true;
      arcs[1][w] = true;
      arcs[2][w] = true;
    }
    short[] years = {2024, 2023, 2023, 2022, 2021, 0};
    Hosts hosts = hosts(arcs, years, 2, 4);
    assertEquals(2024, hosts.year());
    assertEquals(5, hosts.dated());
    assertEquals(0.0, hosts.figures().get(0).impactTwoYears());
    assertEquals(2.0 / 2, hosts.figures().get(1).impactTwoYears());
    years[1] = 2024;
    hosts = hosts(arcs, years, 2, 4);
    assertEquals(4.0 / 2, hosts.figures().get(1).impactTwoYears());
    assertTrue(Double.isNaN(hosts.figures().get(0).impactTwoYears()));
    hosts = hosts(arcs, new short[6], 2, 4);
    assertEquals(0, hosts.dated());
    assertTrue(Double.isNaN(hosts.figures().get(1).impactTwoYears()));
  }
}
