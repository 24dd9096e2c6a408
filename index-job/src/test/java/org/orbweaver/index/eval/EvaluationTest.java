package org.orbweaver.index.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class EvaluationTest {
  @TempDir Path folder;

  private Evaluation evaluate(String qrels, String run, boolean complete) throws IOException {
    Path judged = Files.writeString(folder.resolve("qrels"), qrels);
    Path ran = Files.writeString(folder.resolve("run"), run);
    return Evaluation.of(Evaluation.qrels(judged), Evaluation.run(ran), complete);
  }

  /**
   * Computed by hand: of three relevant documents, those at ranks 2 and 3 are found, of grades 1
   * and 3.
   */
  @Test
  void judgesByScoreAndThenByDescendingName() throws IOException {
    String qrels = "1 0 a 1\n1 0 b 3\n1 0 c 1\n1 0 x 0\n1 0 y -1\n";
    // The ranks in the file are wrong; equal scores: b before a.
    String run = "1 Q0 a 1 5 t\n1 Q0 x 2 9 t\n1 Q0 b 3 5 t\n1 Q0 z 4 1 t\n";
    Evaluation result = evaluate(qrels, run, false);
    assertEquals((1 / 2.0 + 2 / 3.0) / 3, result.map(), 1e-12);
    assertEquals(0.2, result.p10(), 1e-12);
    double log3 = Math.log(3) / Math.log(2);
    assertEquals((3 / log3 + 1 / 2.0) / (3 + 1 / log3 + 1 / 2.0), result.ndcg10(), 1e-12);
    assertEquals(0.5, result.mrr(), 1e-12);
    assertEquals(2 / 3.0, result.recall1000(), 1e-12);
  }

  @Test
  void averagesOverTopicsThatBothHave() throws IOException {
    String qrels = "1 0 a 1\n2 0 a 1\n3 0 a 0\n";
    String run = "1 Q0 a 1 5 t\n3 Q0 a 1 5 t\n4 Q0 a 1 5 t\n";
    assertEquals(1, evaluate(qrels, run, false).map(), 1e-12);
    assertEquals(1, evaluate(qrels, run, false).topics());
    assertEquals(0.5, evaluate(qrels, run, true).map(), 1e-12);
  }

  @Test
  void refusesWhatIsNeitherJudgementNorRun() {
    OrbException e =
        assertThrows(OrbException.class, () -> evaluate("1 0 a 1\n", "1 Q0 a 1\n", false));
    assertTrue(e.getMessage().contains("line 1: expected 'topic Q0 docno rank score tag'"));
    String twice = "1 Q0 a 1 5 t\n2 Q0 a 1 5 t\n\n1 Q0 a 2 4 t\n";
    e = assertThrows(OrbException.class, () -> evaluate("1 0 a 1\n", twice, false));
    assertTrue(e.getMessage().contains("line 4: topic 1 has document a before"), e.getMessage());
    e = assertThrows(OrbException.class, () -> evaluate("1 0 a 1\n1 0 b x\n", twice, false));
    assertTrue(e.getMessage().contains("line 2: expected a number, got 'x'"), e.getMessage());
    e = assertThrows(OrbException.class, () -> evaluate("1 0 a 1\n", "2 Q0 a 1 5 t\n", false));
    assertTrue(e.getMessage().contains("no topic in common: [1] against [2]"), e.getMessage());
  }
}
