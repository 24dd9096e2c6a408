package org.orbweaver.crawler.generate;

import org.apache.hadoop.io.BytesWritable;

/** Writes a part's candidates under their sort keys, from which the cut is found. */
final class CandidateReducer extends ListReducer<BytesWritable> {
  @Override
  BytesWritable outputKey(BytesWritable key) {
    return key;
  }
}
