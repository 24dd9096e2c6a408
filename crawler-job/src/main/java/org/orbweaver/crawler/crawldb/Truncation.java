package org.orbweaver.crawler.crawldb;

import java.io.EOFException;

/**
 * Finds out that a sequence file was cut short. Hadoop's reader takes an end in the midst of a
 * block for the end of the file; but after the last record read (key and value) it stands where the
 * last whole block ends, and that is the end of a file that is whole.
 */
public final class Truncation {
  /** An escape of four bytes and sixteen bytes of mark. */
  private static final int SYNC_MARK = 20;

  private Truncation() {}

  /**
   * Called when the reader says that there is no more.
   *
   * @param wholeUpTo the reader's position after the last record, or before the first
   * @param length of the file
   * @throws EOFException when something stands behind that is no whole block
   */
  public static void check(long wholeUpTo, long length) throws EOFException {
    long rest = length - wholeUpTo;
    // A sync mark may be the last thing written.
    if (rest != 0 && rest != SYNC_MARK) {
      throw new EOFException("it ends in the midst of a block");
    }
  }
}
