/**
 * Measures the quality of results: by test collections in the formats of TREC, with the measures of
 * {@code trec_eval}, and by known items taken from the index itself.
 */
package org.orbweaver.index.eval;
