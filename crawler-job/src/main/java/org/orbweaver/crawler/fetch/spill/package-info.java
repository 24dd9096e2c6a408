/**
 * The output of a fetch task: rows come in any order for hours, are durable within milliseconds,
 * and end as sorted files. {@link org.orbweaver.crawler.fetch.spill.SpillWriter} is the whole:
 *
 * <pre>
 * rows ─► buffer ──────────► spills (sorted) ─► merge ─► files of the part
 *            └─► write-ahead log ┘
 *              (after a kill only)
 * </pre>
 */
package org.orbweaver.crawler.fetch.spill;
