package org.orbweaver.hits.focused;

/**
 * A link of a page.
 *
 * @param page the target's id in the graph; −1 where it is not in it
 * @param matches how many of the query's words occur in its text
 */
public record PageLink(int page, int matches) {}
