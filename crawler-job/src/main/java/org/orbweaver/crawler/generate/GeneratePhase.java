package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.score.Scoring;

/** The generate phase: a new segment with the fetch list of the URLs that are due. */
public final class GeneratePhase {
  /** The step's name. */
  static final String STEP = "generate";

  /** The result that holds the price of a visit; missing if all due pages are visited. */
  static final String PRICE = "price";

  /** The result that counts pages to visit again under a policy with a budget. */
  static final String VISITS = "visits";

  /**
   * The choice of a list.
   *
   * @param topN length of the list, 0 for the value of {@code generate.topN}
   * @param parts fetch tasks, 0 for the configured number
   * @param ahead URLs due within this time count as due
   */
  public record GenerateOptions(long topN, int parts, Duration ahead) {
    /** As configured. */
    public static final GenerateOptions DEFAULT = new GenerateOptions(0, 0);

    /** Options for the URLs that are due now. */
    public GenerateOptions(long topN, int parts) {
      this(topN, parts, Duration.ZERO);
    }
  }

  /**
   * The result of generate.
   *
   * @param segment name of the new segment
   * @param urls in the list
   * @param due URLs of the crawldb that were due
   * @param parts of the list
   * @param waiting due, but left out: they are in open lists
   * @param open segments whose lists are not in the crawldb yet
   * @param deferred the URLs that traps and budgets defer, in words; empty if there are none
   */
  public record GeneratedList(
      String segment,
      long urls,
      long due,
      int parts,
      long waiting,
      List<String> open,
      String deferred) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "segment %s: %s of %,d due, %s%s%s",
          segment,
          Count.of(urls, "URL"),
          due,
          Count.of(parts, "part"),
          waiting == 0 ? "" : "; left out " + waiting + inOpenLists(open),
          deferred.isEmpty() ? "" : "; deferred " + deferred);
    }
  }

  /** The faults in settings of generate that must agree with each other. */
  public static List<String> settingFaults(Configuration conf) {
    return Stream.concat(
            Settings.faultsOf(() -> GenerateSettings.of(conf), () -> Scoring.of(conf)).stream(),
            UrlRules.faults(conf).stream())
        .toList();
  }

  /**
   * Generates a list.
   *
   * @throws OrbException (nothing to do) if no URL is due, (failed) if there is no crawldb or it is
   *     corrupt
   */
  public GeneratedList run(Session session, GenerateOptions options) throws IOException {
    long now = session.clock().millis();
    GenerateSettings settings =
        GenerateSettings.of(session.conf(), session.dir(), options, session.steps().history(), now);
    if (settings.quota().total() == 0) {
      throw OrbException.nothingToDo(
          "nothing to fetch: the requests per day ("
              + ScheduleKeys.BUDGET.name()
              + ") are used up; they accrue evenly, so try again later");
    }
    GenerateJob job =
        new GenerateJob(session.conf(), session.dir(), session.console(), settings, true);
    String name = Timestamps.next(session.dir().fs(), session.dir().segments(), session.clock());
    Step step = session.steps().begin(STEP, name);
    Path segment = step.staging("segment");
    GenerateJob.SelectedUrls result = job.run(segment, step.staging("candidates"));
    long urls = result.get(GenerateCounter.TAKEN);
    if (urls == 0) {
      step.abort();
      throw OrbException.nothingToDo("nothing to fetch: " + whyNone(result));
    }
    long due = result.get(GenerateCounter.DUE);
    step.publish(segment, new Path(session.dir().segments(), name));
    int round = RoundNumbers.of(session.steps().history()).next();
    Map<String, String> results = new LinkedHashMap<>();
    results.put("segment", name);
    results.put("urls", "" + urls);
    results.put("due", "" + due);
    results.put(RoundNumbers.ROUND, "" + round);
    if (result.get(GenerateCounter.VISITS) > 0) {
      results.put(VISITS, "" + result.get(GenerateCounter.VISITS));
    }
    if (result.price() > 0) {
      results.put(PRICE, "" + result.price());
    }
    step.commit(results);
    long waiting = result.get(GenerateCounter.WAITING);
    String deferred =
        GenerateCounter.DEFERRED.stream()
            .filter(counter -> result.get(counter) > 0)
            .map(counter -> result.get(counter) + " " + counter.reason())
            .collect(Collectors.joining(", "));
    return new GeneratedList(name, urls, due, settings.parts(), waiting, result.open(), deferred);
  }

  /** Names the open lists that hold the omitted URLs, and the remedy. */
  private static String inOpenLists(List<String> open) {
    return open.isEmpty()
        ? " in another fetch list"
        : (" in the fetch list of segment " + String.join(", ", open))
            + ", not in the crawldb yet: fetch, parse and update it, or delete it";
  }

  /** The reason why a list has no URL, for people. */
  static String whyNone(GenerateJob.SelectedUrls result) {
    String reasons =
        Arrays.stream(GenerateCounter.values())
            .filter(counter -> counter.isLeftOut() && result.get(counter) > 0)
            .map(
                counter ->
                    result.get(counter)
                        + (counter == GenerateCounter.WAITING
                            ? inOpenLists(result.open())
                            : " " + counter.reason()))
            .collect(Collectors.joining(", "));
    return "no URL of the crawldb is due" + (reasons.isEmpty() ? "" : " (" + reasons + ")");
  }
}
