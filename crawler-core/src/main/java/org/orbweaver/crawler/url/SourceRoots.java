package org.orbweaver.crawler.url;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a crawl may read besides the web. The folders of file systems: a setting of one root per
 * line, a URL and then perhaps {@code connections=N} and {@code bytes-per-second=N}; nothing
 * outside of them is read, and only they and their own pages lead there. And the schemes of
 * plugins: only seeds and pages of the same scheme lead there.
 */
public final class SourceRoots {
  /** No file systems. */
  public static final SourceRoots NONE = new SourceRoots(List.of(), Set.of());

  /** The schemes that this program reads in another way, or not at all. */
  private static final Pattern NOT_OURS = Pattern.compile("(?i)(https?|mailto|data|javascript):.*");

  private static final Pattern PASSWORD = Pattern.compile("[^:/]+://[^/@]*:[^/@]*@.*");
  private static final Pattern OPTION =
      Pattern.compile("(connections|bytes-per-second)=([1-9][0-9]{0,17})");

  private static final int MOST_CONNECTIONS = 1000;

  /** A scheme that no host follows. */
  private static final Pattern NO_HOST =
      Pattern.compile("(?s)[A-Za-z][A-Za-z0-9+.-]*:(?!//[^/?#]).*");

  private final List<Root> roots;
  private final Set<String> schemes;

  /**
   * A root.
   *
   * @param url of the folder, in normal form
   * @param connections that read its file system at a time
   * @param bytesPerSecond that a task reads from it; 0: no limit
   */
  public record Root(String url, int connections, long bytesPerSecond) {}

  private SourceRoots(List<Root> roots, Set<String> schemes) {
    this.roots = roots;
    this.schemes = schemes;
  }

  /**
   * These roots, and the schemes of plugins, lower case; a root's own scheme is that of its files.
   */
  public SourceRoots with(Set<String> others) {
    Set<String> more = new TreeSet<>(others);
    roots.forEach(root -> more.remove(SourceUrl.scheme(root.url)));
    return more.isEmpty() ? this : new SourceRoots(roots, Set.copyOf(more));
  }

  /**
   * Reads the setting.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static SourceRoots parse(String text) {
    List<Root> roots = new ArrayList<>();
    for (String line : text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
      roots.add(root(line.split("\\s+")));
    }
    return roots.isEmpty() ? NONE : new SourceRoots(List.copyOf(roots), Set.of());
  }

  private static Root root(String[] words) {
    String given = words[0].startsWith("/") ? Path.of(words[0]).toUri().toString() : words[0];
    if (given.toLowerCase(Locale.ROOT).startsWith("smb:")) {
      throw new IllegalArgumentException(
          "no Hadoop file system for smb is kept; mount the share and use file:");
    }
    if (PASSWORD.matcher(given).matches()) {
      throw new IllegalArgumentException(
          "a root has no password in its URL; set that of its file system, such as"
              + " fs.ftp.password.HOST");
    }
    boolean hasQuery = given.indexOf('?') >= 0 || given.indexOf('#') >= 0;
    String url = hasQuery || NOT_OURS.matcher(given).matches() ? null : SourceUrl.normalize(given);
    if (url == null) {
      throw new IllegalArgumentException(
          "expected the URL of a folder, such as file:///share/ or hdfs://host/share/, got '"
              + words[0]
              + "'");
    }
    int connections = 1;
    long bytes = 0;
    for (int i = 1; i < words.length; i++) {
      Matcher option = OPTION.matcher(words[i]);
      if (!option.matches()) {
        throw new IllegalArgumentException(
            words[0] + ": expected connections=N or bytes-per-second=N, got '" + words[i] + "'");
      }
      long number = Long.parseLong(option.group(2));
      if (option.group(1).equals("connections")) {
        connections = (int) Math.min(MOST_CONNECTIONS, number);
      } else {
        bytes = number;
      }
    }
    return new Root(url.endsWith("/") ? url : url + "/", connections, bytes);
  }

  public boolean isEmpty() {
    return roots.isEmpty() && schemes.isEmpty();
  }

  /** Whether a URL in normal form is one of a plugin's scheme. */
  public boolean isOfPlugin(String url) {
    return !schemes.isEmpty() && SourceUrl.is(url) && schemes.contains(SourceUrl.scheme(url));
  }

  /** Whether a URL in normal form is of a file or folder, rather than of the web or a plugin. */
  public boolean isFile(String url) {
    return SourceUrl.is(url) && !isOfPlugin(url);
  }

  /**
   * A URL of a plugin's scheme in the normal form of http but for the scheme; else null.
   *
   * @param base of a relative one, or null
   */
  private String ofPlugin(String url, WebUrl base) {
    WebUrl parsed = NO_HOST.matcher(url).matches() ? null : UrlParser.parse(url, base, schemes);
    String text = parsed == null ? "" : parsed.toString();
    return text.isEmpty() || text.length() > UrlNormalizer.MAX_LENGTH ? null : text;
  }

  /** All, in the order of the setting. */
  public List<Root> all() {
    return roots;
  }

  /** The root that a URL in normal form is under: the innermost, if they are within each other. */
  public Optional<Root> of(String url) {
    Root best = null;
    for (Root root : roots) {
      if (url.startsWith(root.url) && (best == null || root.url.length() > best.url.length())) {
        best = root;
      }
    }
    return Optional.ofNullable(best);
  }

  /** A URL in normal form; null if it is under no root, and of no plugin's scheme. */
  String normalize(String url) {
    String other = schemes.isEmpty() || url == null ? null : ofPlugin(url, null);
    if (other != null) {
      return other;
    }
    String normal = roots.isEmpty() || url == null ? null : SourceUrl.normalize(url);
    if (normal != null && of(normal).isEmpty()) {
      String folder = normal + "/";
      normal = of(folder).map(Root::url).filter(folder::equals).orElse(null);
    }
    return normal;
  }

  /**
   * A link of a file or folder to another of the same root, or of a page of a plugin's scheme to
   * another; null for any other.
   */
  String resolve(String base, String link) {
    String target =
        isOfPlugin(base) ? ofPlugin(link.strip(), UrlParser.parse(base, null, schemes)) : null;
    target = target == null && isFile(base) ? SourceUrl.resolve(base, link) : target;
    return target != null && mayLink(base, target) ? target : null;
  }

  /**
   * Whether a page may lead to a URL: to files only those of the same root do, to a plugin's scheme
   * only its pages.
   */
  boolean mayLink(String from, String to) {
    return !SourceUrl.is(to)
        || (isOfPlugin(to)
            ? from.startsWith(SourceUrl.scheme(to) + "://")
            : roots.stream()
                .anyMatch(root -> from.startsWith(root.url) && to.startsWith(root.url)));
  }

  /**
   * The group of a URL for politeness: its file system, divided into as many as there may be
   * connections; empty if it is under no root.
   */
  public String group(String url) {
    return of(url)
        .map(
            root ->
                SourceUrl.fileSystem(url)
                    + "#"
                    + Math.floorMod(Fingerprint.of(url), (long) root.connections))
        .orElse("");
  }

  /** Whether a group is one of {@link #group}. */
  public static boolean isGroup(String group) {
    return group.contains("://");
  }
}
