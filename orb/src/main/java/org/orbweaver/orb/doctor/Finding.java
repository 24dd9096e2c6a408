package org.orbweaver.orb.doctor;

/**
 * The result of a check.
 *
 * @param message the observation
 * @param remedy what to do; empty if nothing needs to be done
 */
record Finding(Level level, String message, String remedy) {
  /** How bad it is: a note is worth knowing; an error makes a crawl fail, or do harm. */
  enum Level {
    OK,
    NOTE,
    ERROR
  }

  static Finding ok(String message) {
    return new Finding(Level.OK, message, "");
  }

  static Finding note(String message, String remedy) {
    return new Finding(Level.NOTE, message, remedy);
  }

  static Finding error(String message, String remedy) {
    return new Finding(Level.ERROR, message, remedy);
  }
}
