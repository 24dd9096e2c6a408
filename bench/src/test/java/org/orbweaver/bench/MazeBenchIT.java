package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.maze.Corpus;

/** A short crawl of a maze: it is found, and no honest page is lost. */
class MazeBenchIT {
  @TempDir private Path tmp;

  @Test
  void crawlsAMaze() throws Exception {
    Path corpus = tmp.resolve("corpus");
    try (Stream<Path> docs = Files.list(Path.of("..", "docs"))) {
      List<Path> files = docs.filter(it -> it.toString().endsWith(".md")).sorted().toList();
      Files.writeString(corpus, String.join("\n\n", Corpus.ofMarkdown(files).paragraphs()));
    }
    Path work = Files.createDirectory(tmp.resolve("work"));
    BenchRun run =
        BenchRun.of(
            "mazes",
            "--kind",
            "spintax",
            "--place",
            "folder",
            "--rounds",
            "4",
            "--top-n",
            "70",
            "--corpus",
            corpus.toString(),
            "--json",
            "--no-gate",
            "--work",
            work.toString());
    assertEquals(0, run.status(), run::toString);
    assertTrue(run.out().matches("(?s).*\"requests\":[1-9].*\"lost\":0\\.0.*"), run::toString);
    try (Stream<Path> left = Files.list(work)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
