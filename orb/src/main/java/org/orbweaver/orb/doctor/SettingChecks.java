package org.orbweaver.orb.doctor;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.crawler.browser.Chromium;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.render.RenderKeys;
import org.orbweaver.orb.crawl.CrawlDriver;

/** Checks that the settings are known and possible, and that they identify the crawler. */
final class SettingChecks {
  private static final int AGENT_TIMEOUT_MS = 5000;

  private SettingChecks() {}

  static List<Finding> settings(Configuration conf) {
    List<Finding> findings = new ArrayList<>();
    TreeSet<String> wrong = new TreeSet<>();
    wrong.addAll(Settings.faults(conf));
    if (!CrawlerKeys.AGENT_NAME.get(conf).isBlank()) {
      // A missing name has its own finding.
      wrong.addAll(CrawlDriver.settingFaults(conf));
    }
    wrong.forEach(
        message ->
            findings.add(
                Finding.error(
                    message, "correct or remove it; docs/configuration.md lists all settings")));
    TreeSet<String> vain = new TreeSet<>(Settings.warnings(conf));
    vain.addAll(Settings.ignored(conf));
    vain.forEach(message -> findings.add(Finding.note(message, "remove the setting")));
    Settings.retired(conf)
        .forEach(
            name ->
                findings.add(
                    Finding.note(
                        "setting " + name + " of the crawl no longer exists",
                        "nothing: the crawl continues without it")));
    if (findings.isEmpty()) {
      findings.add(Finding.ok("all settings are known and valid"));
    }
    return findings;
  }

  /** Checks that all plugins can be loaded. */
  static List<Finding> plugins(Configuration conf) {
    List<String> faults = new ArrayList<>(Plugins.missing(conf));
    if (faults.isEmpty()) {
      faults.addAll(Plugins.set(conf).faults());
    }
    if (faults.isEmpty()) {
      String summary = Plugins.summary(conf);
      return List.of(Finding.ok(summary.isEmpty() ? "there are no plugins" : summary));
    }
    String remedy = "correct or remove it; orb plugins lists all";
    return faults.stream().map(fault -> Finding.error(fault, remedy)).toList();
  }

  /** Checks the crawler's name and contact, without network access. */
  static Finding agentName(Configuration conf) {
    String name = CrawlerKeys.AGENT_NAME.get(conf).strip();
    if (!name.isEmpty()) {
      return Finding.ok("the crawler's name is " + name);
    }
    String remedy = "set http.agent.name, for example -D http.agent.name=mybot";
    return FetchKeys.PRIVATE_ADDRESSES.get(conf).isEmpty()
        ? Finding.error("http.agent.name is not set", remedy)
        : Finding.note(
            "http.agent.name is not set: only orbweaver.fetch.private.addresses can be crawled",
            remedy);
  }

  /** Checks that the page about the crawler exists. */
  static Finding agentUrl(Configuration conf, boolean offline) {
    String url = CrawlerKeys.AGENT_URL.get(conf).strip();
    if (url.isEmpty()) {
      return Finding.note(
          "http.agent.url is not set: site owners cannot tell who is crawling",
          "set it to a page that says who you are and how to reach you");
    }
    String host = host(url);
    if (host == null) {
      return Finding.error(
          "http.agent.url is not a URL: " + url, "set it to an http or https URL of a page");
    }
    if (offline) {
      return Finding.ok("http.agent.url is " + url + " (not requested: --offline)");
    }
    String remedy = "publish the page, or correct http.agent.url";
    try {
      int status = FetchRules.own(conf, url, AGENT_TIMEOUT_MS, false).status();
      return status < 400
          ? Finding.ok(url + " returns status " + status)
          : Finding.error(url + " returns status " + status, remedy);
    } catch (java.io.IOException e) {
      return Finding.error(url + " does not respond: " + e.getMessage(), remedy);
    }
  }

  /** Checks that there is a browser that this user may run, if pages are to be rendered. */
  static Finding browser(Configuration conf) throws java.io.IOException {
    if (!RenderKeys.isOn(conf)) {
      return Finding.ok("not needed: " + RenderKeys.RENDER.name() + " is never");
    }
    String remedy = "until then pages stay as they are fetched; see docs/rendering.md";
    try {
      Path program = Chromium.usable(RenderKeys.BROWSER.get(conf), RenderKeys.SANDBOX.get(conf));
      return Finding.ok(Chromium.version(program) + " at " + program);
    } catch (java.io.IOException e) {
      return Finding.error(e.getMessage(), remedy);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.io.IOException("interrupted", e);
    }
  }

  /** The host of an http or https URL, or null. */
  static String host(String url) {
    try {
      URI uri = URI.create(url);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return web ? uri.getHost() : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
