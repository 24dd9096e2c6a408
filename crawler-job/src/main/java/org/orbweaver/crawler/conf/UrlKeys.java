package org.orbweaver.crawler.conf;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.url.ScopeRules;
import org.orbweaver.crawler.url.SemanticRules.Www;
import org.orbweaver.crawler.url.SourceRoots;

/**
 * The configuration keys of the URL rules and URL filters that are not in {@link CrawlerKeys}. A
 * file is a path or a name on the class path ({@code conf/}); if the default file does not exist,
 * its rules are off.
 */
public final class UrlKeys implements KeySource {
  @Heading("One URL for each page")
  public static final Key<String> PARAMETERS =
      Key.ofString(
              "orbweaver.url.parameters.file",
              "tracking-parameters.txt",
              "Query parameters to remove from URLs; empty: none. The default file has those that"
                  + " only track visitors.")
          .optionalFile();

  public static final Key<Boolean> SORT_PARAMETERS =
      Key.ofBoolean(
          "orbweaver.url.parameters.sort",
          false,
          "Whether the parameters of a query are put in the order of their names.");

  public static final Key<List<String>> INDEX_PAGES =
      Key.ofStrings(
          "orbweaver.url.index.pages",
          List.of(),
          "Names of pages to remove from the end of paths, for example index.html.");

  public static final Key<Www> WWW =
      Key.ofEnum(
          "orbweaver.url.www",
          Www.KEEP,
          "Whether URLs of a registered domain and of its host www become one: with www. (add) or"
              + " without (remove).");

  public static final Key<String> HOSTS =
      Key.ofString(
              "urlnormalizer.hosts.file",
              "",
              "Hosts and the host that replaces them, one pair per line; *.example.org stands for"
                  + " all hosts of a domain.")
          .file();

  public static final Key<String> PROTOCOLS =
      Key.ofString(
              "urlnormalizer.protocols.file",
              "protocols.txt",
              "Hosts and their scheme (http or https), one pair per line; *.example.org stands for"
                  + " a domain and its hosts, * for all.")
          .optionalFile();

  public static final Key<String> SLASHES =
      Key.ofString(
              "urlnormalizer.slashes.file",
              "",
              "Hosts and + or -, one pair per line: whether paths end with a slash;"
                  + " *.example.org stands for a domain and its hosts, * for all.")
          .file();

  public static final Key<String> SUBSTITUTIONS =
      Key.ofString(
              "urlnormalizer.regex.file",
              "regex-normalize.xml",
              "Substitutions in URLs by regular expression, in Nutch's XML format.")
          .optionalFile();

  @Heading("More URL filters")
  public static final Key<String> AUTOMATON_FILTER =
      Key.ofString(
              "urlfilter.automaton.file",
              "automaton-urlfilter.txt",
              "Rules like those of urlfilter.regex.file, whose expressions match whole URLs in"
                  + " linear time (syntax of dk.brics.automaton).")
          .optionalFile();

  public static final Key<String> PREFIX_FILTER =
      Key.ofString(
              "urlfilter.prefix.file",
              "prefix-urlfilter.txt",
              "Prefixes, one per line: other URLs are dropped.")
          .optionalFile();

  public static final Key<String> DOMAIN_FILTER =
      Key.ofString(
              "urlfilter.domain.file",
              "domain-urlfilter.txt",
              "Hosts, registered domains and public suffixes, one per line: URLs of others are"
                  + " dropped.")
          .optionalFile();

  public static final Key<String> DENYLIST_FILTER =
      Key.ofString(
              "urlfilter.domaindenylist.file",
              "domaindenylist-urlfilter.txt",
              "Hosts, registered domains and public suffixes, one per line: their URLs are"
                  + " dropped.")
          .optionalFile();

  public static final Key<String> SCOPE_RULES =
      Key.ofString(
              "orbweaver.scope.rules",
              "",
              "Rules on URLs, one per line, of which the first that matches decides: + or -, then"
                  + " prefix, glob, regex, host or domain, then the pattern, as in '-glob *.pdf'."
                  + " A URL that no rule matches gets the opposite of the last rule.")
          .readBy(
              "rules such as '+prefix https://example.org/docs/'",
              text -> new ScopeRules("scope.rules", text))
          .raw();

  public static final Key<String> SITES =
      Key.ofString(
              "orbweaver.sites",
              "",
              "What holds for a part of the web alone, in blocks that begin with [host HOST],"
                  + " [domain DOMAIN] or [prefix URL]; each line after that has a key and its"
                  + " value. Best written in a crawl file (docs/guide.md, \"Sites and logins\"). Secrets are"
                  + " references: ${env:NAME} or ${file:PATH}.")
          .readBy("blocks of sites", Sites::parse)
          .raw();

  /** The sites of a configuration. */
  public static Sites sites(Configuration conf) {
    return Sites.parse(SITES.get(conf));
  }

  public static final Key<String> SOURCES =
      Key.ofString(
              "orbweaver.sources",
              "",
              "Folders of file systems to crawl, one per line: a path, or a URL such as"
                  + " file:///share/, hdfs://host/share/ or ftp://host/pub/, then perhaps"
                  + " connections=N (that read its file system at a time, 1) and"
                  + " bytes-per-second=N. They are seeds, and nothing outside of them is read.")
          .readBy("roots such as 'file:///share/ connections=4'", SourceRoots::parse)
          .raw();

  /** The roots of a configuration. */
  public static SourceRoots sources(Configuration conf) {
    return SourceRoots.parse(SOURCES.get(conf));
  }

  public static final Key<Boolean> VALIDATOR =
      Key.ofBoolean(
          "orbweaver.urlfilter.validator",
          false,
          "Whether to drop what Nutch's urlfilter-validator drops: hosts without a domain (such as"
              + " localhost), and paths with unusual characters.");

  /** For the service loader. */
  public UrlKeys() {}
}
