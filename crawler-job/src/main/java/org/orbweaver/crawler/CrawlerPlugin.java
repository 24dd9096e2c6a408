package org.orbweaver.crawler;

import java.util.List;
import org.orbweaver.crawler.score.CrawlOrder;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.ScoringRule;

/** What the crawler itself provides. */
public final class CrawlerPlugin implements Plugin {
  @Override
  public List<ScoringRule> scoringRules(PluginSettings settings) {
    return CrawlOrder.ALL;
  }
}
