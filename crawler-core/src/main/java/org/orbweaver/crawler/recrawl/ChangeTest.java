package org.orbweaver.crawler.recrawl;

import org.orbweaver.crawler.duplicate.Simhash;

/** What counts as a change of a page, told from 64 bits of its versions. */
public enum ChangeTest {
  /** Another main content: navigation, counters and tokens do not count. */
  CONTENT('c'),
  /** Other bytes. */
  BYTES('b'),
  /** A main content whose simhash differs in more than some bits: small edits do not count. */
  SIMHASH('s');

  private final byte code;

  ChangeTest(char code) {
    this.code = (byte) code;
  }

  /** What stands for it in records. */
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
   * @param before a hash of the version before: a digest, or for {@link #SIMHASH} that
   * @param bits in which simhashes of an unchanged page may differ
   */
  public boolean isChange(long before, long after, int bits) {
    return this == SIMHASH ? Simhash.distance(before, after) > bits : before != after;
  }
}
