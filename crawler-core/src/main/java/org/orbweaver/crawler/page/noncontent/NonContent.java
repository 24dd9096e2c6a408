package org.orbweaver.crawler.page.noncontent;

import java.util.Optional;

/** The kinds of answers that are not the requested page: never indexed, never a duplicate. */
public enum NonContent {
  /** The host's answer for paths that do not exist, with a status that says otherwise. */
  SOFT_404("soft-404", "soft 404", "a soft 404: the host answers so to unknown paths", false),
  /** An interstitial that separates browsers from bots. */
  CHALLENGE("challenge", "challenge page", "a challenge to bots", false),
  /** A form that asks to accept cookies before anything is shown. */
  CONSENT("consent", "consent page", "a consent form", true),
  /** A domain without a site: for sale, expired, or with advertisements alone. */
  PARKED("parked", "page of a parked domain", "a page of a parked domain", false),
  /** A form that asks for a password. */
  LOGIN("login", "login page", "a login form", true),
  /** A page of a maze; update finds these, not parse. */
  MAZE("maze", "page of a maze", "a page of a maze of generated text", false),
  /** What a page filter of a plugin says is no page. */
  PLUGIN("plugin", "page that a plugin rejects", "no content, by the verdict of a plugin", false);

  private final String word;
  private final String noun;
  private final String description;
  private final boolean linksFollowed;

  NonContent(String word, String noun, String description, boolean linksFollowed) {
    this.word = word;
    this.noun = noun;
    this.description = description;
    this.linksFollowed = linksFollowed;
  }

  /** Its name in metadata: "soft-404". */
  public String word() {
    return word;
  }

  /** Its name for users, in the singular: "soft 404". */
  public String noun() {
    return noun;
  }

  /** Its name for users, in the plural. */
  public String nouns() {
    return noun.startsWith("page ") ? noun.replaceFirst("page", "pages") : noun + "s";
  }

  /** A description for users: "a soft 404: …". */
  public String description() {
    return description;
  }

  /** Whether its links lead to pages of the site. */
  public boolean linksFollowed() {
    return linksFollowed;
  }

  /** The kind with that name; empty if there is none, and for null. */
  public static Optional<NonContent> of(String word) {
    for (NonContent kind : values()) {
      if (kind.word.equals(word)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
