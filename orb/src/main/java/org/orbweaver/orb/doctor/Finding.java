package org.orbweaver.orb.doctor;

/**
 * What a check found.
 *
 * @param message what is so
 * @param remedy what to do; empty where nothing needs to be done
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
