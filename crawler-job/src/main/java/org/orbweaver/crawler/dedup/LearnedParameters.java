package org.orbweaver.crawler.dedup;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.crawldb.DatumInputFormat;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.url.Hosts;

/**
 * Learns from exact duplicates which query parameters never change the content, and proposes rules
 * that remove them, in the format of Nutch's {@code regex-normalize.xml}.
 *
 * <p>Job: crawldb → (URL without one of its parameters, that parameter and the digest), and the URL
 * itself. A witness is a URL without the parameter for which the crawldb has pages with two of its
 * values, or one page with it and one without. It supports the rule if all of these pages are
 * equal, and else opposes it. Output: (parameter and host, supporting and opposing witnesses).
 * Cost: the query strings of the crawldb are shuffled, once for each parameter.
 */
public final class LearnedParameters {
  /** The least number of witnesses for a rule. */
  static final int LEAST_WITNESSES = 20;

  /** The least number of hosts for a rule on all hosts. */
  static final int LEAST_HOSTS = 3;

  /** One witness in a hundred may oppose a rule: some pages show the time. */
  private static final int LEAST_PERCENT = 99;

  private static final int MOST_PARAMETERS = 30;
  private static final int MOST_TALLIES = 200_000;
  private static final char SEPARATOR = '\n';

  /** The supporting and opposing witnesses of a parameter. */
  record Tally(long same, long other) {
    Tally plus(Tally more) {
      return new Tally(same + more.same, other + more.other);
    }

    boolean isProof() {
      return same >= LEAST_WITNESSES && same * 100 >= (same + other) * LEAST_PERCENT;
    }
  }

  private LearnedParameters() {}

  /**
   * Reads the crawldb and writes a file of rules.
   *
   * @param file replaced if it exists
   * @return how many rules are proposed
   */
  public static int propose(Session session, java.nio.file.Path file) throws IOException {
    SortedStore<CrawlDatum> crawlDb = CrawlDb.require(session.conf(), session.dir());
    Step step = session.steps().begin("propose", "");
    Path output = step.staging("tallies");
    Job job =
        JobRunner.newJob(session, "parameters", LearnedParameters.class, session.dir().crawlDb());
    FileInputFormat.setInputPaths(job, session.dir().crawlDb());
    job.setInputFormatClass(DatumInputFormat.class);
    job.setMapperClass(ParameterMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Text.class);
    job.setReducerClass(WitnessReducer.class);
    job.setNumReduceTasks(crawlDb.parts().size());
    StoreFiles.writeSequence(job, output, Text.class);
    JobRunner.run(job, session.console());
    Map<String, Map<String, Tally>> tallies = new TreeMap<>();
    long[] known = new long[1];
    SortedStore.open(session.conf(), output, Text.class)
        .forEach(
            (key, value) -> {
              String[] place = key.toString().split("\n", 2);
              String[] counts = value.toString().split(" ");
              Map<String, Tally> hosts = tallies.get(place[0]);
              // Each task has a share of a tally: a tally once taken is taken whole.
              if (hosts != null && hosts.containsKey(place[1])) {
                known[0]--;
              }
              if (known[0]++ < MOST_TALLIES) {
                tallies
                    .computeIfAbsent(place[0], name -> new TreeMap<>())
                    .merge(
                        place[1],
                        new Tally(Long.parseLong(counts[0]), Long.parseLong(counts[1])),
                        Tally::plus);
              }
            });
    if (known[0] > MOST_TALLIES) {
      session
          .console()
          .info("too many parameters and hosts: only the first " + MOST_TALLIES + " were examined");
    }
    step.abort();
    List<String> rules = rules(tallies);
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      out.write(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              + "<!-- Parameters that did not change the content of any page, or of one in a"
              + " hundred.\n     Remove what should stay before you use this file. -->\n"
              + "<regex-normalize>\n");
      for (String rule : rules) {
        out.write(rule);
      }
      if (!rules.isEmpty()) {
        out.write(rule("what is left behind the last parameter", "[?&]+(?=#|$)", ""));
      }
      out.write("</regex-normalize>\n");
    }
    return rules.size();
  }

  /** The proven rules: for all hosts, or else for single ones. */
  static List<String> rules(Map<String, Map<String, Tally>> tallies) {
    List<String> rules = new ArrayList<>();
    tallies.forEach(
        (name, hosts) -> {
          Tally all = hosts.values().stream().reduce(new Tally(0, 0), Tally::plus);
          long found = hosts.values().stream().filter(tally -> tally.same > 0).count();
          String parameter = Pattern.quote(name) + "(?:=[^&#]*)?(?:&|(?=#|$))";
          if (all.isProof() && found >= LEAST_HOSTS) {
            rules.add(rule(words(name, all, found + " hosts"), "([?&])" + parameter, "$1"));
            return;
          }
          hosts.forEach(
              (host, tally) -> {
                if (tally.isProof()) {
                  String before = "^(https?://" + Pattern.quote(host) + "(?::\\d+)?/[^?#]*\\?";
                  rules.add(
                      rule(words(name, tally, host), before + "(?:[^#]*&)?)" + parameter, "$1"));
                }
              });
        });
    return rules;
  }

  private static String words(String name, Tally tally, String where) {
    return String.format(
        Locale.ROOT,
        "%s: %,d times no change on %s, %,d times one",
        name,
        tally.same,
        where,
        tally.other);
  }

  private static String rule(String comment, String pattern, String substitution) {
    return "  <!-- "
        + escape(comment).replaceAll("-(?=-)", "- ")
        + " -->\n  <regex>\n    <pattern>"
        + escape(pattern)
        + "</pattern>\n    <substitution>"
        + substitution
        + "</substitution>\n  </regex>\n";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Emits, for each parameter of a page, the URL without it. */
  static final class ParameterMapper extends Mapper<Text, Change, Text, Text> {
    @Override
    protected void map(Text url, Change change, Context context)
        throws IOException, InterruptedException {
      CrawlDatum datum = change.datum();
      if (datum == null
          || datum.getSignature() == null
          || NonContentMark.of(datum).isPresent()
          || !(DuplicatesMerge.isPage(datum.getStatus())
              || datum.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE)) {
        return;
      }
      String digest = HexFormat.of().formatHex(datum.getSignature());
      context.write(url, new Text(digest));
      for (Map.Entry<String, String> without : stripped(url.toString()).entrySet()) {
        context.write(
            new Text(without.getValue()), new Text(digest + SEPARATOR + without.getKey()));
      }
    }

    /** The URL without a parameter, by parameter; one that occurs twice is not removed. */
    static Map<String, String> stripped(String url) {
      int query = url.indexOf('?');
      Map<String, String> found = new HashMap<>();
      if (query < 0) {
        return found;
      }
      String[] parameters = url.substring(query + 1).split("&", -1);
      for (int i = 0; i < Math.min(parameters.length, MOST_PARAMETERS); i++) {
        String name = parameters[i].replaceFirst("=.*", "");
        List<String> rest = new ArrayList<>(List.of(parameters));
        rest.remove(i);
        boolean twice = rest.stream().anyMatch(p -> p.equals(name) || p.startsWith(name + "="));
        if (!name.isEmpty() && !twice) {
          String left = String.join("&", rest);
          found.put(name, url.substring(0, query) + (left.isEmpty() ? "" : "?" + left));
        }
      }
      return found;
    }
  }

  /** Compares the pages whose URLs are the same without a parameter. */
  static final class WitnessReducer extends Reducer<Text, Text, Text, Text> {
    /**
     * The pages seen with a parameter: the digest of the first, their number, and whether all have
     * that digest.
     */
    private record Seen(String digest, int pages, boolean same) {
      Seen and(String other) {
        return new Seen(digest, pages + 1, same && digest.equals(other));
      }
    }

    private final Map<String, Tally> tallies = new HashMap<>();

    @Override
    protected void reduce(Text url, Iterable<Text> pages, Context context)
        throws IOException, InterruptedException {
      Map<String, Seen> parameters = new HashMap<>();
      String bare = null;
      for (Text page : pages) {
        String text = page.toString();
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
          bare = text;
          continue;
        }
        String digest = text.substring(0, separator);
        String name = text.substring(separator + 1);
        Seen seen = parameters.get(name);
        if (seen != null || parameters.size() < MOST_PARAMETERS) {
          parameters.put(name, seen == null ? new Seen(digest, 1, true) : seen.and(digest));
        }
      }
      String host = Hosts.host(url.toString());
      for (Map.Entry<String, Seen> parameter : parameters.entrySet()) {
        Seen seen = bare == null ? parameter.getValue() : parameter.getValue().and(bare);
        if (seen.pages() > 1) {
          tallies.merge(
              parameter.getKey() + SEPARATOR + host,
              new Tally(seen.same() ? 1 : 0, seen.same() ? 0 : 1),
              Tally::plus);
        }
      }
      if (tallies.size() >= MOST_TALLIES) {
        cleanup(context);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, Tally> tally : tallies.entrySet()) {
        context.write(
            new Text(tally.getKey()),
            new Text(tally.getValue().same() + " " + tally.getValue().other()));
      }
      tallies.clear();
    }
  }
}
