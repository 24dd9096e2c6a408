package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;

class OutStrengthTest {

  @TempDir Path dir;

  /** More pages than are read at once, and degrees around the largest number of two bytes. */
  @Test
  void outDegreesOfAnySize() throws IOException {
    int size = 300_000;
    int[] degrees = new int[size];
    degrees[3] = 0xffff;
    degrees[4] = 0xfffe;
    degrees[270_000] = 0x10000;
    degrees[270_001] = 150_000;
    degrees[size - 1] = 1;
    int[] sources =
        IntStream.range(0, size).flatMap(v -> IntStream.range(0, degrees[v]).map(i -> v)).toArray();
    int[] targets = IntStream.range(0, size).flatMap(v -> IntStream.range(0, degrees[v])).toArray();
    Path folder = dir.resolve("graph/20260101000000");
    GraphBuilder.fromEdges(size, sources, targets).parts(3).write(folder);
    GraphDir graph =
        GraphDir.open(new Configuration(), new org.apache.hadoop.fs.Path(folder.toUri()));
    for (int first : new int[] {0, 4, 269_999}) {
      OutStrength strengths = OutStrength.of(graph, first, size);
      double[] found = IntStream.range(first, size).mapToDouble(strengths::at).toArray();
      double[] due = IntStream.range(first, size).mapToDouble(v -> degrees[v]).toArray();
      assertArrayEquals(due, found);
    }
  }
}
