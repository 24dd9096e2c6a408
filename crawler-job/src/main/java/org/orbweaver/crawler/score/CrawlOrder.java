package org.orbweaver.crawler.score;

import java.util.List;
import org.orbweaver.plugin.ScoringRule;

/** Orbweaver's own orders of crawling; {@code orbweaver.generate.order} describes them. */
public class CrawlOrder implements ScoringRule {
  /** All, the default first. */
  public static final List<ScoringRule> ALL =
      List.of(
          new CrawlOrder("crawldb", Combination.BEST),
          new CrawlOrder("pagerank", Combination.BEST) {
            @Override
            public boolean usesPageRank() {
              return true;
            }

            @Override
            public float priority(Candidate candidate) {
              return candidate.pageRank();
            }
          },
          new CrawlOrder("breadth-first", Combination.BEST) {
            @Override
            public float priority(Candidate candidate) {
              return candidate.dueSeconds();
            }
          },
          new CrawlOrder("opic", Combination.SUM) {
            @Override
            public float share(Source page, String target) {
              return page.score() / page.links();
            }
          },
          new CrawlOrder("in-degree", Combination.SUM) {
            @Override
            public float share(Source page, String target) {
              return 1;
            }
          });

  private final String name;
  private final Combination combination;

  private CrawlOrder(String name, Combination combination) {
    this.name = name;
    this.combination = combination;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Combination combination() {
    return combination;
  }
}
