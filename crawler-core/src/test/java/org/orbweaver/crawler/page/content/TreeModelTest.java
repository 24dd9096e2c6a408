package org.orbweaver.crawler.page.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TreeModelTest {

  @Test
  void rowsGoLeftUpToTheThresholdAndTreesAreAdded() {
    TreeModel model = TreeModel.of(List.of("# two trees", "1:2.5:1 -1 1:7:3 2 3", "0.5"));
    assertEquals(-.5f, model.score(new float[] {9, 2.5f}));
    assertEquals(2.5f, model.score(new float[] {9, 7}));
    assertEquals(3.5f, model.score(new float[] {9, 8}));
  }

  @Test
  void whatTheTrainerLearnsTheModelReads() {
    Random random = new Random(7);
    List<float[]> rows = new ArrayList<>();
    List<Boolean> labels = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      float[] row = {random.nextFloat(), random.nextFloat(), random.nextFloat()};
      rows.add(row);
      labels.add(row[0] > .5 ^ row[1] > .3); // No line separates these.
      weights.add(1.0);
    }
    TreeModel model = TreeModel.of(new BoostedTrees(rows, labels, weights).train(60, 6));
    int right = 0;
    for (int i = 0; i < 1000; i++) {
      float[] row = {random.nextFloat(), random.nextFloat(), random.nextFloat()};
      right += (model.score(row) > 0) == (row[0] > .5 ^ row[1] > .3) ? 1 : 0;
    }
    assertTrue(right > 960, right + " of 1000");
  }
}
