/**
 * The plan of a build: which pages an index has, which documents are new, and which older ones it
 * deletes.
 *
 * <p>{@link org.orbweaver.index.plan.PlanJob} moves no text: within a URL the shuffle brings the
 * crawldb's record first, of several parses the one of the newest segment first, and the pages that
 * name it as canonical last, when it is known whether it will be indexed. The plan is sorted by the
 * part of the segment that has the parse, then by URL, so that {@link
 * org.orbweaver.index.plan.PageInputFormat} reads it in step with the parses and texts, and skips
 * unplanned pages.
 */
package org.orbweaver.index.plan;
