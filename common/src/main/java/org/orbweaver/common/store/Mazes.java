package org.orbweaver.common.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.text.Json;

/**
 * The mazes of a crawl: folders of endless pages with generated text. Update finds them; their URLs
 * are not fetched any more, and their pages are in no graph, index or store of near-duplicates.
 *
 * <p>Form: {@code DIR/mazes/mazes.jsonl}, a {@link Maze} a line. It has few lines, and is read into
 * memory.
 */
public final class Mazes {
  /** Whether mazes are looked for, and left out. */
  public static final String DETECT = "orbweaver.maze.detect";

  /** Hosts that have none. */
  public static final String EXEMPT = "orbweaver.maze.exempt";

  /** No maze. */
  public static final Mazes NONE = new Mazes(List.of());

  private static final String FILE = "mazes.jsonl";

  /**
   * A folder that is a maze, or is suspected to be one. The numbers are those of its signs.
   *
   * @param folder host and path: {@code example.org/a/}, {@code example.org/} for a whole host, or
   *     {@code example.org/a?} for a script
   * @param isProven false for a mere suspicion
   * @param why the evidence, for people
   */
  public record Maze(
      String folder,
      boolean isProven,
      int pages,
      int endless,
      int closed,
      int anyPath,
      double documents,
      double expected,
      String why) {

    /** Its host. */
    public String host() {
      return folder.substring(0, folder.indexOf('/'));
    }
  }

  private final Map<String, Maze> byFolder = new HashMap<>();

  private Mazes(Collection<Maze> mazes) {
    mazes.forEach(maze -> byFolder.put(maze.folder, maze));
  }

  /** The mazes of a folder, by the settings {@link #DETECT} and {@link #EXEMPT}. */
  public static Mazes of(Configuration conf, Path folder) throws IOException {
    if (!conf.getBoolean(DETECT, true)) {
      return NONE;
    }
    Set<String> exempt = new HashSet<>();
    for (String host : conf.getTrimmedStrings(EXEMPT)) {
      exempt.add(host.toLowerCase(Locale.ROOT));
    }
    List<Maze> mazes = read(folder.getFileSystem(conf), folder);
    return new Mazes(mazes.stream().filter(maze -> !exempt.contains(maze.host())).toList());
  }

  /**
   * All mazes and suspicions of a folder, whatever the settings; none if it is missing.
   *
   * @throws IOException naming the file if a line cannot be read
   */
  public static List<Maze> read(FileSystem fs, Path folder) throws IOException {
    Path file = new Path(folder, FILE);
    List<Maze> mazes = new ArrayList<>();
    if (fs.exists(file)) {
      for (String line : new String(Files.read(fs, file), StandardCharsets.UTF_8).split("\n", -1)) {
        if (!line.isBlank()) {
          mazes.add(parse(file, line));
        }
      }
    }
    return mazes;
  }

  /**
   * Reads a line of a file.
   *
   * @throws IOException naming the file if it is no maze
   */
  public static Maze parse(Path file, String line) throws IOException {
    try {
      Maze maze = Json.parse(line, Maze.class);
      if (maze.folder.indexOf('/') > 0) {
        return maze;
      }
    } catch (IOException e) {
      throw new IOException(damaged(file, line), e);
    }
    throw new IOException(damaged(file, line));
  }

  private static String damaged(Path file, String line) {
    String shown = line.substring(0, Math.min(line.length(), 100));
    return "file " + file + ": not a maze: '" + shown + "'; delete it, and mazes are found again";
  }

  /** Writes a new folder. */
  public static void write(FileSystem fs, Path folder, Collection<Maze> mazes) throws IOException {
    StringBuilder lines = new StringBuilder();
    mazes.forEach(maze -> lines.append(Json.line(maze)).append('\n'));
    try (var out = fs.create(new Path(folder, FILE), true)) {
      out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Whether a folder is a maze or suspected. */
  public boolean has(String folder) {
    return byFolder.containsKey(folder);
  }

  /** Whether a URL in normal form lies in a proven maze. */
  public boolean contains(String url) {
    return around(url).filter(Maze::isProven).isPresent();
  }

  /** The maze around a URL in normal form, a proven one first. */
  public Optional<Maze> around(String url) {
    int host = url.indexOf("://") + 3;
    if (byFolder.isEmpty() || host < 3) {
      return Optional.empty();
    }
    Maze suspected = null;
    String place = place(url, host);
    int query = place.indexOf('?');
    int end = query < 0 ? place.length() : query + 1;
    for (int at = place.indexOf('/'); at >= 0 && at < end; at = next(place, at, query)) {
      Maze maze = byFolder.get(place.substring(0, at + 1));
      if (maze != null && maze.isProven) {
        return Optional.of(maze);
      }
      suspected = maze == null ? suspected : maze;
    }
    return Optional.ofNullable(suspected);
  }

  private static int next(String place, int at, int query) {
    int slash = place.indexOf('/', at + 1);
    boolean isLast = slash < 0 || (query >= 0 && slash > query);
    return isLast && at < query ? query : isLast ? -1 : slash;
  }

  /** Host, without port, path and query. */
  private static String place(String url, int host) {
    int path = host;
    while (path < url.length() && "/?#".indexOf(url.charAt(path)) < 0) {
      path++;
    }
    int port = url.lastIndexOf(':', path - 1);
    boolean hasPort = port > host && url.indexOf(']', port) < 0;
    String name = url.substring(host, hasPort ? port : path);
    String rest = url.substring(path);
    return name + (rest.startsWith("/") ? rest : '/' + rest);
  }

  /** In a graph's description: which mazes were left out. */
  public String fingerprint() {
    return Integer.toHexString(
        byFolder.values().stream()
            .filter(Maze::isProven)
            .map(Maze::folder)
            .sorted()
            .toList()
            .hashCode());
  }
}
