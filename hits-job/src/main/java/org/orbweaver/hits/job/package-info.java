/**
 * HITS on the files of a crawl. {@link org.orbweaver.hits.job.HitsPhase} ranks a whole graph: its
 * jobs are those of {@code HitsEngine}, which is {@code FusedHits} in one task or two
 * multiplications in many, with the arithmetic of {@code HitsSums}. {@link
 * org.orbweaver.hits.job.SalsaPhase} ranks it by SALSA instead. {@link
 * org.orbweaver.hits.job.FocusedRun} ranks the pages around a query or a page.
 */
package org.orbweaver.hits.job;
