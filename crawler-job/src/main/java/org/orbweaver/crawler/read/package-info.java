/**
 * Commands that read a crawl's stores from the client, without a job and without the lock.
 *
 * <p>The commands ({@code read crawldb}, {@code read segment} …) count, rank and print the records
 * of the stores ({@link org.orbweaver.common.sorted}), as text or as JSON lines. All text from the
 * web is made safe for the terminal. They read stores that Nutch wrote as well as ours.
 *
 * <p>A reader that runs while a step is being published may miss {@code current} between two
 * renames; it reports this, and finds it on another try.
 */
package org.orbweaver.crawler.read;
