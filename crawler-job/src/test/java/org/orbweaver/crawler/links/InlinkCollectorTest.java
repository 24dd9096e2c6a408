package org.orbweaver.crawler.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.links.InlinkCollector.Link;

class InlinkCollectorTest {

  private static List<Link> collect(int most, List<Link> links) {
    InlinkCollector collector = new InlinkCollector(most);
    links.forEach(collector::add);
    List<Link> kept = collector.links();
    assertEquals(
        links.stream().map(Link::from).distinct().count() - kept.size(), collector.dropped());
    return kept;
  }

  @Test
  void oneLinkForEachSourceTheNewest() {
    assertEquals(
        List.of(new Link("a", "new", 2), new Link("b", "longer", 1)),
        collect(
            10,
            List.of(
                new Link("b", "x", 1),
                new Link("a", "new", 2),
                new Link("b", "longer", 1),
                new Link("a", "a very old one", 0))));
  }

  @Test
  void keepsAnchorsFirstWhateverTheOrder() {
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      links.add(new Link("http://h" + i % 7 + ".example/" + i, i % 4 == 0 ? "text " + i : "", 1));
    }
    List<Link> kept = collect(100, links);
    assertEquals(100, kept.size());
    assertTrue(kept.stream().noneMatch(link -> link.anchor().isEmpty()));
    Random random = new Random(3);
    for (int i = 0; i < 5; i++) {
      Collections.shuffle(links, random);
      assertEquals(kept, collect(100, links));
    }
  }
}
