package org.orbweaver.crawler.nutch;

import java.net.MalformedURLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.net.URLFilter;
import org.apache.nutch.net.URLNormalizer;
import org.apache.nutch.net.URLNormalizers;
import org.apache.nutch.parse.HtmlParseFilter;
import org.apache.nutch.scoring.ScoringFilter;
import org.orbweaver.common.plugin.NutchExtensions;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.ScoringRule;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;
import org.orbweaver.plugin.loader.Provided;

/** What the plugins of Nutch in {@code plugin.folders} add to a crawl; nothing if it is empty. */
public final class NutchPlugins implements Plugin {
  @Override
  public List<UrlRule> urlRules(PluginSettings settings) {
    Configuration conf = Plugins.conf(settings);
    List<UrlRule> rules = new ArrayList<>();
    NutchExtensions.of(conf, URLNormalizer.class, "urlnormalizer.order")
        .forEach(it -> rules.add(new Normalizing(NutchExtensions.origin(it), it)));
    NutchExtensions.of(conf, URLFilter.class, "urlfilter.order")
        .forEach(it -> rules.add(new Filtering(NutchExtensions.origin(it), it)));
    return rules;
  }

  private record Normalizing(String origin, URLNormalizer normalizer)
      implements UrlRule, Provided.Named {
    @Override
    public String normalize(String url) {
      try {
        return normalizer.normalize(url, URLNormalizers.SCOPE_DEFAULT);
      } catch (MalformedURLException e) {
        return null;
      }
    }
  }

  private record Filtering(String origin, URLFilter filter) implements UrlRule, Provided.Named {
    @Override
    public UrlDecision decision(String url) {
      return filter.filter(url) == null ? new UrlDecision(false, origin, 0, "refused") : null;
    }
  }

  @Override
  public List<PageFilter> pageFilters(PluginSettings settings) {
    return NutchPageFilters.of(
        NutchExtensions.of(Plugins.conf(settings), HtmlParseFilter.class, "htmlparsefilter.order"));
  }

  @Override
  public List<ScoringRule> scoringRules(PluginSettings settings) {
    List<ScoringFilter> filters =
        NutchExtensions.of(Plugins.conf(settings), ScoringFilter.class, "scoring.filter.order");
    return filters.isEmpty() ? List.of() : List.of(new NutchScoring(filters));
  }
}
