package org.orbweaver.index.search;

/**
 * A page found.
 *
 * @param rank its place, from 1
 * @param url its URL
 * @param title its title, empty when it has none
 * @param snippet text from it around the query's words
 * @param score the score it is ranked by: text + rankScore, within rounding
 * @param textScore the text's share
 * @param rankScore PageRank's share
 * @param pageRank its PageRank, 0 when it has none
 * @param lang language tag, or empty
 * @param type media type, or empty
 * @param date ms since 1970
 * @param explanation how Lucene came to the score, or empty when that was not asked for
 */
public record SearchHit(
    int rank,
    String url,
    String title,
    Snippet snippet,
    float score,
    float textScore,
    float rankScore,
    double pageRank,
    String lang,
    String type,
    long date,
    String explanation) {}
