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
 * at once, and random ones of a few sizes, alone and added up over three rounds; each also as if
 * the host showed a page for any path. Each finding is a false alarm.
 */
public final class FalseAlarms {
  private static final int[] SIZES = {12, 16, 20, 60, 200, 1000};
  private static final int DRAWS = 6;
  private static final int ROUNDS = 3;
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
    rounds(List.of(site));
    Random random = new Random(1);
    for (int size : SIZES) {
      for (int draw = 0; draw < DRAWS && size < site.size(); draw++) {
        List<Page> shuffled = new ArrayList<>(site);
        Collections.shuffle(shuffled, random);
        List<List<Page>> rounds = new ArrayList<>();
        for (int at = 0; at < Math.min(ROUNDS * size, shuffled.size()); at += size) {
          rounds.add(shuffled.subList(at, Math.min(at + size, shuffled.size())));
        }
        rounds(rounds);
      }
    }
    site.clear();
  }

  private void rounds(List<List<Page>> rounds) {
    Map<String, MazeSigns> sums = new TreeMap<>();
    for (List<Page> round : rounds) {
      MazeSearch search =
          new MazeSearch(
              (ofHost, folder, signs) -> {
                MazeSigns sum = sums.merge(ofHost + folder, signs, MazeSigns::plus);
                suspected.merge(ofHost + folder, sum.pages(), Math::max);
                if (sum.isMaze() && !folder.equals("/")) {
                  taken.merge(ofHost + folder, sum.pages(), Math::max);
                }
              });
      round.stream()
          .sorted(Comparator.comparing(Page::url))
          .forEach(page -> search.add(host, page.url, page.links, page.text, false));
      search.end();
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
