package org.orbweaver.crawler.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/** Extracts names from bylines, without "by", dates, addresses and texts that are not names. */
final class Authors {

  private static final int MAX_CHARS = 80;
  private static final int MAX_NAMES = 10;

  /** Words before a name, in the main languages of the web. */
  private static final Set<String> BY =
      Set.of(
          ("by von vom par por di door av af autor autorin author auteur autore redakteur text"
                  + " written posted published verfasst geschrieben veröffentlicht escrito écrit"
                  + " publié foto автор przez")
              .split(" ", -1));

  /** Words that end a byline. */
  private static final Set<String> END =
      Set.of("stand", "am", "on", "vom", "|", "•", "·", "–", "—", "um", "le", "el");

  private static final Pattern SPACES = Pattern.compile("[ :]+");

  private final List<String> own;
  private final List<String> publisher = new ArrayList<>();

  /**
   * @param site the site's name, or null
   * @param url of the page
   */
  Authors(String site, String url) {
    String host = url.substring(Math.min(url.length(), url.indexOf("://") + 3)).split("/", 2)[0];
    own = List.of(FactCollector.plain(site == null ? "" : site), FactCollector.plain(host));
  }

  /** The names found so far that are the site's own. */
  List<String> publisher() {
    return publisher;
  }

  /** The author named after "by" in a line of text, or none. */
  List<String> byline(String line) {
    String text = line.strip();
    int first = StringUtils.indexOfAny(text, " :");
    if (first < 0 || !BY.contains(plain(text.substring(0, first)))) {
      return List.of(); // Nearly all lines.
    }
    String[] words = SPACES.split(text, 6);
    if (words.length > 5) {
      return List.of();
    }
    for (int i = 1; i < words.length; i++) {
      if (words[i].isEmpty() || !Character.isUpperCase(words[i].charAt(0))) {
        return List.of();
      }
    }
    return names(List.of(line));
  }

  private boolean isOwn(String name) {
    String letters = FactCollector.plain(name);
    return letters.equals(own.get(0)) || (letters.length() > 2 && own.get(1).contains(letters));
  }

  List<String> names(Collection<String> values) {
    List<String> names = new ArrayList<>();
    for (String value : values) {
      String name = name(value);
      if (name.isEmpty() || names.contains(name) || names.size() >= MAX_NAMES) {
        continue;
      }
      if (isOwn(name)) {
        publisher.add(name);
      } else {
        names.add(name);
      }
    }
    return names;
  }

  private static String name(String value) {
    if (value.contains("://") || value.contains("@") || value.startsWith("www.")) {
      return "";
    }
    List<String> words = new ArrayList<>(List.of(value.strip().split("[\\s:]+", -1)));
    while (!words.isEmpty() && BY.contains(plain(words.get(0)))) {
      words.remove(0);
    }
    for (int i = Math.min(2, words.size() - 2); i > 0; i--) {
      if (words.get(i).equals("by") || words.get(i).equals("par")) { // "Posts by Ann Author"
        words = words.subList(i + 1, words.size());
        break;
      }
    }
    if (!words.isEmpty() && ends(words, 0)) {
      return "";
    }
    List<String> name = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (!name.isEmpty() && (ends(words, i) || isNumber(words.get(i)))) {
        break;
      }
      name.add(words.get(i));
    }
    String joined = String.join(" ", name).replaceAll("^[-,:;|/•·]+ ?|[ ]?[-,:;|/•·]+$", "");
    return joined.length() > MAX_CHARS || joined.chars().noneMatch(Character::isLetter)
        ? ""
        : joined;
  }

  /**
   * Whether the name ends before a word. "Le" ends it before a date; in "Le Guin" it is part of the
   * name.
   */
  private static boolean ends(List<String> words, int i) {
    String word = plain(words.get(i));
    return END.contains(word)
        && (!Character.isLetter(word.charAt(0))
            || words.stream().skip(i + 1L).anyMatch(Authors::isNumber));
  }

  private static boolean isNumber(String word) {
    return !word.isEmpty() && Character.isDigit(word.charAt(0));
  }

  private static String plain(String word) {
    int end = word.length() - 1;
    boolean sign = end >= 0 && ":,.".indexOf(word.charAt(end)) >= 0;
    return (sign ? word.substring(0, end) : word).toLowerCase(Locale.ROOT);
  }
}
