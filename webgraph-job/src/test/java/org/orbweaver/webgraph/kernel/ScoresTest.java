package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

class ScoresTest {

  private static Scores copy(Scores scores, Scores into) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    scores.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    into.readFields(in);
    assertEquals(0, in.available(), "all is read");
    return into;
  }

  @Test
  void aPagesScoresGoThroughTheShuffle() throws IOException {
    Scores three = new Scores(3);
    three.values()[0] = 1 / 3.0;
    three.values()[2] = Double.MIN_VALUE;
    Scores read = copy(three, new Scores());
    assertArrayEquals(three.values(), read.values());
    assertArrayEquals(new double[2], copy(new Scores(2), read).values(), "one object serves many");
  }
}
