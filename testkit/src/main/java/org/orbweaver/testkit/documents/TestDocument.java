package org.orbweaver.testkit.documents;

/**
 * A document as a server sends it.
 *
 * @param name unique among those made together; a path's last part
 * @param contentType header
 * @param content body
 * @param words text that a parser must find; null if none is expected
 */
@SuppressWarnings("ArrayRecordComponent") // Passed on, never compared.
public record TestDocument(String name, String contentType, byte[] content, String words) {}
