package org.orbweaver.crawler.recrawl;

import org.orbweaver.crawler.duplicate.Simhash;

/** The definition of a page change, from 64 bits of each version. */
public enum ChangeTest {
  /** Different main content: navigation, counters and tokens do not count. */
  CONTENT('c'),
  /** Different bytes. */
  BYTES('b'),
  /** The simhash of the main content differs in more than some bits: small edits do not count. */
  SIMHASH('s');

  private final byte code;

  ChangeTest(char code) {
    this.code = (byte) code;
  }

  /** The code of the test in records. */
  byte code() {
    return code;
  }

  /**
   * The test of a code.
   *
   * @throws IllegalArgumentException if there is none
   */
  static ChangeTest of(byte code) {
    for (ChangeTest test : values()) {
      if (test.code == code) {
        return test;
      }
    }
    throw new IllegalArgumentException("page history: no test of changes has the code " + code);
  }

  /**
   * Whether a page has changed.
   *
   * @param before a hash of the version before: a digest, or a simhash for {@link #SIMHASH}
   * @param bits in which simhashes of an unchanged page may differ
   */
  public boolean isChange(long before, long after, int bits) {
    return this == SIMHASH ? Simhash.distance(before, after) > bits : before != after;
  }
}
