package org.orbweaver.index.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.schema.Analysis;

/**
 * Answers that a person chose for some queries. The file has one a line: query, URL and title,
 * separated by tabs; empty lines and those that begin with {@code #} are ignored. Two queries are
 * the same if their words are, in order, as the index spells them: <i>Crawl-Delay</i> is <i>crawl
 * delay</i>.
 */
public final class CuratedAnswers {
  private final Map<String, List<SearchResult.Curated>> byQuery = new HashMap<>();

  /**
   * Reads {@link IndexKeys#CURATED_FILE}.
   *
   * @throws OrbException (usage) naming the file, and the line of a fault
   */
  public static CuratedAnswers read(Configuration conf) {
    String file = IndexKeys.CURATED_FILE.get(conf);
    if (file.isBlank()) {
      return new CuratedAnswers("", List.of());
    }
    try {
      return new CuratedAnswers(file, Files.readAllLines(Path.of(file)));
    } catch (IOException e) {
      throw OrbException.usage(IndexKeys.CURATED_FILE.name() + ": cannot read " + file + ": " + e);
    }
  }

  /** Parses the lines of a file. */
  CuratedAnswers(String file, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] cells = line.split("\t", -1);
      String query = Analysis.oneTerm(cells[0]);
      if (cells.length != 3
          || query.isEmpty()
          || !cells[1].matches("https?://\\S+")
          || cells[2].isBlank()) {
        throw OrbException.usage(
            file
                + ", line "
                + (i + 1)
                + ": expected a query, an http or https URL and a title, separated by tabs, got '"
                + line
                + "'");
      }
      byQuery
          .computeIfAbsent(query, key -> new ArrayList<>())
          .add(new SearchResult.Curated(cells[1], cells[2]));
    }
  }

  /** The answers to a query, in the order of the file. */
  public List<SearchResult.Curated> of(String query) {
    return List.copyOf(byQuery.getOrDefault(Analysis.oneTerm(query), List.of()));
  }
}
