/**
 * Writes a Lucene segment from sorted records, through Lucene's codec API; the only package that
 * uses it.
 *
 * <p>The interface to the rest is the record: {@link org.orbweaver.index.invert} makes the records
 * of a run with {@link org.orbweaver.index.codec.PostingsWriter}, {@link
 * org.orbweaver.index.codec.ColumnWriter} and {@link org.orbweaver.index.codec.StoredFieldsRun};
 * the shuffle sorts those of all runs by {@link org.orbweaver.index.codec.RecordKey}; {@link
 * org.orbweaver.index.codec.SegmentWriter} makes the segment of them. The classes that write
 * records document their formats. Stored fields bypass the shuffle in side files of the map tasks.
 *
 * <p>Lucene calls this API experimental, and it has traps: maxDoc must be known before the first
 * file is opened; norms must be complete before postings; the names of fields are read twice, their
 * terms once; a term's postings may be left before their end; field infos are written last, because
 * the formats leave attributes in them; the segment belongs to the raw directory, not to the
 * wrapper that counts its files.
 */
package org.orbweaver.index.codec;
