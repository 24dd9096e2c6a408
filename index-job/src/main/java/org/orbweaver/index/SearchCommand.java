package org.orbweaver.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.common.text.Similar;
import org.orbweaver.index.eval.Evaluation;
import org.orbweaver.index.eval.TopicSearch;
import org.orbweaver.index.meta.MetaSearch;
import org.orbweaver.index.meta.OpenSearchPeer;
import org.orbweaver.index.query.Cosine;
import org.orbweaver.index.schema.Texts;
import org.orbweaver.index.search.ReaderLanguages;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.store.IndexMeta;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/** {@code search DIR QUERY}: ranked results in the terminal. */
@Command(
    name = "search",
    description = {
      "Search the newest index of a crawl.",
      "Of near-duplicates one is shown (the one to keep, else the newest that matches), with the"
          + " number of the others.",
      "A query consists of words, \"phrases\" (\"a b\"~3: up to 3 positions apart), +must, -not,"
          + " AND, OR, NOT, NEAR/5 (in capitals), brackets, words with a star, and title: body:"
          + " anchor: author: url: site: host: link: lang: type: kind: topic: usage: group: date:"
          + " before a word, phrase or bracket. OR binds more tightly than a space."
    },
    footer = {
      "  orb search crawl \"create table\"",
      "  orb search crawl '\"full text search\" site:postgresql.org -type:pdf' --top 20",
      "  orb search crawl 'title:install (debian OR ubuntu)' --json",
      "  orb search crawl 'index NEAR/5 tree replicat* date:2019..2021'",
      "  orb search crawl \"create table\" --all   near-duplicates, too",
      "  orb search crawl \"create table\" --from 11 --facets",
      "  orb search crawl --similar http://www.example.org/",
      "  orb search crawl --suggest \"create t\"",
      "  orb search crawl \"create table\" --also my-crawl --peer"
          + " http://127.0.0.1:8080/opensearch.xml"
    })
final class SearchCommand extends CrawlDirCommand {
  private static final Logger LOG = LoggerFactory.getLogger(SearchCommand.class);

  /** Characters of a field's values that a terminal shows; {@code --json} has all. */
  private static final int MAX_FIELD = 200;

  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "QUERY",
      description = "The query; several arguments are joined by spaces.")
  private List<String> query = new ArrayList<>();

  /** Words to exclude, which look like options. */
  @Unmatched private List<String> excluded = new ArrayList<>();

  @Option(names = "--top", paramLabel = "N", description = "Maximum results (default: 10).")
  @Range(from = 1, to = SearchRequest.MAX_RESULTS)
  private int top = 10;

  @Option(names = "--from", paramLabel = "N", description = "Number of the first result.")
  @Range(from = 1, to = SearchRequest.MAX_RESULTS)
  private int from = 1;

  @Option(
      names = "--facets",
      description = "Count the hosts, languages, types, kinds and years of what matches.")
  private boolean facets;

  @Option(
      names = "--similar",
      paramLabel = "URL",
      description = "Show the pages most like this one instead of those that match a query.")
  private String similar;

  @Option(
      names = "--suggest",
      description = "Complete the query instead: print what it may become, a line each.")
  private boolean suggest;

  @Option(
      names = "--also",
      paramLabel = "DIR2",
      description = "Search this crawl, too, and merge the results; may be repeated.")
  private List<String> also = new ArrayList<>();

  @Option(
      names = "--peer",
      paramLabel = "DESCRIPTION",
      description =
          "Ask another search engine, too: file or URL of its OpenSearch description; may be"
              + " repeated.")
  private List<String> peers = new ArrayList<>();

  @Option(names = "--all", description = "Show near-duplicates, too.")
  private boolean all;

  @Option(
      names = "--as-typed",
      description =
          "Do not search for another spelling of the query if no page has all its words; only name it.")
  private boolean asTyped;

  @Option(names = "--json", description = "Print JSON lines, one per result.")
  private boolean json;

  @Option(names = "--explain", description = "Explain each score.")
  private boolean explain;

  @Option(
      names = "--rm3",
      description =
          "Add words of the best pages to the query, and search again (pseudo-relevance feedback);"
              + " also with --topics.")
  private boolean feedback;

  @Option(
      names = "--language",
      paramLabel = "L",
      description =
          "Your languages, such as 'de' or 'pt,en': pages in these are preferred a little.")
  private String language = "";

  @Option(
      names = "--topics",
      paramLabel = "FILE",
      description = "Run the topics of a test collection (TREC, SMART, or id<TAB>query).")
  private Path topics;

  @Option(
      names = "--run",
      paramLabel = "FILE",
      description = "File for what --topics find, in TREC's format.")
  private Path runFile;

  @Option(names = "--overwrite", description = "Replace the file of --run.")
  private boolean overwrite;

  private enum Measure {
    BM25,
    COSINE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--ranking",
      paramLabel = "R",
      description = "bm25 (default), or cosine, which takes the query as plain words.")
  private Measure ranking = Measure.BM25;

  @Option(
      names = "--accumulators",
      paramLabel = "L",
      description = "Of the cosine: exact (default), quit:N, continue:N or threshold:S.")
  private String accumulators;

  @Override
  protected int run() throws Exception {
    if (topics != null || runFile != null) {
      return runTopics();
    }
    for (String word : excluded) {
      if (!word.startsWith("-") || word.startsWith("--")) {
        throw OrbException.usage(
            "unknown option "
                + word
                + Similar.hint(word, optionNames())
                + " (see 'orb search --help'; put -- before words that begin with --)");
      }
      query.add(word);
    }
    if (dir == null || (query.isEmpty() && similar == null)) {
      throw OrbException.usage(
          "expected DIR QUERY, got only '" + dir + "' (see 'orb search --help')");
    }
    if (isMerged() && (suggest || similar != null || ranking == Measure.COSINE)) {
      throw OrbException.usage("--also and --peer require a query ranked by bm25");
    }
    if (feedback && !peers.isEmpty()) {
      throw OrbException.usage("--rm3 requires indexes of Orbweaver; --peer may be another engine");
    }
    if (suggest
        && (similar != null || from > 1 || all || facets || explain || asTyped || isReranked())) {
      throw OrbException.usage("--suggest completes the query and takes only --top and --json");
    }
    if (similar != null
        && (!query.isEmpty() || from > 1 || all || facets || explain || asTyped || isReranked())) {
      throw OrbException.usage("--similar takes the place of a query and its options");
    }
    String words = String.join(" ", query);
    Optional<Cosine.Limit> cosine = cosine();
    if (cosine.isPresent()) {
      return byCosine(words, cosine);
    }
    try (SearchIndex index = SearchIndex.openLatest(conf(), CrawlDir.open(conf(), dir))) {
      if (suggest) {
        for (SearchService.Suggestion suggestion : index.suggest(words, top).suggestions()) {
          console().line(json ? Json.line(suggestion) : Console.safe(suggestion.text()));
        }
        return ExitCode.OK.code();
      }
      SearchResult result =
          similar != null
              ? index.similar(similar, top)
              : search(
                  index,
                  new SearchRequest(
                      words,
                      from - 1,
                      top,
                      explain,
                      !all && SearchRequest.folds(words),
                      facets,
                      !asTyped,
                      feedback,
                      ReaderLanguages.of(language)));
      for (String note : result.notes()) {
        console().info("note: " + Console.safe(note));
      }
      if (!result.notes().isEmpty()) {
        console().info("interpreted as: " + Console.safe(result.readAs()));
      }
      result
          .correction()
          .ifPresent(other -> console().info("did you mean: " + Console.safe(other)));
      result
          .searchedFor()
          .ifPresent(
              other ->
                  console()
                      .info(
                          "showing results for: "
                              + Console.safe(other)
                              + " (--as-typed: for "
                              + Console.safe(words)
                              + ")"));
      String count = count(result);
      if (json) {
        result.curated().forEach(one -> console().line(Json.line(Map.of("curated", one))));
        result.hits().forEach(hit -> console().line(Json.line(hit.fields())));
        if (facets) {
          console().line(Json.line(Map.of("facets", result.facets())));
        }
        console().info(count);
      } else {
        boolean terminal = isTerminal();
        for (SearchResult.Curated one : result.curated()) {
          console().line(" *  " + Console.safe(one.title()));
          console().line("    " + Console.safe(one.url()) + "\n");
        }
        result.hits().forEach(hit -> print(hit, terminal));
        result.facets().forEach(this::print);
        console().line(count);
      }
    }
    return ExitCode.OK.code();
  }

  /** True with options that change which pages of a query are the best. */
  private boolean isReranked() {
    return feedback || !language.isEmpty();
  }

  private boolean isMerged() {
    return !also.isEmpty() || !peers.isEmpty();
  }

  /** Also asks the other crawls and the peers, if there are any. */
  private SearchResult search(SearchIndex index, SearchRequest request) throws IOException {
    if (!isMerged()) {
      return index.search(request);
    }
    Map<String, MetaSearch.SearchSource> sources = new LinkedHashMap<>();
    Set<String> fields = pageFields(index);
    sources.put(dir, each -> index.search(each, fields));
    for (String other : also) {
      sources.put(
          other,
          each -> {
            try (SearchIndex opened =
                SearchIndex.openLatest(conf(), CrawlDir.open(conf(), other))) {
              return opened.search(each, fields);
            }
          });
    }
    peers.forEach(peer -> sources.put(peer, new OpenSearchPeer(peer)));
    return new MetaSearch(sources).search(request);
  }

  /** The fields that sites and plugins name, of all crawls: all read the query alike. */
  private Set<String> pageFields(SearchIndex index) throws IOException {
    Set<String> fields = new TreeSet<>(index.meta().pageFields());
    for (String other : also) {
      try {
        CrawlDir crawl = CrawlDir.open(conf(), other);
        Optional<org.apache.hadoop.fs.Path> build = crawl.latest(crawl.indexes());
        if (build.isPresent()) {
          fields.addAll(IndexMeta.read(crawl.fs(), build.get()).pageFields());
        }
      } catch (IOException | OrbException e) {
        LOG.debug("{} has no fields to search: its search says why", other, e);
      }
    }
    return fields;
  }

  private int runTopics() throws IOException {
    if (topics == null || runFile == null || !query.isEmpty() || !excluded.isEmpty()) {
      throw OrbException.usage("--topics FILE requires --run FILE and excludes QUERY");
    }
    Optional<Cosine.Limit> cosine = cosine();
    try (SearchIndex index = SearchIndex.openLatest(conf(), CrawlDir.open(conf(), dir))) {
      new TopicRun(index, cosine, feedback).write(topics, runFile, overwrite, console());
    }
    return ExitCode.OK.code();
  }

  private Optional<Cosine.Limit> cosine() {
    if (ranking == Measure.COSINE) {
      if (feedback) {
        throw OrbException.usage("--rm3 requires --ranking bm25");
      }
      return Optional.of(Cosine.Limit.parse(accumulators == null ? "exact" : accumulators));
    }
    if (accumulators != null) {
      throw OrbException.usage("--accumulators requires --ranking cosine");
    }
    return Optional.empty();
  }

  private int byCosine(String words, Optional<Cosine.Limit> cosine) throws IOException {
    if (similar != null || from > 1 || facets || explain || !language.isEmpty()) {
      throw OrbException.usage("--ranking cosine takes only --top and --json");
    }
    try (SearchIndex index = SearchIndex.openLatest(conf(), CrawlDir.open(conf(), dir))) {
      int rank = 0;
      for (Evaluation.Ranked page : new TopicSearch(index).rank(words, top, cosine).pages()) {
        rank++;
        Fields fields = new Fields().with("rank", rank).with("url", page.docno());
        new RecordPrinter(console(), json)
            .row(fields.with("score", page.score()), "%1$2d. %3$.4f %2$s");
      }
    }
    return ExitCode.OK.code();
  }

  /** True if results go to a terminal; Java 17 cannot check a single stream, scripts/orb can. */
  private static boolean isTerminal() {
    return "1".equals(System.getenv("ORB_STDOUT_IS_TTY"));
  }

  private static String count(SearchResult result) {
    return (result.totalIsExact() ? "" : "at least ")
        + Count.of(result.total(), "result")
        + " in "
        + result.millis()
        + " ms";
  }

  private void print(SearchResult.Facet facet) {
    String values =
        facet.values().stream()
            .map(
                value ->
                    Console.safe(value.value())
                        + String.format(Locale.ROOT, " (%,d)", value.count()))
            .collect(Collectors.joining(", "));
    console().linef("%-5s %s", facet.name(), values);
  }

  private static String line(String values) {
    return values.length() <= MAX_FIELD ? values : Texts.cut(values, MAX_FIELD - 1) + "\u2026";
  }

  /** Each piece is sanitized before it is marked, so that only our own escape sequences remain. */
  private void print(SearchResult.Hit hit, boolean terminal) {
    String bold = terminal ? BOLD : "";
    String plain = terminal ? PLAIN : "";
    String title = hit.title().isEmpty() ? hit.url() : hit.title();
    console().linef("%2d. %s%s%s", hit.rank(), bold, Console.safe(title), plain);
    console().line("    " + Console.safe(hit.url()));
    if (!hit.snippet().text().isEmpty()) {
      console().line("    " + hit.snippet().marked(Console::safe, bold, plain));
    }
    hit.named()
        .forEach(
            (name, values) ->
                console()
                    .line("    " + name + ": " + Console.safe(line(String.join(" | ", values)))));
    if (hit.similar() > 0) {
      console()
          .linef(
              "    %,d more like this (group:%s, or --all)",
              hit.similar(), Console.safe(hit.group()));
    }
    if (explain) {
      if (isMerged()) {
        console().linef("    score %.4f", hit.score());
      } else {
        console()
            .linef(
                "    score %.3f = text %.3f + rank %.3f (PageRank %.3g)",
                hit.score(), hit.textScore(), hit.rankScore(), hit.pageRank());
      }
      hit.explanation().lines().forEach(line -> console().line("      " + Console.safe(line)));
    }
    console().line("");
  }
}
