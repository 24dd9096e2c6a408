package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.eval.Evaluation;

/**
 * Ranks classic collections through the commands and compares their figures with {@code
 * test-collections.tsv}; after an intended change, copy the output of the failure into the file.
 */
class TestCollectionsIT {
  private static final Path DATA =
      Path.of(System.getProperty("orbweaver.shared", ""), "data", "ir");

  private record Collection(
      String name,
      String documents,
      String topics,
      String qrels,
      double bm25,
      double feedback,
      double cosine) {
    double least(String ranking) {
      return switch (ranking) {
        case "bm25" -> bm25;
        case "bm25 --rm3" -> feedback;
        default -> cosine;
      };
    }
  }

  private static final List<Collection> COLLECTIONS =
      List.of(
          new Collection(
              "cranfield", "cran.all.1400", "cran.qry", "QRelsCorrectedforTRECeval", .41, .45, .42),
          new Collection(
              "vaswani", "corpus/doc-text.trec", "query-text.trec", "qrels", .28, .285, .225));

  @TempDir Path folder;

  @Test
  void ranksAsWellAsMeasured() throws IOException {
    assumeTrue(Files.isDirectory(DATA), "the shared data are not here: " + DATA);
    List<String> lines =
        new ArrayList<>(
            List.of("collection\tranking\ttopics\tMAP\tP@10\tnDCG@10\tMRR\trecall@1000"));
    for (Collection collection : COLLECTIONS) {
      Path data = DATA.resolve(collection.name);
      String index = folder.resolve(collection.name).toString();
      run("index", "--trec", data.resolve(collection.documents).toString(), "--out", index);
      for (String ranking : List.of("bm25", "bm25 --rm3", "cosine")) {
        Path file = folder.resolve(collection.name + "." + ranking);
        String topics = data.resolve(collection.topics).toString();
        List<String> command = new ArrayList<>(List.of("search", index, "--topics", topics));
        command.addAll(List.of("--run", file.toString(), "--ranking"));
        command.addAll(List.of(ranking.split(" ", -1)));
        run(command.toArray(new String[0]));
        Evaluation result =
            Evaluation.of(
                Evaluation.qrels(data.resolve(collection.qrels)), Evaluation.run(file), false);
        assertTrue(
            result.map() >= collection.least(ranking),
            collection.name + " " + ranking + ": MAP " + result.map());
        lines.add(
            String.format(
                Locale.ROOT,
                "%s\t%s\t%d\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f",
                collection.name,
                ranking,
                result.topics(),
                result.map(),
                result.p10(),
                result.ndcg10(),
                result.mrr(),
                result.recall1000()));
      }
    }
    try (InputStream kept = getClass().getResourceAsStream("test-collections.tsv")) {
      assertEquals(
          new String(kept.readAllBytes(), StandardCharsets.UTF_8).strip(),
          String.join("\n", lines));
    }
  }

  @Test
  void limitedAccumulatorsSayWhatTheyLose() throws IOException {
    Path docs = folder.resolve("docs");
    Files.writeString(
        docs,
        """
        <DOC><DOCNO>A-1</DOCNO>red green</DOC>
        <DOC><DOCNO>A-2</DOCNO>red blue</DOC>
        <DOC><DOCNO>A-3</DOCNO>red</DOC>
        """);
    String index = folder.resolve("index").toString();
    assertTrue(run("index", "--trec", docs.toString(), "--out", index).contains("3 documents"));
    Path topics = Files.writeString(folder.resolve("topics"), "7\tthe red and the green\n");
    Path file = folder.resolve("run");
    String said =
        run(
            "search",
            index,
            "--topics",
            topics.toString(),
            "--run",
            file.toString(),
            "--ranking",
            "cosine",
            "--accumulators",
            "continue:1");
    assertTrue(said.contains("1 accumulators of 3 (33.3 %)"), said);
    assertTrue(said.contains("of the exact first 10 it keeps 33.3 %"), said);
    assertTrue(Files.readString(file).matches("7 Q0 A-1 1 1\\.\\d{6} orb-cosine-continue:1\\R"));
  }

  private static String run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        OrbMain.run(
            "index-job.jar",
            args,
            IndexCommands.all(),
            IndexCommands.readers(),
            new Console(out, err, false),
            new Configuration());
    assertEquals(0, exit, err.toString(StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }
}
