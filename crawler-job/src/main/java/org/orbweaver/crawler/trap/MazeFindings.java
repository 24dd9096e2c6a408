package org.orbweaver.crawler.trap;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.Mazes.Maze;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.TrapKeys;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.page.PageLink;
import org.orbweaver.crawler.url.Hosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The suspected mazes among the pages of a parse task, and update's judgement of them.
 *
 * <p>Form: {@link Maze}s as lines of JSON: those that look like mazes, and what was seen this time
 * of those suspected before. Without any there is no file. A task has at most {@value #MOST}, and
 * so has a crawl: the client judges them in memory.
 */
public final class MazeFindings implements Closeable {
  /** The folder of a segment with the findings of parse. */
  public static final String FOLDER = "parse_mazes";

  /** In a job's configuration: the folder of the mazes known so far. */
  public static final String KNOWN = "orbweaver.internal.parse.mazes";

  private static final int MOST = 20_000;
  private static final Logger LOG = LoggerFactory.getLogger(MazeFindings.class);

  /** A whole host is judged only by a majority of its pages. */
  private static final int MAJORITY = 2;

  private final Configuration conf;
  private final Path path;
  private final MazeSearch search;
  private final List<Maze> found = new ArrayList<>();
  private final boolean isOn;

  /**
   * Begins.
   *
   * @param path of the file
   */
  public MazeFindings(Configuration conf, Path path) throws IOException {
    this.conf = conf;
    this.path = path;
    isOn = TrapKeys.MAZES.get(conf);
    String known = conf.get(KNOWN);
    Mazes mazes = known == null ? Mazes.NONE : Mazes.of(conf, new Path(known));
    search =
        new MazeSearch(
            new MazeSearch.Findings() {
              @Override
              public void take(String host, String folder, MazeSigns signs) {
                if (found.size() < MOST) {
                  found.add(maze(host + folder, signs, false));
                }
              }

              @Override
              public boolean isWanted(String host, String folder) {
                return mazes.has(host + folder);
              }
            });
  }

  /** Adds a page; they come in the order of their URLs. */
  public void add(String url, List<PageLink> links, String text, boolean anyPath) {
    if (isOn) {
      List<String> targets = links.stream().map(PageLink::url).toList();
      search.add(Hosts.host(url), url, targets, text, anyPath);
    }
  }

  private static Maze maze(String folder, MazeSigns signs, boolean isProven) {
    return new Maze(
        folder,
        isProven,
        signs.pages(),
        signs.endless(),
        signs.closed(),
        signs.anyPath(),
        signs.documents(),
        signs.expected(),
        signs.toString());
  }

  private static MazeSigns signs(Maze maze) {
    return new MazeSigns(
        maze.pages(),
        maze.endless(),
        maze.closed(),
        maze.anyPath(),
        maze.documents(),
        maze.expected());
  }

  @Override
  public void close() throws IOException {
    search.end();
    if (!found.isEmpty()) {
      try (OutputStream out = path.getFileSystem(conf).create(path, true)) {
        for (Maze maze : found) {
          out.write((Json.line(maze) + '\n').getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }

  /**
   * Adds the findings of segments to what is known of a crawl's mazes.
   *
   * @param step replaces the crawl's folder of mazes, if there are findings
   * @return the folder to use
   */
  public static Path judge(Session session, List<String> segments, Step step) throws IOException {
    FileSystem fs = session.dir().fs();
    List<Maze> findings = new ArrayList<>();
    for (String segment : segments) {
      for (Path file : Parts.of(fs, new Path(session.dir().segment(segment), FOLDER))) {
        read(fs, file, findings);
      }
    }
    if (findings.isEmpty() || !TrapKeys.MAZES.get(session.conf())) {
      return session.dir().mazes();
    }
    SortedMap<String, Maze> mazes = new TreeMap<>();
    Mazes.read(fs, session.dir().mazes()).forEach(maze -> mazes.put(maze.folder(), maze));
    try (HostParts hosts = HostParts.store(session.conf(), session.dir().hosts())) {
      for (Maze finding : findings) {
        Maze known = mazes.get(finding.folder());
        MazeSigns before = known == null ? MazeSigns.NONE : signs(known);
        MazeSigns signs = before.plus(signs(finding));
        boolean isProven =
            (known != null && known.isProven())
                || (signs.isMaze()
                    && (!isHost(finding) || isWholeHost(hosts, session, finding, before, signs)));
        if (isProven || (signs.isSuspect() && (known != null || mazes.size() < MOST))) {
          mazes.put(finding.folder(), maze(finding.folder(), signs, isProven));
        } else {
          mazes.remove(finding.folder());
        }
      }
    }
    Path staged = step.staging("mazes");
    Mazes.write(fs, staged, mazes.values());
    step.replace(staged, session.dir().mazes());
    return staged;
  }

  private static boolean isHost(Maze finding) {
    return finding.folder().equals(finding.host() + '/');
  }

  /**
   * Whether a host has few pages that are not suspect, and shows a page for a path that does not
   * exist, if it was asked.
   */
  private static boolean isWholeHost(
      HostParts hosts, Session session, Maze finding, MazeSigns before, MazeSigns signs) {
    int all;
    try {
      all = HostPagesRecord.find(hosts, finding.host()).pages();
    } catch (IOException e) {
      LOG.warn("cannot read the record of {}; it is not judged as a whole", finding.host(), e);
      return false;
    }
    boolean isAsked = FetchKeys.SOFT_404_DAYS.get(session.conf()) > 0;
    return all >= 0
        && signs.pages() >= (long) MAJORITY * (all - before.pages())
        && (!isAsked || signs.hasAnyPath());
  }

  private static void read(FileSystem fs, Path file, List<Maze> findings) throws IOException {
    try (var in =
        new BufferedReader(new InputStreamReader(fs.open(file), StandardCharsets.UTF_8))) {
      for (String line = in.readLine();
          line != null && findings.size() < MOST;
          line = in.readLine()) {
        findings.add(Mazes.parse(file, line));
      }
    }
  }
}
