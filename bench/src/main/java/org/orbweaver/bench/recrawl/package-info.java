/**
 * The recrawl policies on known changes. {@link org.orbweaver.bench.recrawl.RecrawlSimulation}
 * replays the changes of pages and visits them as a crawl would, by the classes of {@link
 * org.orbweaver.crawler.recrawl}; {@link org.orbweaver.bench.recrawl.VisitBudget} computes the
 * optimum in theory. {@code docs/recrawl.md} has the formulas.
 */
package org.orbweaver.bench.recrawl;
