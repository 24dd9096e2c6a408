package org.orbweaver.crawler;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.fetch.source.SourceProtocol;
import org.orbweaver.crawler.parse.ContentRules;
import org.orbweaver.crawler.score.CrawlOrder;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.Protocol;
import org.orbweaver.plugin.ScoringRule;
import org.orbweaver.plugin.UrlRule;

/** What the crawler itself provides. */
public final class CrawlerPlugin implements Plugin {
  @Override
  public List<UrlRule> urlRules(PluginSettings settings) {
    return UrlRules.ours(Plugins.conf(settings));
  }

  @Override
  public List<Protocol> protocols(PluginSettings settings) {
    Configuration conf = Plugins.conf(settings);
    return UrlKeys.sources(conf).isEmpty() ? List.of() : List.of(new SourceProtocol(conf));
  }

  @Override
  public List<PageFilter> pageFilters(PluginSettings settings) {
    return List.of(ContentRules.fields(Plugins.conf(settings)));
  }

  @Override
  public List<ScoringRule> scoringRules(PluginSettings settings) {
    return CrawlOrder.ALL;
  }
}
