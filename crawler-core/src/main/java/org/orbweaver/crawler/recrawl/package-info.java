/**
 * Planning of revisits: the change rates of pages, estimated from visits that only show whether a
 * page changed, and the order in which a budget of visits is spent.
 *
 * <p>{@link org.orbweaver.crawler.recrawl.PageHistory} is the state of a page between visits.
 * {@link org.orbweaver.crawler.recrawl.ChangeHistory} counts the results of visits, {@link
 * org.orbweaver.crawler.recrawl.ChangeRateEstimator} estimates the change rate from them, {@link
 * org.orbweaver.crawler.recrawl.ActivityClock} describes when a site changes many pages at once,
 * and {@link org.orbweaver.crawler.recrawl.RecrawlPolicy} values visits.
 *
 * <p>Times are days, change rates changes per day, throughout. {@code docs/recrawl.md} has the
 * formulas.
 */
package org.orbweaver.crawler.recrawl;
