package org.orbweaver.index.search;

import java.util.List;

/**
 * The answer to a query.
 *
 * @param hits best first
 * @param total how many pages match
 * @param totalIsExact false where there are at least {@code total}
 * @param readAs the query as it was read
 * @param notes what had to be guessed when reading it
 * @param millis how long the search took, snippets included
 */
public record SearchResult(
    List<SearchHit> hits,
    long total,
    boolean totalIsExact,
    String readAs,
    List<String> notes,
    long millis) {}
