/**
 * How good results are: test collections in the formats of TREC and what {@code trec_eval} computes
 * of them; known items taken from the index itself.
 */
package org.orbweaver.index.eval;
