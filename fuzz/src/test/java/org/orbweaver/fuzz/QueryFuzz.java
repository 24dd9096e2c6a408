package org.orbweaver.fuzz;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.BeforeAll;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryNode;
import org.orbweaver.index.query.QueryNode.All;
import org.orbweaver.index.query.QueryNode.Any;
import org.orbweaver.index.query.QueryNode.Clause;
import org.orbweaver.index.query.QueryNode.Occur;
import org.orbweaver.index.query.QueryNode.Text;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.schema.Scoring;

/** The query language: any text, and made queries against a plain look at each document. */
class QueryFuzz {
  private static final List<String> WORDS =
      List.of("kilo", "lima", "mike", "papa", "romeo", "zulu");
  private static final int PAGES = 700;
  private static final int MAX_DEPTH = 3;
  private static final int TOP = 10;

  private static final List<List<String>> TEXTS = new ArrayList<>();
  private static IndexReader reader;
  private static IndexSearcher searcher;

  /** Pages of few words, the later ones rarer. */
  @BeforeAll
  static void index() throws IOException {
    Random random = new Random(7);
    Directory directory = new ByteBuffersDirectory();
    Analysis.ByLanguage analyzer = new Analysis.ByLanguage();
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setSimilarity(new Scoring());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      Documents documents = new Documents(10_000);
      for (int i = 0; i < PAGES; i++) {
        List<String> text = new ArrayList<>();
        for (int n = random.nextInt(12); n >= 0; n--) {
          text.add(
              random.nextInt(3) == 0
                  ? "of"
                  : WORDS.get((int) (6 * Math.pow(random.nextDouble(), 3))));
        }
        TEXTS.add(text);
        analyzer.language("");
        writer.addDocument(
            documents.document(
                new Page(
                    "http://a.test/" + i, Content.of("", String.join(" ", text), ""), Facts.NONE)));
      }
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setSimilarity(new Scoring());
  }

  private static Query compile(String query) throws IOException {
    return new QueryCompiler(new Ranking(Weights.DEFAULT), Phrases.PAIRS, reader)
        .text(QueryParser.parse(query).query());
  }

  /** A query is refused as a wrong use, or means the same when it is written anew. */
  @FuzzTest
  void parse(byte[] bytes) throws IOException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    All query;
    try {
      query = QueryParser.parse(text).query();
    } catch (OrbException e) {
      assertEquals(ExitCode.USAGE, e.exitCode());
      return;
    }
    searcher.count(compile(text));
    String written = query.toString();
    if (hasBracketInWord(query)) {
      return;
    }
    try {
      assertEquals(plain(query), plain(QueryParser.parse(written).query()), text);
    } catch (OrbException e) {
      // It has more brackets.
      assertTrue(e.getMessage().contains("brackets more than"), () -> text + ": " + e);
    }
  }

  /** As in {@code url:a(b}, which is written without quotation marks. */
  private static boolean hasBracketInWord(QueryNode node) {
    return node instanceof All all
        ? all.parts().stream().anyMatch(part -> hasBracketInWord(part.node()))
        : node instanceof Any any
            ? any.nodes().stream().anyMatch(QueryFuzz::hasBracketInWord)
            : node.toString().matches("(?s).*[()].*");
  }

  /** A query without the brackets that group nothing. */
  private static String plain(QueryNode node) {
    if (node instanceof Any any) {
      return any.nodes().stream().map(QueryFuzz::plain).collect(joining(" OR ", "(", ")"));
    }
    if (!(node instanceof All all)) {
      return node.toString();
    }
    Clause first = all.parts().get(0);
    return all.parts().size() == 1 && first.occur() == Occur.PLAIN
        ? plain(first.node())
        : all.parts().stream()
            .map(part -> part.occur() + plain(part.node()))
            .collect(joining(" ", "(", ")"));
  }

  @FuzzTest
  void search(FuzzedDataProvider data) throws IOException {
    String text = group(data, 0);
    All query;
    try {
      query = QueryParser.parse(text).query();
    } catch (OrbException e) {
      assertEquals(ExitCode.USAGE, e.exitCode(), e.getMessage());
      return;
    }
    Set<Integer> expected = new TreeSet<>();
    for (int doc = 0; doc < PAGES; doc++) {
      if (matches(query, TEXTS.get(doc))) {
        expected.add(doc);
      }
    }
    Query compiled = compile(text);
    ScoreDoc[] all =
        searcher.search(compiled, new TopScoreDocCollectorManager(PAGES, null, PAGES)).scoreDocs;
    assertEquals(expected, new TreeSet<>(Arrays.stream(all).map(hit -> hit.doc).toList()), text);
    ScoreDoc[] best =
        searcher.search(compiled, new TopScoreDocCollectorManager(TOP, null, 1)).scoreDocs;
    assertEquals(Math.min(TOP, all.length), best.length, text);
    for (int i = 0; i < best.length; i++) {
      assertEquals(all[i].doc, best[i].doc, text);
      assertEquals(all[i].score, best[i].score, 0, text);
    }
  }

  private static String group(FuzzedDataProvider data, int depth) {
    StringBuilder text = new StringBuilder();
    for (int n = data.consumeInt(1, 6); n > 0; n--) {
      text.append(data.pickValue(List.of("", "", "+", "-", "NOT ")));
      switch (data.consumeInt(0, depth < MAX_DEPTH ? 4 : 2)) {
        case 0, 1 -> text.append(data.pickValue(WORDS));
        case 2 ->
            text.append('"')
                .append(data.pickValue(WORDS))
                .append(data.consumeBoolean() ? " of " : " ")
                .append(data.pickValue(WORDS))
                .append('"');
        default -> text.append('(').append(group(data, depth + 1)).append(')');
      }
      text.append(n == 1 ? "" : data.pickValue(List.of(" ", " ", " OR ", " AND ")));
    }
    return text.toString();
  }

  /** A word on more than a tenth of the pages, and on more than 100. */
  private static boolean isWeak(QueryNode node) {
    return node instanceof Text word
        && !word.quoted()
        && TEXTS.stream().filter(text -> text.contains(word.text())).count()
            > Math.max(100, PAGES / 10.);
  }

  /** As the documentation says, node by node. */
  private static boolean matches(QueryNode node, List<String> text) {
    if (node instanceof Text word) {
      return Collections.indexOfSubList(text, List.of(word.text().split(" "))) >= 0;
    }
    if (node instanceof Any any) {
      return any.nodes().stream().anyMatch(one -> matches(one, text));
    }
    List<Clause> parts = ((All) node).parts();
    List<QueryNode> plain =
        parts.stream().filter(part -> part.occur() == Occur.PLAIN).map(Clause::node).toList();
    boolean marked = parts.stream().anyMatch(part -> part.occur() == Occur.MUST);
    List<QueryNode> strong = plain.stream().filter(one -> !isWeak(one)).toList();
    List<QueryNode> demanded = plain.size() <= 4 && !strong.isEmpty() ? strong : plain;
    long found = demanded.stream().filter(one -> matches(one, text)).count();
    long wanted =
        marked
            ? 0
            : demanded.size() <= 2
                ? demanded.size()
                : plain.size() <= 4 ? (demanded.size() + 1) / 2 : 1;
    return found >= wanted
        && parts.stream()
            .filter(part -> part.occur() != Occur.PLAIN)
            .allMatch(part -> matches(part.node(), text) == (part.occur() == Occur.MUST));
  }
}
