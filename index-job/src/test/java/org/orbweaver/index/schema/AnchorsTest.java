package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.schema.Anchors.Anchor;

class AnchorsTest {
  @Test
  void oneHostsRepetitionsAreDamped() {
    Anchors anchors = new Anchors();
    for (int i = 0; i < 1000; i++) {
      anchors.add("a.org", "Home");
    }
    for (int i = 0; i < 16; i++) {
      anchors.add("host" + i + ".org", "Aerospace");
    }
    // 1 + log2(1000) = 10.97 against 16; repeats 1 + floor(log2 of that).
    assertEquals(List.of(new Anchor("Aerospace", 5), new Anchor("Home", 4)), anchors.heaviest());
  }

  @Test
  void caseAndSpaceDoNotMakeAnotherText() {
    Anchors anchors = new Anchors();
    anchors.add("a.org", "Create  Table");
    anchors.add("b.org", " create table\n");
    assertEquals(List.of(new Anchor("Create Table", 2)), anchors.heaviest());
  }

  @Test
  void signsAloneAreNoNames() {
    Anchors anchors = new Anchors();
    anchors.add("a.org", "»");
    anchors.add("a.org", "");
    anchors.add("a.org", null);
    assertEquals(List.of(), anchors.heaviest());
  }

  @Test
  void listIsBounded() {
    Anchors anchors = new Anchors();
    for (int i = 0; i < Anchors.MAX_TEXTS + 10; i++) {
      anchors.add("a.org", "text " + i);
    }
    assertEquals(Anchors.MAX_KEPT, anchors.heaviest().size());
    assertEquals(new Anchor("text 0", 1), anchors.heaviest().get(0));
  }
}
