package org.orbweaver.bench.maze;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.trap.MazeSearch;
import org.orbweaver.crawler.trap.MazeSigns;
import org.orbweaver.crawler.url.Hosts;

/**
 * Looks for mazes among honest pages, site by site, as rounds of a crawl would meet them: all pages
 * at once, and random ones of a few sizes. Each finding is a false alarm.
 */
public final class FalseAlarms {
  private static final int[] SIZES = {20, 60, 200, 1000};
  private static final int DRAWS = 20;
  private static final int MAX_TEXT = 6_000;

  private record Page(String url, List<String> links, String text) {}

  private final List<Page> site = new ArrayList<>();
  private final Map<String, Integer> suspected = new TreeMap<>();
  private final Map<String, Integer> taken = new TreeMap<>();
  private String host = "";

  /** Adds a page; those of a host come in a row. */
  public void add(String url, ParsedPage page) {
    String next = Hosts.host(url);
    if (!next.equals(host)) {
      end();
      host = next;
    }
    String text = page.text();
    site.add(
        new Page(
            url,
            page.links().stream().map(PageLink::url).toList(),
            text.substring(0, Math.min(text.length(), MAX_TEXT))));
  }

  /** Judges the last site. */
  public void end() {
    search(site);
    Random random = new Random(1);
    for (int size : SIZES) {
      for (int draw = 0; draw < DRAWS && size < site.size(); draw++) {
        List<Page> shuffled = new ArrayList<>(site);
        Collections.shuffle(shuffled, random);
        search(shuffled.subList(0, size));
      }
    }
    site.clear();
  }

  private void search(List<Page> pages) {
    MazeSearch search = new MazeSearch(this::take);
    pages.stream()
        .sorted(Comparator.comparing(Page::url))
        .forEach(page -> search.add(host, page.url, page.links, page.text, false));
    search.end();
  }

  private void take(String ofHost, String folder, MazeSigns signs) {
    suspected.merge(ofHost + folder, signs.pages(), Math::max);
    if (signs.isMaze()) {
      taken.merge(ofHost + folder, signs.pages(), Math::max);
    }
  }

  /** Folders suspected in some search, with the most pages of a search. */
  public Map<String, Integer> suspected() {
    return suspected;
  }

  /** Folders taken for a maze in some search, likewise. */
  public Map<String, Integer> taken() {
    return taken;
  }
}
