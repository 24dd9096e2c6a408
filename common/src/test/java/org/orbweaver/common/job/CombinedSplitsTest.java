package org.orbweaver.common.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;

class CombinedSplitsTest {
  private static final long MB = 1 << 20;
  private final Configuration conf = new Configuration(false);

  private static List<InputSplit> files(long... megabytes) {
    List<InputSplit> splits = new ArrayList<>();
    for (long size : megabytes) {
      String name = "/f" + splits.size();
      splits.add(new FileSplit(new Path(name), 7, size * MB, new String[] {"host" + name}));
    }
    return splits;
  }

  private List<List<String>> combined(long... megabytes) throws Exception {
    List<List<String>> groups = new ArrayList<>();
    for (InputSplit split : CombinedSplits.combine(conf, files(megabytes))) {
      CombineFileSplit together = (CombineFileSplit) split;
      groups.add(Arrays.stream(together.getPaths()).map(Path::getName).toList());
      for (long start : together.getStartOffsets()) {
        assertEquals(7, start);
      }
    }
    return groups;
  }

  @Test
  void smallFilesShareATaskOfACluster() throws Exception {
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    assertEquals(List.of(), combined());
    assertEquals(List.of(List.of("f0", "f1", "f2")), combined(1, 0, 2));
    assertEquals(
        List.of(List.of("f0", "f1"), List.of("f2"), List.of("f3", "f4")),
        combined(60, 60, 128, 100, 28));
    assertEquals(List.of(List.of("f0"), List.of("f1")), combined(200, 1));
  }

  @Test
  void aGroupRunsWhereMostOfItLies() throws Exception {
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    List<InputSplit> one = CombinedSplits.combine(conf, files(1, 5, 2));
    assertArrayEquals(new String[] {"host/f1"}, one.get(0).getLocations());
    assertEquals(8 * MB, one.get(0).getLength());
  }

  @Test
  void locallyAllCoresGetSomethingToDo() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertEquals(2 * MB, CombinedSplits.targetBytes(conf, 1000));
    assertEquals(10 * MB + 1, CombinedSplits.targetBytes(conf, 10 * MB * cores));
    assertEquals(128 * MB, CombinedSplits.targetBytes(conf, 1000L * cores * MB));
  }
}
