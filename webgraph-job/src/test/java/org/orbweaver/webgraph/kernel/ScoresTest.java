package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.junit.jupiter.api.Test;

class ScoresTest {

  @Test
  void theReducerTakesTheTagOff() throws IOException {
    ReduceDriver.newReduceDriver(new ScoreReducer())
        .withInput(new Text("http://a.test/"), List.of(new TaggedScore(1, .25)))
        .withInput(new Text("http://b.test/"), List.of(new TaggedScore(1, .5)))
        .withOutput(new Text("http://a.test/"), new DoubleWritable(.25))
        .withOutput(new Text("http://b.test/"), new DoubleWritable(.5))
        .runTest();
  }

  @Test
  void eachListHasReducersOfItsOwnAndWithinItHadoopsOrder() {
    Configuration conf = new Configuration(false);
    conf.setInt(ScoresJob.PARTS, 3);
    ScorePartitioner partitioner = new ScorePartitioner();
    partitioner.setConf(conf);
    HashPartitioner<Text, DoubleWritable> hadoops = new HashPartitioner<>();
    for (int i = 0; i < 100; i++) {
      Text url = new Text("http://h" + i + ".test/" + i * i);
      int part = hadoops.getPartition(url, new DoubleWritable(), 3);
      assertEquals(part, partitioner.getPartition(url, new TaggedScore(0, 1), 6));
      assertEquals(3 + part, partitioner.getPartition(url, new TaggedScore(1, 1), 6));
    }
  }
}
