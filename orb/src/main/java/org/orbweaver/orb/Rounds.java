package org.orbweaver.orb;

/**
 * How far a crawl goes: to a number of rounds in all, or by some more from where it stands.
 *
 * @param count of rounds
 * @param more whether they are counted from where the crawl stands, an interrupted round being the
 *     first; else from its beginning
 */
public record Rounds(int count, boolean more) {
  public static Rounds inAll(int count) {
    return new Rounds(count, false);
  }

  public static Rounds more(int count) {
    return new Rounds(count, true);
  }

  /** Until no URL is due. */
  public static Rounds untilDone() {
    return inAll(Integer.MAX_VALUE);
  }

  /** The number of the last round, where {@code next} is that of the next or interrupted one. */
  int last(int next) {
    return more ? next - 1 + count : count;
  }
}
