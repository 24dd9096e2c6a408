package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {

  /** Incremental builds compare digests of this text with those of earlier versions. */
  @Test
  void textInDigestsIsThatOfEarlierVersions() {
    assertEquals(
        "Content[title=t, headings=[], description=, author=, main=m, body=, prominent=, links=[],"
            + " lang=en, type=, kind=, usage=, topics=, date=0, spam=0.0,"
            + " showing=Showing[maxChars=2147483647, texts=[], date=false]]",
        Page.Content.of("t", "m", "en").toString());
    Page.Facts facts =
        new Page.Facts(
            1,
            "text/html",
            "g",
            true,
            List.of(),
            2,
            .5,
            .25,
            .125,
            List.of(new Page.TopicRank("sport", 1)));
    assertEquals(
        "Facts[date=1, type=text/html, group=g, representative=true, anchors=[], linkingHosts=2,"
            + " pageRank=0.5, authority=0.25, hub=0.125,"
            + " topicRanks=[TopicRank[topic=sport, rank=1.0]]]",
        facts.toString());
  }
}
