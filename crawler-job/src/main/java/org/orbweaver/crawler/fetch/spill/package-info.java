/**
 * The output of a fetch task. Rows arrive in any order for hours, become durable within
 * milliseconds, and end up in sorted files. {@link org.orbweaver.crawler.fetch.spill.SpillWriter}
 * ties the parts together:
 *
 * <pre>
 * rows ─► buffer ──────────► spills (sorted) ─► merge ─► files of the part
 *            └─► write-ahead log ┘
 *              (after a kill only)
 * </pre>
 */
package org.orbweaver.crawler.fetch.spill;
