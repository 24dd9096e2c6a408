/**
 * When to visit pages again: how often a page changes, learned from visits that only tell whether
 * it did, and the order in which a budget of visits is spent.
 *
 * <p>{@link org.orbweaver.crawler.recrawl.PageHistory} is what a crawl keeps of a page between
 * visits. {@link org.orbweaver.crawler.recrawl.ChangeHistory} counts what the visits saw, {@link
 * org.orbweaver.crawler.recrawl.ChangeRateEstimator} estimates its change rate from that, {@link
 * org.orbweaver.crawler.recrawl.ActivityClock} learns when a site changes many pages at once, and
 * {@link org.orbweaver.crawler.recrawl.RecrawlPolicy} says what a visit is worth. {@link
 * org.orbweaver.crawler.recrawl.RecrawlSimulation} replays all of it on known changes.
 *
 * <p>Times are days, change rates changes per day, throughout. {@code docs/recrawl.md} has the
 * formulas.
 */
package org.orbweaver.crawler.recrawl;
