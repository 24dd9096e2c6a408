package org.orbweaver.bench.crash;

/**
 * A command in the life of a crawl.
 *
 * @param name of the phase; empty if it only prepares the next ones
 * @param line the command line; SEEDS, CRAWL and DISK stand for the seeds of the web, the crawl's
 *     directory and the folder that holds it
 * @param day of the crawl's life
 */
record Phase(String name, String line, int day) {
  Phase(String name, String line) {
    this(name, line, 0);
  }

  /** True if it consists of steps that other phases have, so that only their ends are tried. */
  boolean isSequence() {
    return line.startsWith("recrawl");
  }

  boolean isTried() {
    return !name.isEmpty();
  }
}
