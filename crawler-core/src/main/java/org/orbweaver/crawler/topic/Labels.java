package org.orbweaver.crawler.topic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.crawler.url.Hosts;

/**
 * Example pages of topics. A line names a topic and a place: a host with its subdomains, or a
 * directory of a host. The longest place that contains a page gives its topic.
 *
 * <pre>
 * # topic  place
 * databases  www.postgresql.org
 * compilers  llvm.org/docs/
 * </pre>
 */
public final class Labels {
  private static final Pattern LINE = Pattern.compile("([\\w.+-]{1,64})\\s+(?:https?://)?(\\S+)");
  static final int MOST_TOPICS = 100;

  private final Map<String, String> topics = new HashMap<>();
  private final SortedSet<String> names = new TreeSet<>();

  /**
   * Reads lines.
   *
   * @param file its name in errors
   * @throws IllegalArgumentException naming file and line, if a line is invalid or contradicts
   *     another, or if there are fewer than two topics or more than 100
   */
  public static Labels parse(List<String> lines, String file) {
    Labels labels = new Labels();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw fault(file, i, "'" + line + "' is not a topic and a host or directory");
      }
      String other = labels.topics.put(place(matcher.group(2)), matcher.group(1));
      if (other != null && !other.equals(matcher.group(1))) {
        throw fault(file, i, matcher.group(2) + " is already of topic " + other);
      }
      labels.names.add(matcher.group(1));
    }
    if (labels.names.size() < 2 || labels.names.size() > MOST_TOPICS) {
      throw new IllegalArgumentException(
          file + ": 2 to " + MOST_TOPICS + " topics are required, not " + labels.names.size());
    }
    return labels;
  }

  private static IllegalArgumentException fault(String file, int line, String what) {
    return new IllegalArgumentException(file + ", line " + (line + 1) + ": " + what);
  }

  /** A directory without its trailing slash. */
  private static String place(String text) {
    return text.replaceFirst("/+$", "");
  }

  /** The topics, sorted. */
  public SortedSet<String> names() {
    return names;
  }

  /** The topic of a page, or null. */
  public String topicOf(String url) {
    String host = Hosts.host(url);
    int authority = url.indexOf("://") + 3;
    int path = url.indexOf('/', authority);
    if (host == null || path < 0) {
      return null;
    }
    // Tries the path without its last segment, then shorter by one segment each time; hosts
    // likewise.
    for (int end = url.lastIndexOf('/'); end >= path; end = url.lastIndexOf('/', end - 1)) {
      String directory = url.substring(path, end);
      for (String name = host; ; name = name.substring(name.indexOf('.') + 1)) {
        String topic = topics.get(name + directory);
        if (topic != null) {
          return topic;
        }
        if (name.indexOf('.') < 0) {
          break;
        }
      }
    }
    return null;
  }
}
