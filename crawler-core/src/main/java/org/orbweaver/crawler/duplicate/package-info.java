/**
 * Near-duplicates of texts, in plain Java: {@link org.orbweaver.crawler.duplicate.Shingles} and
 * their exact Jaccard coefficient; {@link org.orbweaver.crawler.duplicate.Sketch}, some 500 bytes
 * for a text, with keys to find candidates and an estimate to verify them; {@link
 * org.orbweaver.crawler.duplicate.Simhash}, the cheap test beside it. {@link
 * org.orbweaver.crawler.duplicate.Copy} orders the copies of one page.
 *
 * <p>The coefficient is estimated from the sketches, not computed from the texts: this needs no
 * second reading of the texts and a tenth of their bytes, and errs only within .02 of the
 * threshold.
 */
package org.orbweaver.crawler.duplicate;
