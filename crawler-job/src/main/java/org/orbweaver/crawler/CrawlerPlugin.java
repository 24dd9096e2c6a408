package org.orbweaver.crawler;

import java.util.List;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.page.SiteFields;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;

/** What the crawler itself provides. */
public final class CrawlerPlugin implements Plugin {
  /** For the service loader. */
  public CrawlerPlugin() {}

  @Override
  public List<PageFilter> pageFilters(PluginSettings settings) {
    Sites sites = UrlKeys.sites(Plugins.conf(settings));
    return sites.isEmpty() ? List.of() : List.of(new SiteFields(sites));
  }
}
