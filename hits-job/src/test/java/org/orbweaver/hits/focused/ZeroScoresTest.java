package org.orbweaver.hits.focused;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZeroScoresTest {

  @Test
  void countsWhatHasNothingAndWhy() throws IOException {
    // 0, 1, 2 → 3, 4 (eigenvalue 6); 5 → 6 (1); 7 is isolated.
    LinkMatrix matrix =
        new LinkMatrix(8, new int[][] {{3, 4}, {3, 4}, {3, 4}, {}, {}, {6}, {}, {}}, null);
    InMemoryHits hits = InMemoryHits.run(matrix, 1e-9, 500);
    ZeroScores zeros = ZeroScores.of(matrix, hits.authorities());
    assertEquals(5, zeros.withoutInlinks());
    assertEquals(4, zeros.withoutLinks());
    assertEquals(1, zeros.others());
    assertEquals(1, zeros.otherAuthorities());
    assertEquals(1, zeros.otherHubs());
    assertTrue(zeros.largestOther() < 1e-6);
    assertEquals(2, zeros.concentration(), 1e-8);
    List<String> words = zeros.explain("");
    assertEquals("authority 0: 5 pages without inlinks", words.get(0));
    assertTrue(words.get(2).contains("all have converged to 0"), words.get(2));
    assertTrue(words.get(3).contains("those of about 2 pages"), words.get(3));
  }

  @Test
  void equallyStrongCommunitiesKeepTheirs() throws IOException {
    LinkMatrix matrix = new LinkMatrix(4, new int[][] {{2}, {3}, {}, {}}, null);
    InMemoryHits hits = InMemoryHits.run(matrix, 1e-9, 500);
    ZeroScores zeros = ZeroScores.of(matrix, hits.authorities());
    assertEquals(Math.sqrt(.5), zeros.largestOther(), 1e-12);
    assertTrue(zeros.explain("").get(2).contains("equally strong"), zeros.explain("x").toString());
  }

  @Test
  void coCitationCountsPagesThatLinkToBoth() throws IOException {
    int[][] out = {{3, 4, 5}, {3, 4}, {3, 6}, {}, {}, {}, {}};
    String[] hosts = {"a", "b", "c", "d", "e", "f", "c"};
    Graphs.Links links = new Graphs.Links(out, hosts);
    // 2 → 6 is within host c.
    assertEquals(
        List.of(new BaseSet.CoCitation(4, 2), new BaseSet.CoCitation(5, 1)),
        BaseSet.CoCitation.with(links, 3, new int[] {0, 1, 2}, BaseSet.Limits.DEFAULT, 10));
    assertEquals(
        List.of(new BaseSet.CoCitation(4, 2)),
        BaseSet.CoCitation.with(links, 3, new int[] {0, 1, 2}, BaseSet.Limits.DEFAULT, 1));
    assertEquals(
        3,
        BaseSet.CoCitation.with(
                links, 3, new int[] {0, 1, 2}, new BaseSet.Limits(200, 50, 8, true, 1), 10)
            .size());
  }
}
