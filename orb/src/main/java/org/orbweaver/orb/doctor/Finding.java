package org.orbweaver.orb.doctor;

/**
 * What a check found.
 *
 * @param message what is so
 * @param remedy what to do; empty where nothing needs to be done
 */
record Finding(Level level, String message, String remedy) {
  /** How bad it is. */
  enum Level {
    /** As it should be. */
    OK("ok"),
    /** Worth knowing. */
    NOTE("note"),
    /** A crawl fails, or does harm, until it is fixed. */
    ERROR("ERROR");

    private final String label;

    Level(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
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
