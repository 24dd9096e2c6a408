package org.orbweaver.index.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.analysis.synonym.SolrSynonymParser;
import org.apache.lucene.analysis.synonym.SynonymMap;
import org.apache.lucene.util.CharsRef;
import org.apache.lucene.util.CharsRefBuilder;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.query.QueryNode.All;
import org.orbweaver.index.query.QueryNode.Alternatives;
import org.orbweaver.index.query.QueryNode.Any;
import org.orbweaver.index.query.QueryNode.Clause;
import org.orbweaver.index.query.QueryNode.In;
import org.orbweaver.index.query.QueryNode.Occur;
import org.orbweaver.index.query.QueryNode.Synonym;
import org.orbweaver.index.query.QueryNode.Text;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.Numbers;

/**
 * Words that mean the same, from a file in Solr's format: {@code a, b, c} are synonyms of each
 * other, {@code a, b => c, d} those on the right of each one on the left. An entry may have several
 * words. Unlike in Solr, the typed words of the left are searched, too.
 *
 * <p>The one form of a number or date ({@link Numbers}) is a synonym, too, without a file.
 *
 * <p>Entries are compared with the words of a query in the form that was typed, without case and
 * accents. A synonym takes the place of a word, or of each word of a run of several, and weighs
 * less than what was typed: by {@value #WEIGHT}, divided by the words it stands for. So a query has
 * as many words with synonyms as without, and the same number of them must match.
 */
public final class Synonyms {
  /** No synonyms but {@link Numbers}. */
  public static final Synonyms NONE = new Synonyms(Map.of());

  /** The weight of a synonym, that of the typed word being 1; not tuned. */
  private static final float WEIGHT = .7f;

  /** The maximum number of words added to a query; {@link QueryCompiler} has room for them. */
  private static final int MAX_WORDS = 64;

  /** Words on the left of an entry, by the entries on its right. */
  private final Map<List<String>, Set<List<String>>> rules;

  private final int longest;

  private Synonyms(Map<List<String>, Set<List<String>>> rules) {
    this.rules = rules;
    longest =
        Math.max(Numbers.MAX_WORDS, rules.keySet().stream().mapToInt(List::size).max().orElse(0));
  }

  /**
   * Reads {@link IndexKeys#SYNONYMS_FILE}.
   *
   * @throws OrbException (usage) naming the file, and the line of a fault
   */
  public static Synonyms read(Configuration conf) {
    String name = IndexKeys.SYNONYMS_FILE.get(conf);
    if (name.isBlank()) {
      return NONE;
    }
    try {
      Path file = name.startsWith("file:") ? Path.of(URI.create(name)) : Path.of(name);
      URL packed = Key.onClassPath(name);
      if (Files.isRegularFile(file)) {
        return parse(name, Files.readAllLines(file));
      }
      if (packed != null) {
        try (InputStream in = packed.openStream()) {
          String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          return parse(name, text.lines().toList());
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw OrbException.usage(IndexKeys.SYNONYMS_FILE.name() + ": cannot read " + name + ": " + e);
    }
    if (IndexKeys.SYNONYMS_FILE.mayBeMissing(name)) {
      return NONE;
    }
    throw OrbException.usage(IndexKeys.SYNONYMS_FILE.name() + ": there is no file " + name);
  }

  /**
   * Parses the lines of a file.
   *
   * @param name of the file, for errors
   */
  static Synonyms parse(String name, List<String> lines) {
    Map<List<String>, Set<List<String>>> rules = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = i == 0 ? lines.get(i).replaceFirst("^\ufeff", "") : lines.get(i);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Line parsed = new Line(rules);
      String fault = "";
      try {
        parsed.parse(new StringReader(line));
        boolean maps = line.replaceAll("\\\\.", "").contains("=>");
        fault = maps && !parsed.isFull ? "expected words on both sides of =>" : "";
      } catch (ParseException e) {
        fault = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      } catch (IOException e) {
        throw new UncheckedIOException(e); // reads from a string
      }
      if (!fault.isEmpty()) {
        throw OrbException.usage(
            name
                + ", line "
                + (i + 1)
                + ": "
                + fault
                + ", got '"
                + line
                + "' (expected 'a, b, c' or 'a, b => c, d')");
      }
    }
    return rules.isEmpty() ? NONE : new Synonyms(rules);
  }

  /** Lucene's parser of the format, with the words of queries and without its transducer. */
  private static final class Line extends SolrSynonymParser {
    private final Map<List<String>, Set<List<String>>> rules;
    private boolean isFull;

    Line(Map<List<String>, Set<List<String>>> rules) {
      super(true, true, Analysis.forTyping());
      this.rules = rules;
    }

    @Override
    public CharsRef analyze(String text, CharsRefBuilder reuse) {
      List<String> words = exact(text);
      if (words.isEmpty()) {
        throw new IllegalArgumentException("'" + text + "' has no letter or digit");
      }
      return SynonymMap.Builder.join(words.toArray(new String[0]), reuse);
    }

    @Override
    public void add(CharsRef input, CharsRef output, boolean includeOrig) {
      isFull = true;
      List<String> from = words(input);
      List<String> to = words(output);
      if (!from.equals(to)) {
        rules.computeIfAbsent(from, words -> new LinkedHashSet<>()).add(to);
      }
    }

    private static List<String> words(CharsRef joined) {
      return List.of(joined.toString().split(String.valueOf(SynonymMap.WORD_SEPARATOR), -1));
    }
  }

  private static List<String> exact(String text) {
    return Analysis.words(text).stream().map(Word::exact).toList();
  }

  /**
   * A query with its synonyms.
   *
   * @param notes on what was added
   */
  public record Expanded(All query, List<String> notes) {}

  /**
   * Adds synonyms to plain words, alone or beside each other; not in phrases, fields, patterns,
   * NEAR and exclusions.
   */
  public Expanded expand(All query) {
    Expansion expansion = new Expansion();
    All expanded = expansion.all(query);
    List<String> notes = new ArrayList<>();
    if (!expansion.added.isEmpty()) {
      notes.add("synonyms are searched, too: " + String.join(", ", expansion.added));
    }
    if (expansion.left < 0) {
      notes.add("only " + MAX_WORDS + " words of synonyms are searched");
    }
    return new Expanded(expanded, notes);
  }

  private final class Expansion {
    final Set<String> added = new LinkedHashSet<>();
    int left = MAX_WORDS;

    All all(All all) {
      List<Clause> parts = new ArrayList<>();
      List<Clause> run = new ArrayList<>();
      for (Clause part : all.parts()) {
        if (part.occur() != Occur.NOT && isPlain(part.node())) {
          run.add(part);
        } else {
          parts.addAll(run(run));
          run.clear();
          parts.add(
              part.occur() == Occur.NOT ? part : new Clause(part.occur(), nested(part.node())));
        }
      }
      parts.addAll(run(run));
      return new All(parts);
    }

    private static boolean isPlain(QueryNode node) {
      return node instanceof Text text && !text.quoted() && text.in() == In.ANYWHERE;
    }

    private QueryNode nested(QueryNode node) {
      if (node instanceof All all) {
        return all(all);
      }
      return node instanceof Any any
          ? new Any(
              any.nodes().stream()
                  .map(
                      each ->
                          isPlain(each)
                              ? run(List.of(new Clause(Occur.PLAIN, each))).get(0).node()
                              : nested(each))
                  .toList())
          : node;
    }

    /** Plain words beside each other. */
    private List<Clause> run(List<Clause> run) {
      List<String> words = new ArrayList<>();
      List<Integer> ends = new ArrayList<>();
      for (Clause part : run) {
        words.addAll(exact(((Text) part.node()).text()));
        ends.add(words.size());
      }
      List<Map<Text, Synonym>> found = new ArrayList<>();
      run.forEach(part -> found.add(new LinkedHashMap<>()));
      for (int from = 0; from < run.size(); from++) {
        int start = from == 0 ? 0 : ends.get(from - 1);
        for (int to = from; to < run.size() && ends.get(to) - start <= longest; to++) {
          List<String> typed = words.subList(start, ends.get(to));
          List<Map<Text, Synonym>> places = found.subList(from, to + 1);
          for (List<String> synonym : rules.getOrDefault(typed, Set.of())) {
            add(places, typed, synonym);
          }
          for (String form : Numbers.of(typed)) {
            add(places, typed, List.of(form));
          }
        }
      }
      List<Clause> expanded = new ArrayList<>();
      for (int i = 0; i < run.size(); i++) {
        Clause part = run.get(i);
        List<Synonym> synonyms = List.copyOf(found.get(i).values());
        expanded.add(
            synonyms.isEmpty()
                ? part
                : new Clause(part.occur(), new Alternatives((Text) part.node(), synonyms)));
      }
      return expanded;
    }

    /**
     * @param places those of the words for which the synonym stands
     */
    private void add(List<Map<Text, Synonym>> places, List<String> typed, List<String> synonym) {
      int size = places.size() * synonym.size();
      if (left < size) {
        left = -1;
        return;
      }
      left -= size;
      Text text = new Text(In.ANYWHERE, String.join(" ", synonym), synonym.size() > 1, 0);
      added.add(text + " for " + String.join(" ", typed));
      for (Map<Text, Synonym> place : places) {
        place.merge(
            text,
            new Synonym(text, WEIGHT / places.size()),
            (one, other) -> one.weight() >= other.weight() ? one : other);
      }
    }
  }

  /** The synonyms of words, separated by spaces, as the index spells them. */
  Set<List<String>> of(String words) {
    return rules.getOrDefault(Arrays.asList(words.split(" ", -1)), Set.of());
  }
}
