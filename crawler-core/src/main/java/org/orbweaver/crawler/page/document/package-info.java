/**
 * Documents other than HTML and plain text, in processes that a document can break without harm.
 *
 * <p>{@link org.orbweaver.crawler.page.document.DocumentReader} keeps a few processes of {@code
 * ParserMain}, each with its own heap, and hands them one document at a time; {@code Frames} is
 * what goes through the pipes. In the process, {@code Lockdown} takes away network, programs and
 * files, and {@code TikaDocumentParser} parses. {@code ParserProcess} is the parent's end of one:
 * it kills it when a {@link org.orbweaver.crawler.page.document.Limit} is broken.
 *
 * <p>Independent of HTML, URLs and Hadoop: links are handed on as they stand in the document.
 */
package org.orbweaver.crawler.page.document;
