package org.orbweaver.orb;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.conf.Key;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.hits.HitsKeys;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.pagerank.PageRankKeys;
import org.orbweaver.webgraph.StructureKeys;
import org.orbweaver.webgraph.WebGraphKeys;
import org.orbweaver.webgraph.kernel.KernelKeys;

/**
 * The configuration reference, made from the keys in the code: {@code conf/orbweaver-default.xml}
 * and {@code docs/configuration.md}. A test holds the files equal to what is made here.
 */
final class ConfigurationReference {
  private ConfigurationReference() {}

  /** All keys by section, each in the order of its declaration. */
  static Map<String, List<Key<?>>> sections() {
    Map<String, List<Key<?>>> sections = new LinkedHashMap<>();
    sections.put("Crawling (crawler-job)", CrawlerKeys.all());
    sections.put("Web graph (webgraph-job)", WebGraphKeys.all());
    sections.put("Structure of the web graph (webgraph-job)", StructureKeys.all());
    sections.put("Iterations of both rankings (webgraph-job)", KernelKeys.all());
    sections.put("PageRank (pagerank-job)", PageRankKeys.all());
    sections.put("HITS (hits-job)", HitsKeys.all());
    sections.put("Index and search (index-job)", IndexKeys.all());
    return sections;
  }

  /** The text of {@code conf/orbweaver-default.xml}. */
  static String xml() {
    StringBuilder text = new StringBuilder();
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .append("<!-- Made from the keys in the code by 'orb reference'; do not edit.\n")
        .append("     Your own settings go into orbweaver-site.xml beside this file. -->\n")
        .append("<configuration>\n");
    sections()
        .forEach(
            (title, keys) -> {
              text.append("\n  <!-- ").append(title).append(" -->\n");
              for (Key<?> key : keys) {
                text.append("  <property>\n    <name>")
                    .append(escape(key.name()))
                    .append("</name>\n    <value>")
                    .append(escape(key.defaultText()))
                    .append("</value>\n    <description>")
                    .append(escape(key.description()))
                    .append("</description>\n  </property>\n");
              }
            });
    return text.append("</configuration>\n").toString();
  }

  /** The text of {@code docs/configuration.md}. */
  static String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("# Configuration\n\n")
        .append("Made from the keys in the code by `orb reference`; do not edit.\n\n")
        .append("A setting comes from, the later ones winning: the defaults below; ")
        .append("`conf/nutch-site.xml` and `conf/orbweaver-site.xml`;\n")
        .append("files given by `-conf FILE`; `-D name=value`, in any position of the command ")
        .append("line. A name that begins with `orbweaver.`\nand that is not listed here is ")
        .append("refused, with the nearest known name. A name without that prefix means what ")
        .append("it\nmeans in Apache Nutch.\n");
    sections()
        .forEach(
            (title, keys) -> {
              text.append("\n## ").append(title).append("\n\n");
              text.append("| setting | type | default | meaning |\n|---|---|---|---|\n");
              for (Key<?> key : keys) {
                String value = key.defaultText();
                text.append("| `")
                    .append(key.name())
                    .append("` | ")
                    .append(key.type())
                    .append(" | ")
                    .append(value.isEmpty() ? "" : "`" + cell(value) + "`")
                    .append(" | ")
                    .append(cell(key.description()))
                    .append(" |\n");
              }
            });
    return text.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
