/**
 * Turns documents into sorted records of postings, columns and stored fields, in memory; the map
 * side of the inversion. Plain Lucene, independent of Hadoop.
 *
 * <p>{@link org.orbweaver.index.invert.Inverter} is fed by one mapper and emits its records to the
 * shuffle, which {@link org.orbweaver.index.codec.SegmentWriter} reads.
 */
package org.orbweaver.index.invert;
