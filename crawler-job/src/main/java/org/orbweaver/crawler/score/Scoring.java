package org.orbweaver.crawler.score;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.text.Similar;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.page.LinkScore;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.ScoringRule;
import org.orbweaver.plugin.ScoringRule.Candidate;
import org.orbweaver.plugin.ScoringRule.Combination;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;

/**
 * The order of crawling in force. Where its rule fails, the value of the default rule counts. For
 * use by one thread.
 */
public final class Scoring {
  private final ScoringRule rule;
  private final Combination combination;
  private final boolean usesPageRank;
  private final Provided<ScoringRule> asked;
  private final boolean isOwn;
  private Page page;
  private long faults;

  private Scoring(Provided<ScoringRule> provided) {
    rule = provided.part();
    asked = provided;
    isOwn = provided.isOwn();
    combination = rule.combination();
    usesPageRank = rule.usesPageRank();
  }

  /** The page whose links get their shares. */
  private record Page(String url, float score, int links) implements ScoringRule.Source {
    @Override
    public float byDepth(String target) {
      return LinkScore.share(score, target);
    }
  }

  /**
   * The order that a configuration names.
   *
   * @throws OrbException (usage) naming all if there is none of that name
   */
  public static Scoring of(Configuration conf) {
    String order = CrawlerKeys.GENERATE_ORDER.get(conf).strip();
    List<String> names = new ArrayList<>();
    for (Provided<ScoringRule> one : Plugins.all(conf, Plugin::scoringRules)) {
      names.add(one.ask(ScoringRule::name));
      if (names.get(names.size() - 1).equalsIgnoreCase(order)) {
        return one.ask(rule -> new Scoring(one));
      }
    }
    String name = CrawlerKeys.GENERATE_ORDER.name();
    throw OrbException.usage(
        String.format(
            Locale.ROOT,
            "setting %s: expected one of %s, got '%s'%s (%s)",
            name,
            String.join(", ", names),
            order,
            Similar.hint(order, names),
            Origin.of(conf, name)));
  }

  /** How a URL combines the scores that its links bring. */
  public Combination combination() {
    return combination;
  }

  /** Whether {@link #priority} asks for ranks. */
  public boolean usesPageRank() {
    return usesPageRank;
  }

  /** Begins with the links of a page. */
  public void from(String url, float score, int links) {
    page = new Page(url, score, links);
  }

  /** The score that the page passes to the target of a link. */
  public float share(String target) {
    if (isOwn) {
      return rule.share(page, target); // for each link
    }
    try {
      return asked.ask(it -> finite("the share of a link", it.share(page, target)));
    } catch (PluginException e) {
      failed(e);
      return page.byDepth(target);
    }
  }

  /** The place of a due URL that was never fetched: higher comes first. */
  public float priority(Candidate candidate) {
    if (isOwn) {
      return rule.priority(candidate);
    }
    try {
      return asked.ask(it -> finite("the priority of a URL", it.priority(candidate)));
    } catch (PluginException e) {
      failed(e);
      return candidate.score();
    }
  }

  private static float finite(String what, float value) {
    if (!Float.isFinite(value)) {
      throw new IllegalStateException(what + " is " + value);
    }
    return value;
  }

  private void failed(PluginException e) {
    faults++;
    e.logOnce("where its order of crawling fails, the default counts");
  }

  /** Adds the number of failures to the counters of a task. */
  public void count(TaskAttemptContext context) {
    if (faults > 0) {
      context
          .getCounter("Failures of plugins", asked.origin().replaceFirst("^plugin ", ""))
          .increment(faults);
    }
  }
}
