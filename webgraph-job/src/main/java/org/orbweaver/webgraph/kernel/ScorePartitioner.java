package org.orbweaver.webgraph.kernel;

import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;

/** The reducer of a list's part. */
final class ScorePartitioner extends Partitioner<Text, TaggedScore> implements Configurable {

  private Configuration conf;
  private int parts = 1;

  @Override
  public int getPartition(Text url, TaggedScore score, int reducers) {
    return score.list() * parts + (url.hashCode() & Integer.MAX_VALUE) % parts;
  }

  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    parts = conf.getInt(ScoresJob.PARTS, 1);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }
}
