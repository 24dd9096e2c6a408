/**
 * Reads documents other than HTML and plain text, in separate processes that a document can break
 * without harm.
 *
 * <p>{@link org.orbweaver.crawler.page.document.DocumentReader} keeps a few processes of {@code
 * ParserMain}, each with its own heap, and gives them one document at a time; {@code Frames} is the
 * protocol. In the process, {@code Lockdown} denies network, programs and files, and {@code
 * TikaDocumentParser} parses. {@code ParserProcess} is the parent's end of a process: it kills it
 * if it exceeds a {@link org.orbweaver.crawler.page.document.Limit}.
 *
 * <p>Independent of HTML, URLs and Hadoop: links are passed on as written in the document.
 */
package org.orbweaver.crawler.page.document;
