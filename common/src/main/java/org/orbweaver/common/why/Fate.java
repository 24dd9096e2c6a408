package org.orbweaver.common.why;

import java.util.List;

/**
 * The outcome for a URL, and its reason.
 *
 * @param standing how far it came
 * @param cause a short name that is stable across releases, such as {@code robots} or {@code
 *     http-404}
 * @param sentence the same for people, with the rule or setting that decides; without a full stop
 * @param remedies possible changes, one sentence each; empty if nothing needs to change
 */
public record Fate(Standing standing, String cause, String sentence, List<String> remedies) {

  /** How far a URL came. */
  public enum Standing {
    /** Not in the crawldb. */
    OUTSIDE,
    /** In the crawldb, to be fetched. */
    WAITING,
    /** Forbidden, gone, or failed too often. */
    UNAVAILABLE,
    /** It leads to another URL. */
    REDIRECT,
    /** Fetched, but kept out of the index. */
    LEFT_OUT,
    /** Fetched, and the index should have it. */
    PAGE,
    /** In the newest index. */
    SEARCHABLE
  }

  public Fate {
    remedies = List.copyOf(remedies);
  }

  /** A fate with its remedies. */
  public static Fate of(Standing standing, String cause, String sentence, String... remedies) {
    return new Fate(standing, cause, sentence, List.of(remedies));
  }

  /** The same fate with one more remedy. */
  public Fate withRemedy(String remedy) {
    List<String> all = new java.util.ArrayList<>(remedies);
    all.add(remedy);
    return new Fate(standing, cause, sentence, all);
  }
}
