package org.orbweaver.crawler.trap;

import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.orbweaver.crawler.topic.Words;

/**
 * Looks for mazes among pages that come in the order of their URLs, so that those of a folder come
 * in a row: the host as a whole and its folders up to {@value #LEVELS} deep. Of a folder at most
 * {@value #SAMPLE} pages are compared, chosen by a hash of the URL. The pages of a suspect folder
 * do not count for the folders around it, nor for the host.
 *
 * <p>Cost: the links are compared once or twice for each page; the text only in folders whose links
 * look like a maze's. Memory: at most 13 KB a page, for {@value #SAMPLE} pages a level.
 */
public final class MazeSearch {
  static final int LEVELS = 3;
  static final int SAMPLE = 128;
  private static final int MAX_TEXT = 6_000;
  private static final int MAX_LINKS = 200;

  /** A word on more of the pages than this belongs to the template. */
  private static final double TEMPLATE_SHARE = .5;

  private static final int LEAST_OCCURRENCES = 3;

  /** Takes what is found. */
  public interface Findings {
    /**
     * Takes the signs of a suspect folder.
     *
     * @param folder path on the host: {@code /}, {@code /a/b/}, or {@code /a?} for a script
     */
    void take(String host, String folder, MazeSigns signs);

    /** Whether the signs of a folder are wanted though it is not suspect this time. */
    default boolean isWanted(String host, String folder) {
      return false;
    }
  }

  /**
   * A page.
   *
   * @param links hashes of its links to other pages, each once
   * @param depths for each link, how many of the page's folders it leads into; 0: another host
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Page(int order, int[] links, byte[] depths, String text, boolean anyPath) {}

  private static final class Folder {
    final String host;
    final String path;

    /** 1 for the whole host. */
    final int depth;

    /** Those that come last by order are at the head, to be replaced. */
    final PriorityQueue<Page> sample =
        new PriorityQueue<>(Comparator.comparingInt(Page::order).reversed());

    Folder(String host, String path, int depth) {
      this.host = host;
      this.path = path;
      this.depth = depth;
    }

    void add(Page page) {
      sample.add(page);
      if (sample.size() > SAMPLE) {
        sample.remove();
      }
    }
  }

  private final Findings findings;
  private final Deque<Folder> open = new ArrayDeque<>();

  /** Gives what it finds to a taker. */
  public MazeSearch(Findings findings) {
    this.findings = findings;
  }

  /**
   * Adds a page.
   *
   * @param host of the URL
   * @param text its lines
   * @param anyPath whether the host answers a path that does not exist with a page
   */
  public void add(String host, String url, List<String> links, String text, boolean anyPath) {
    List<String> folders = folders(path(url));
    while (!open.isEmpty()
        && !(open.peek().host.equals(host)
            && open.size() <= folders.size()
            && open.peek().path.equals(folders.get(open.size() - 1)))) {
      close(open.pop());
    }
    while (open.size() < folders.size()) {
      open.push(new Folder(host, folders.get(open.size()), open.size() + 1));
    }
    String begin = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    List<String> targets =
        links.stream().limit(MAX_LINKS).distinct().filter(link -> !link.equals(url)).toList();
    int[] hashes = targets.stream().mapToInt(String::hashCode).toArray();
    byte[] depths = new byte[hashes.length];
    for (int i = 0; i < depths.length; i++) {
      depths[i] = isOfHost(targets.get(i), host) ? depth(path(targets.get(i)), folders) : 0;
    }
    open.peek().add(new Page(url.hashCode() * 0x9E3779B9, hashes, depths, begin, anyPath));
  }

  /** Ends the search: no page comes any more. */
  public void end() {
    while (!open.isEmpty()) {
      close(open.pop());
    }
  }

  /** The path and query of a URL in normal form. */
  private static String path(String url) {
    int slash = url.indexOf('/', url.indexOf("://") + 3);
    return slash < 0 ? "/" : url.substring(slash);
  }

  /** The folders of a path, the whole host first; a script with parameters is one, too. */
  static List<String> folders(String path) {
    List<String> folders = new ArrayList<>();
    int query = path.indexOf('?');
    int end = query < 0 ? path.length() : query;
    for (int at = path.indexOf('/');
        at >= 0 && at < end && folders.size() <= LEVELS;
        at = path.indexOf('/', at + 1)) {
      folders.add(path.substring(0, at + 1));
    }
    if (query >= 0 && folders.size() <= LEVELS) {
      folders.add(path.substring(0, query + 1));
    }
    return folders;
  }

  private static byte depth(String path, List<String> folders) {
    byte depth = 0;
    while (depth < folders.size() && path.startsWith(folders.get(depth))) {
      depth++;
    }
    return depth;
  }

  private void close(Folder folder) {
    MazeSigns signs = folder.sample.size() < MazeSigns.LEAST_PAGES ? MazeSigns.NONE : signs(folder);
    boolean hasSigns = signs.pages() > 0;
    if (signs.isSuspect() || (hasSigns && findings.isWanted(folder.host, folder.path))) {
      findings.take(folder.host, folder.path, signs);
    }
    Folder around = open.peek();
    if (!signs.isSuspect() && around != null) {
      folder.sample.forEach(around::add);
    }
  }

  private static MazeSigns signs(Folder folder) {
    List<Page> pages = List.copyOf(folder.sample);
    Int2IntOpenHashMap sources = new Int2IntOpenHashMap();
    for (Page page : pages) {
      for (int link : page.links) {
        sources.addTo(link, 1);
      }
    }
    int endless = 0;
    int closed = 0;
    int anyPath = 0;
    for (Page page : pages) {
      int inside = 0;
      int outside = 0;
      for (int i = 0; i < page.links.length; i++) {
        boolean own = sources.get(page.links[i]) == 1;
        inside += own && page.depths[i] >= folder.depth ? 1 : 0;
        outside += own && page.depths[i] == 0 ? 1 : 0;
      }
      endless += inside > 1 ? 1 : 0;
      closed += outside == 0 ? 1 : 0;
      anyPath += page.anyPath ? 1 : 0;
    }
    MazeSigns form = new MazeSigns(pages.size(), endless, closed, anyPath, 0, 0);
    return form.hasForm() ? form.plus(words(ownLines(pages))) : form;
  }

  private static boolean isOfHost(String url, String host) {
    int from = url.indexOf("://") + 3;
    int end = from + host.length();
    return url.startsWith(host, from)
        && (end == url.length() || ":/?".indexOf(url.charAt(end)) >= 0);
  }

  /** Each page's text without the lines that are on several. */
  private static List<String> ownLines(List<Page> pages) {
    Object2IntOpenHashMap<String> with = new Object2IntOpenHashMap<>();
    for (Page page : pages) {
      page.text.lines().distinct().forEach(line -> with.addTo(line, 1));
    }
    List<String> texts = new ArrayList<>();
    for (Page page : pages) {
      StringBuilder own = new StringBuilder();
      page.text
          .lines()
          .filter(line -> with.getInt(line) == 1)
          .forEach(line -> own.append(line).append('\n'));
      texts.add(own.toString());
    }
    return texts;
  }

  /** How words are spread over texts. */
  private static MazeSigns words(List<String> texts) {
    Int2IntOpenHashMap documents = new Int2IntOpenHashMap();
    for (String text : texts) {
      IntOpenHashSet seen = new IntOpenHashSet();
      Words.each(text, seen::add);
      seen.forEach(word -> documents.addTo(word, 1));
    }
    int most = (int) (TEMPLATE_SHARE * texts.size());
    Int2IntOpenHashMap occurrences = new Int2IntOpenHashMap();
    int[] lengths = new int[texts.size()];
    long total = 0;
    for (int i = 0; i < lengths.length; i++) {
      int page = i;
      Words.each(
          texts.get(i),
          word -> {
            if (documents.get(word) <= most) {
              occurrences.addTo(word, 1);
              lengths[page]++;
            }
          });
      total += lengths[i];
    }
    double found = 0;
    double expected = 0;
    Int2DoubleOpenHashMap known = new Int2DoubleOpenHashMap();
    for (Int2IntMap.Entry word : occurrences.int2IntEntrySet()) {
      int times = word.getIntValue();
      if (times >= LEAST_OCCURRENCES) {
        found += documents.get(word.getIntKey());
        long words = total;
        expected += known.computeIfAbsent(times, t -> strewn(t, lengths, words));
      }
    }
    return new MazeSigns(0, 0, 0, 0, found, expected);
  }

  /** The expected number of pages with a word that occurs this many times, at random places. */
  private static double strewn(int times, int[] lengths, long total) {
    double pages = 0;
    for (int length : lengths) {
      pages += 1 - Math.pow(1 - (double) length / total, times);
    }
    return pages;
  }
}
