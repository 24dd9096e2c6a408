package org.orbweaver.crawler.url;

import java.util.regex.Pattern;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * Refuses the URLs in normal form that Nutch's urlfilter-validator refuses: hosts that are neither
 * an IPv4 address nor a name of at least two labels, the last of two characters or more and
 * beginning with a letter; and paths with characters outside Nutch's pattern.
 */
public record UrlValidator(String source) implements UrlRule {
  private static final Pattern HOST = Pattern.compile("[a-z0-9.-]+\\.[a-z][a-z0-9-]+");
  private static final Pattern PATH = Pattern.compile("/[-\\w:@&?=+,.!/~*'%$;()]*+");

  @Override
  public UrlDecision decision(String url) {
    if (SourceUrl.is(url)) {
      return null;
    }
    WebUrl parts = UrlNormalizer.parse(url);
    if (parts == null) {
      return refusal("not an http or https URL");
    }
    String host = parts.host();
    boolean ipv4 = host.charAt(0) != '[' && IpAddresses.endsInNumber(host);
    if (!ipv4 && !HOST.matcher(host).matches()) {
      return refusal("'" + host + "' is neither an IPv4 address nor a name with a domain");
    }
    return PATH.matcher(parts.path()).matches() ? null : refusal("a character of the path");
  }

  private UrlDecision refusal(String why) {
    return new UrlDecision(false, source, 0, why);
  }
}
