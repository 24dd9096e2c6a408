package org.orbweaver.index.schema;

import java.util.List;

/**
 * A page as the index takes it: everything known of one URL, joined.
 *
 * @param url the URL, in normal form
 * @param title its title, empty when it has none
 * @param headings its headings, in order
 * @param description what it says of itself, and its keywords
 * @param body its text
 * @param main its main content, of which snippets are made
 * @param anchors what links to it say
 * @param lang language tag in lower case, empty when unknown
 * @param type media type without parameters, empty when unknown
 * @param usage what its owner allows and does not, as {@code "search:y ai-train:n"}; may be empty
 * @param topics what it is about, topics in a row separated by spaces; may be empty
 * @param date milliseconds since 1970; when it was last modified, as far as known
 * @param pageRank its PageRank, or 0 when there is none
 * @param group its group of near-duplicates, or empty
 */
public record Page(
    String url,
    String title,
    List<String> headings,
    String description,
    String body,
    String main,
    List<Anchors.Anchor> anchors,
    String lang,
    String type,
    String usage,
    String topics,
    long date,
    double pageRank,
    String group) {

  /** Whether there is nothing in it to find it by but its URL. */
  public boolean isEmpty() {
    return title.isBlank() && body.isBlank() && anchors.isEmpty();
  }
}
