package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PooledRateTest {
  @Test
  void groupsAreShrunkToThoseAbove() {
    PooledRate crawl = new PooledRate(.1);
    PooledRate host = new PooledRate(crawl);
    assertEquals(.1, host.mean(), 1e-12);
    for (int page = 0; page < 20; page++) {
      host.replace(0, .4);
    }
    double mean = (20 * .4 + .1) / 21;
    assertEquals(mean, crawl.mean(), 1e-12);
    assertEquals((.4 + mean) / 2, host.mean(), 1e-12);
    host.replace(.4, .8);
    assertEquals((20 * .4 + .4 + .1) / 21, crawl.mean(), 1e-12);
    assertEquals(crawl.mean(), new PooledRate(crawl).mean(), 1e-12);
  }
}
