/**
 * Near-duplicates of texts, in plain Java: {@link org.orbweaver.crawler.duplicate.Shingles} and
 * their exact Jaccard coefficient; {@link org.orbweaver.crawler.duplicate.Sketch}, some 500 bytes
 * that stand for a text, with keys by which candidates are found and an estimate that verifies
 * them; {@link org.orbweaver.crawler.duplicate.Simhash}, the cheap key beside it. {@link
 * org.orbweaver.crawler.duplicate.Copy} orders the copies of one page.
 *
 * <p>The coefficient is estimated from the sketches, not computed from the texts: that needs no
 * second reading of the texts and 1 / 10 of their bytes, and errs only within .02 of the threshold.
 */
package org.orbweaver.crawler.duplicate;
