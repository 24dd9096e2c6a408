package org.orbweaver.crawler.table;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.url.HostSuffixes;
import org.orbweaver.crawler.url.Hosts;

/** The columns of the URL index that follow from the URL alone. */
final class UrlColumns {
  /**
   * RFC 3986, without its fragment: scheme, authority, path, query. Every text with :// matches.
   */
  private static final Pattern URL =
      Pattern.compile("([^:/?#]*)://([^/?#]*)([^?#]*)(?:\\?([^#]*))?.*", Pattern.DOTALL);

  private static final Pattern PORT = Pattern.compile(".*:([0-9]{1,5})");
  private static final List<String> LABELS =
      List.of(
          "url_host_tld",
          "url_host_2nd_last_part",
          "url_host_3rd_last_part",
          "url_host_4th_last_part",
          "url_host_5th_last_part");

  private UrlColumns() {}

  /** The labels of a host from the last to the first; of an address itself. */
  static String reversed(String host) {
    if (HostSuffixes.isAddress(host)) {
      return host;
    }
    List<String> labels = Arrays.asList(host.split("\\.", -1));
    Collections.reverse(labels);
    return String.join(".", labels);
  }

  /** Fills them in. */
  static Fields of(String surt, String url) {
    String host = Hosts.host(url);
    Fields row =
        new Fields().with("url_surtkey", surt).with("url", url).with("url_host_name", host);
    if (!host.isEmpty() && !HostSuffixes.isAddress(host)) {
      String reversed = reversed(host);
      String[] labels = reversed.split("\\.", -1);
      for (int i = 0; i < Math.min(labels.length, LABELS.size()); i++) {
        row.put(LABELS.get(i), labels[i]);
      }
      row.put("url_host_name_reversed", reversed);
    }
    HostSuffixes suffixes = HostSuffixes.of(host);
    row.with("url_host_registry_suffix", suffixes.registrySuffix())
        .with("url_host_registered_domain", suffixes.registeredDomain())
        .with("url_host_private_suffix", suffixes.privateSuffix())
        .with("url_host_private_domain", suffixes.privateDomain());
    Matcher parts = URL.matcher(url);
    boolean parsed = parts.matches();
    Matcher port = PORT.matcher(parsed ? parts.group(2) : "");
    return row.with("url_protocol", parsed ? parts.group(1) : "")
        .with("url_port", port.matches() ? Integer.valueOf(port.group(1)) : null)
        .with("url_path", parsed ? parts.group(3) : "")
        .with("url_query", parsed ? parts.group(4) : null);
  }
}
