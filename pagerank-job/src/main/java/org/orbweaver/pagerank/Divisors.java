package org.orbweaver.pagerank;

/**
 * By what each page's rank is divided to give its share along one link: the number of its links (or
 * the sum of their weights), 0 for a page without any.
 */
interface Divisors {

  /** That of page {@code v}. */
  double at(int v);

  /** Degrees of the pages from {@code first} on: 4 bytes a page. */
  static Divisors of(int[] degrees, int first) {
    return v -> degrees[v - first];
  }

  /** Sums of weights of the pages from {@code first} on: 8 bytes a page. */
  static Divisors of(double[] sums, int first) {
    return v -> sums[v - first];
  }
}
