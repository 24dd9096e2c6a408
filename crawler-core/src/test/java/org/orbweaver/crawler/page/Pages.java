package org.orbweaver.crawler.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.loader.Provided;

/** Short ways to parse something in a test. */
final class Pages {

  static final String URL = "http://site.example/dir/page.html";

  private Pages() {}

  static PageParser parser(ParseLimits limits) {
    return new PageParser(limits, "orbweaver");
  }

  static PageParser parser(PageFilter... filters) {
    return new PageParser(
        ParseLimits.DEFAULT,
        "orbweaver",
        new UrlNormalizer(),
        ContentSettings.DEFAULT,
        null,
        Stream.of(filters).map(filter -> new Provided<>("some", filter)).toList());
  }

  static ParsedPage html(String html) {
    return parse(html.getBytes(StandardCharsets.UTF_8), "text/html; charset=utf-8");
  }

  static ParsedPage parse(byte[] content, String contentType) {
    return parse(content, contentType, URL);
  }

  static ParsedPage parse(byte[] content, String contentType, String url) {
    return parse(content, contentType, url, ParseLimits.DEFAULT);
  }

  static ParsedPage parse(byte[] content, String contentType, String url, ParseLimits limits) {
    return parser(limits)
        .parse(new PageParser.Document(url, content, contentType, null, List.of()));
  }
}
