package org.orbweaver.orb.demo;

import java.util.Map;
import org.orbweaver.orb.demo.DemoLayout.Resource;

/**
 * The expected results of a crawl of the whole demo.
 *
 * @param hosts that answer
 * @param pages of HTML with status 200 that robots.txt allows, duplicates included
 * @param texts of other types with status 200
 * @param duplicates pages that are byte for byte another page's
 * @param nearDuplicates pages that are nearly another page's
 * @param forbidden URLs that are linked but forbidden by a robots.txt
 * @param redirects URLs that redirect, two of them in a circle
 * @param missing URLs that are linked but answer 404 or 410
 */
record DemoExpected(
    int hosts,
    int pages,
    int texts,
    int duplicates,
    int nearDuplicates,
    int forbidden,
    int redirects,
    int missing) {

  static DemoExpected of(DemoWeb web) {
    Map<String, Map<String, Resource>> hosts = web.layout().hosts();
    int texts = 0;
    int redirects = 0;
    int missing = 0;
    for (Map<String, Resource> paths : hosts.values()) {
      for (Map.Entry<String, Resource> entry : paths.entrySet()) {
        Resource r = entry.getValue();
        if (!entry.getKey().equals("/robots.txt")) {
          texts += r.status() == 200 && !r.isPage() ? 1 : 0;
          redirects += r.location().isEmpty() ? 0 : 1;
          missing += r.status() >= 400 ? 1 : 0;
        }
      }
    }
    int forbidden = web.forbidden().size();
    return new DemoExpected(
        hosts.size(),
        (int) web.layout().pages() - forbidden,
        texts,
        hosts.get("mirror.demo").size(),
        hosts.get("reader.demo").size() - 1,
        forbidden,
        redirects,
        missing);
  }

  /** URLs that a crawl discovers. */
  int urls() {
    return pages + texts + forbidden + redirects + missing;
  }
}
