/**
 * Writes an index in formats of other programs.
 *
 * <p>{@link org.orbweaver.index.export.IndexExport} reads a build through Lucene's reader, so that
 * deletions apply, and writes a folder that appears whole or not at all. Pages are written one by
 * one as stored: {@link org.orbweaver.index.export.ExportField} lists their fields, a {@link
 * org.orbweaver.plugin.RowFormat} writes them. The Common Index File Format takes the postings
 * instead, two passes over them ({@code CiffWriter}). A day shard has both; the module of the
 * crawler writes it with {@link org.orbweaver.index.export.ShardPages}.
 *
 * <p>The text of a page is exported as far as it is stored ({@code
 * orbweaver.index.stored.max.chars}); headings, prominent text and links to other pages exist in
 * the index as postings only; of these, CIFF exports all but the links.
 */
package org.orbweaver.index.export;
