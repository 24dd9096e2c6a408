package org.orbweaver.crawler.recrawl;

/**
 * The mean change rate of the pages of a group (a path template, a host, a crawl), as the prior of
 * its pages: the mean of their present estimates, shrunk to that of the group above. Estimates of
 * pages already allow for changes that visits missed, which pooled visits would not.
 */
public final class PooledRate {
  /** Pages that the group above counts as. */
  private static final double SHRINKAGE = 20;

  private final PooledRate parent;
  private final double guess;
  private double sum;
  private int pages;

  /** A crawl, with a guess in changes per day that weighs as much as one page. */
  public PooledRate(double guess) {
    this.parent = null;
    this.guess = guess;
  }

  /** A group within another. */
  public PooledRate(PooledRate parent) {
    this.parent = parent;
    this.guess = 0;
  }

  /** Replaces a page's estimate here and above; 0 before its first, or instead of its last. */
  public void replace(double before, double after) {
    sum += after - before;
    pages += (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
    if (parent != null) {
      parent.replace(before, after);
    }
  }

  /** Changes per day, above 0. */
  public double mean() {
    return parent == null
        ? (sum + guess) / (pages + 1)
        : (sum + SHRINKAGE * parent.mean()) / (pages + SHRINKAGE);
  }
}
