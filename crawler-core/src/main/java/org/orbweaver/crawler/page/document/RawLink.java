package org.orbweaver.crawler.page.document;

/**
 * A link as written in a document.
 *
 * @param reference possibly relative
 * @param anchor its words
 * @param rel its relations, as written
 */
public record RawLink(String reference, String anchor, String rel) {}
