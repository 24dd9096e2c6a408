package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HostsTest {
  private static Hosts hosts(int... pages) {
    Hosts.Builder builder = new Hosts.Builder();
    for (int h = 0; h < pages.length; h++) {
      for (int i = 0; i < pages[h]; i++) {
        builder.add("host" + h);
      }
    }
    return builder.build();
  }

  @Test
  void linksOfPagesAddUpToThoseOfHosts() {
    Random random = new Random(6);
    for (int g = 0; g < 1000; g++) {
      boolean[][] arcs = RandomGraphs.matrix(24, random);
      int n = arcs.length;
      Hosts.Builder builder = new Hosts.Builder();
      int[] hostOf = new int[n];
      for (int v = 0, h = 0; v < n; v++) {
        hostOf[v] = h;
        builder.add("h" + h);
        h += random.nextInt(3) == 0 ? 1 : 0;
      }
      Hosts hosts = builder.build();
      int[][] links = new int[hosts.count()][hosts.count()];
      for (int v = 0; v < n; v++) {
        for (int w = 0; w < n; w++) {
          links[hostOf[v]][hostOf[w]] += arcs[v][w] ? 1 : 0;
        }
      }
      HostGraph graph = HostGraph.of(RandomGraphs.graph(arcs), hosts);
      for (int a = 0; a < hosts.count(); a++) {
        assertEquals(links[a][a], graph.within(a));
        links[a][a] = 0;
      }
      int[][] left = new int[links.length][];
      for (int a = 0; a < hosts.count(); a++) {
        left[a] = links[a].clone();
        long out = 0;
        long in = 0;
        for (int b = 0; b < hosts.count(); b++) {
          out += links[a][b];
          in += links[b][a];
        }
        assertEquals(out, graph.outLinks(a));
        assertEquals(in, graph.inLinks(a));
        for (int i = graph.out().start(a); i < graph.out().start(a + 1); i++) {
          assertEquals(links[a][graph.out().target(i)], graph.weight(i));
          left[a][graph.out().target(i)] = 0;
        }
        assertArrayEquals(new int[hosts.count()], left[a]);
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
    Hosts hosts = hosts(2, 1, 2);
    HostGraph graph = HostGraph.of(RandomGraphs.graph(arcs), hosts);
    HostImpact impact = HostImpact.of(graph, hosts);
    assertEquals(0.5, impact.impact(0));
    assertEquals(2, impact.impact(1));
    assertEquals(1, impact.impact(2));
    assertEquals(2.0 / 3, impact.fractional(1), 1e-15);
    assertEquals((1.0 / 3 + 1) / 2, impact.fractional(2), 1e-15);
    assertEquals(2, impact.linkingHosts(2));
    // The fixed point of PageRank: each host's equation.
    double a = impact.influence(0);
    double b = impact.influence(1);
    double c = impact.influence(2);
    assertEquals(1, a + b + c, 1e-12);
    assertEquals(0.05 + 0.85 * c, a, 1e-11);
    assertEquals(0.05 + 0.85 * a * 2 / 3, b, 1e-11);
    assertEquals(0.05 + 0.85 * (a / 3 + b), c, 1e-11);
    assertEquals(c / 2, impact.influencePerPage(2), 1e-15);
  }

  @Test
  void hostsThatLinkToNobodyGiveTheirInfluenceToAll() {
    Hosts hosts = hosts(1, 1);
    HostGraph graph = HostGraph.of(RandomGraphs.graph(new boolean[2][2]), hosts);
    assertEquals(0.5, HostImpact.of(graph, hosts).influence(0), 1e-15);
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
    Hosts hosts = hosts(2, 4);
    YearImpact impact = YearImpact.of(RandomGraphs.graph(arcs), hosts, years).orElseThrow();
    assertEquals(2024, impact.year());
    assertEquals(5, impact.dated());
    assertEquals(0.0, impact.impact(0));
    assertEquals(2.0 / 2, impact.impact(1));
    years[1] = 2024;
    impact = YearImpact.of(RandomGraphs.graph(arcs), hosts, years).orElseThrow();
    assertEquals(4.0 / 2, impact.impact(1));
    assertTrue(Double.isNaN(impact.impact(0)));
    short[] none = new short[6];
    assertTrue(YearImpact.of(RandomGraphs.graph(arcs), hosts, none).isEmpty());
  }
}
