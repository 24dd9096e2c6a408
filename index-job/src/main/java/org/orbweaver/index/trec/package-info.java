/**
 * Test collections in the formats of TREC: documents, topics, relevance judgements and runs, and
 * what {@code trec_eval} computes of them. Nothing here knows Hadoop or Lucene.
 */
package org.orbweaver.index.trec;
