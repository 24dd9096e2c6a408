/**
 * The fate of a URL: what each outcome of a fetch does to its entry in the crawldb, and when the
 * entry may be in a fetch list again. Update applies it, generate obeys it, {@code orb why} and
 * {@code orb plan} tell it.
 */
package org.orbweaver.crawler.schedule;
