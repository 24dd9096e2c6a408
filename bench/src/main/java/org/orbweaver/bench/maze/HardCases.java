package org.orbweaver.bench.maze;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbweaver.testkit.maze.Corpus;
import org.orbweaver.testkit.maze.SiteTemplate;
import org.orbweaver.testkit.maze.SiteTemplate.Link;

/**
 * Honest sites that a detector of mazes may take for one: lists instead of sentences, pages of one
 * build, few links to them. All are made by programs from the JDK's data, from chance with a fixed
 * seed, or from the text of a corpus.
 */
public final class HardCases {
  private static final int MOST_PAGES = 300;
  private static final int SEED = 29;

  private final Corpus corpus;
  private final Random random = new Random(SEED);
  private final Map<String, Map<String, String>> sites = new LinkedHashMap<>();

  private HardCases(Corpus corpus) {
    this.corpus = corpus;
  }

  /** The sites by host, each with its pages by path. */
  public static Map<String, Map<String, String>> all(Corpus corpus) throws IOException {
    HardCases cases = new HardCases(corpus);
    cases.symbols();
    cases.words();
    cases.classes();
    cases.logs();
    cases.almanac();
    cases.numbers();
    cases.dictionary();
    cases.countries();
    cases.catalogue();
    cases.forum();
    return cases.sites;
  }

  /** Pages with one index page, and links to their neighbours. */
  private void indexed(String host, String title, Map<String, String> bodies) {
    Map<String, String> pages = new LinkedHashMap<>();
    StringBuilder index = new StringBuilder();
    List<String> names = List.copyOf(bodies.keySet());
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      index.append("<li>" + link(path(name), name) + "</li>\n");
      String before = i == 0 ? "" : link(path(names.get(i - 1)), "Previous") + " ";
      String after = i == names.size() - 1 ? "" : " " + link(path(names.get(i + 1)), "Next");
      pages.put(
          path(name),
          page(name, "<p>" + before + link("/", title) + after + "</p>\n" + bodies.get(name)));
    }
    pages.put("/", page(title, "<ul>\n" + index + "</ul>"));
    sites.put(host, pages);
  }

  private static String path(String name) {
    return "/" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".html";
  }

  private static String page(String title, String body) {
    return "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>"
        + escape(title)
        + "</title></head>\n<body>\n<h1>"
        + escape(title)
        + "</h1>\n"
        + body
        + "\n</body></html>\n";
  }

  private static String link(String href, String anchor) {
    return "<a href=\"" + href + "\">" + escape(anchor) + "</a>";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String rows(Stream<List<String>> rows) {
    return rows.map(
            row ->
                row.stream()
                    .map(cell -> "<td>" + cell + "</td>")
                    .collect(Collectors.joining("", "<tr>", "</tr>\n")))
        .collect(Collectors.joining("", "<table>\n", "</table>"));
  }

  /** A manual of symbols: each Unicode block with its characters and their names. */
  private void symbols() {
    Map<String, List<List<String>>> blocks = new LinkedHashMap<>();
    for (int c = 0xA0; c <= Character.MAX_CODE_POINT; c++) {
      int type = Character.getType(c);
      boolean isNamed =
          type != Character.UNASSIGNED
              && type != Character.SURROGATE
              && type != Character.PRIVATE_USE
              && type != Character.CONTROL;
      Character.UnicodeBlock block = Character.UnicodeBlock.of(c);
      if (isNamed && block != null) {
        List<List<String>> rows = blocks.computeIfAbsent(block.toString(), it -> new ArrayList<>());
        if (rows.size() < 256) {
          rows.add(
              List.of(
                  String.format(Locale.ROOT, "U+%04X", c),
                  Character.toString(c),
                  Character.getName(c)));
        }
      }
    }
    Map<String, String> pages = new LinkedHashMap<>();
    blocks.entrySet().stream()
        .limit(MOST_PAGES - 1)
        .forEach(it -> pages.put(it.getKey().replace('_', ' '), rows(it.getValue().stream())));
    indexed("symbols.test", "Symbols", pages);
  }

  /** Words by their first two letters. */
  private void words() {
    Map<String, List<String>> lists = new TreeMap<>();
    corpus.vocabulary().stream()
        .sorted()
        .forEach(it -> lists.computeIfAbsent(it.substring(0, 2), p -> new ArrayList<>()).add(it));
    Map<String, String> pages = new LinkedHashMap<>();
    lists.forEach((prefix, list) -> pages.put(prefix, "<p>" + String.join(", ", list) + "</p>"));
    indexed("words.test", "Words", pages);
  }

  /** Generated documentation: a page for each class with its methods. */
  private void classes() throws IOException {
    Map<String, Class<?>> types = new TreeMap<>();
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
    try (Stream<Path> files = Files.walk(modules.resolve("java"))) {
      List<String> names =
          files
              .map(it -> modules.relativize(it).toString())
              .filter(it -> it.matches("java/(util|io|net|time)/[^$]*[a-z]\\.class"))
              .map(it -> it.replace(".class", "").replace('/', '.'))
              .sorted()
              .toList();
      for (String name : names) {
        Class<?> type = Class.forName(name, false, null);
        if (types.size() < MOST_PAGES - 1 && Modifier.isPublic(type.getModifiers())) {
          types.put(name, type);
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    Map<String, String> pages = new LinkedHashMap<>();
    types.forEach((name, type) -> pages.put(name, methods(type, types)));
    indexed("classes.test", "All classes", pages);
  }

  private static String methods(Class<?> type, Map<String, Class<?>> known) {
    Stream<List<String>> rows =
        Arrays.stream(type.getDeclaredMethods())
            .filter(it -> Modifier.isPublic(it.getModifiers()))
            .sorted(Comparator.comparing(Method::toGenericString))
            .map(
                it ->
                    List.of(
                        typeLink(it.getReturnType(), known),
                        it.getName()
                            + Arrays.stream(it.getParameterTypes())
                                .map(parameter -> typeLink(parameter, known))
                                .collect(Collectors.joining(", ", "(", ")"))));
    return "<pre>" + escape(type.toGenericString()) + "</pre>\n" + rows(rows);
  }

  private static String typeLink(Class<?> type, Map<String, Class<?>> known) {
    return known.containsKey(type.getName())
        ? link(path(type.getName()), type.getSimpleName())
        : escape(type.getSimpleName());
  }

  /** Logs by year, month and day. */
  private void logs() {
    List<String> tasks = List.of("backup", "mail", "cron", "proxy", "storage", "queue");
    List<String> events =
        List.of(
            "started",
            "finished",
            "retry in 30 s",
            "timeout after 5000 ms",
            "connection closed",
            "accepted",
            "cache miss",
            "rotated",
            "disk usage 71 %",
            "checksum ok");
    Map<String, String> pages = new LinkedHashMap<>();
    Map<String, StringBuilder> folders = new TreeMap<>();
    folders.put("/", new StringBuilder());
    for (int i = 0; i < 250; i++) {
      LocalDate day = LocalDate.of(2023, 1, 1).plusDays(3L * i);
      String year = "/" + day.getYear() + "/";
      String month = String.format(Locale.ROOT, "%s%02d/", year, day.getMonthValue());
      String file = String.format(Locale.ROOT, "%s%02d.html", month, day.getDayOfMonth());
      StringBuilder log = new StringBuilder();
      LocalDateTime time = day.atStartOfDay();
      for (int line = 0; line < 150; line++) {
        time = time.plusSeconds(random.nextInt(1_000));
        log.append(time + " INFO host" + random.nextInt(9) + " " + one(tasks));
        log.append("[" + (1_000 + random.nextInt(30_000)) + "]: " + one(events) + "\n");
      }
      pages.put(file, page("Log of " + day, "<pre>\n" + log + "</pre>"));
      entry(folders, "/", year);
      entry(folders, year, month);
      entry(folders, month, file);
    }
    folders.forEach(
        (folder, list) -> {
          String parent = folder.replaceAll("[^/]*/$", "");
          String up = link(parent.isEmpty() ? "/" : parent, "..");
          pages.put(folder, page("Index of " + folder, up + "<ul>" + list + "</ul>"));
        });
    sites.put("logs.test", pages);
  }

  private static void entry(Map<String, StringBuilder> folders, String folder, String entry) {
    StringBuilder list = folders.computeIfAbsent(folder, it -> new StringBuilder());
    String item = "<li>" + link(entry, entry.substring(folder.length())) + "</li>\n";
    if (list.indexOf(item) < 0) {
      list.append(item);
    }
  }

  /** A calendar with the length of days and the age of the moon, a page for each month. */
  private void almanac() {
    Map<String, String> pages = new LinkedHashMap<>();
    for (YearMonth month = YearMonth.of(2020, 1);
        month.getYear() < 2030;
        month = month.plusMonths(1)) {
      YearMonth current = month;
      pages.put(
          month.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH) + " " + month.getYear(),
          rows(
              IntStream.rangeClosed(1, month.lengthOfMonth())
                  .mapToObj(current::atDay)
                  .map(HardCases::day)));
    }
    indexed("almanac.test", "Almanac", pages);
  }

  /** Weekday, week, hours of daylight at 50° north, and days since new moon. */
  private static List<String> day(LocalDate day) {
    double declination =
        Math.toRadians(-23.44) * Math.cos(2 * Math.PI * (day.getDayOfYear() + 10) / 365);
    double angle = Math.acos(-Math.tan(Math.toRadians(50)) * Math.tan(declination));
    double moon = (day.toEpochDay() - LocalDate.of(2000, 1, 6).toEpochDay()) % 29.530588;
    return List.of(
        day.toString(),
        day.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH),
        "week " + day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR),
        String.format(Locale.ROOT, "daylight %.1f h", 24 * angle / Math.PI),
        String.format(Locale.ROOT, "moon %.0f days", moon));
  }

  /** A page for each number: multiples, powers and divisors. */
  private void numbers() {
    Map<String, String> pages = new LinkedHashMap<>();
    for (int n = 1; n < MOST_PAGES; n++) {
      int number = n;
      String divisors =
          IntStream.rangeClosed(1, n)
              .filter(it -> number % it == 0)
              .mapToObj(it -> link("/" + it + ".html", Integer.toString(it)))
              .collect(Collectors.joining(", "));
      pages.put(
          Integer.toString(n),
          "<p>Divisors: "
              + divisors
              + "</p>\n"
              + rows(
                  IntStream.rangeClosed(1, 40)
                      .mapToObj(k -> List.of(number + " × " + k, Integer.toString(number * k)))));
    }
    indexed("numbers.test", "Numbers", pages);
  }

  /** A page for each word, with sentences that have it. */
  private void dictionary() {
    List<String> sentences =
        corpus.paragraphs().stream().flatMap(it -> Arrays.stream(it.split("(?<=\\.) "))).toList();
    Map<String, String> pages = new LinkedHashMap<>();
    corpus.vocabulary().stream()
        .skip(100)
        .limit(MOST_PAGES - 1)
        .sorted()
        .forEach(
            word -> {
              String examples =
                  sentences.stream()
                      .filter(it -> it.contains(" " + word + " "))
                      .limit(5)
                      .map(it -> "<li>" + escape(it) + "</li>\n")
                      .collect(Collectors.joining("", "<ol>\n", "</ol>"));
              String head =
                  "<p><b>" + word + "</b>, a word of " + word.length() + " letters.</p>\n";
              pages.put(word, head + examples);
            });
    indexed("dictionary.test", "Dictionary", pages);
  }

  /** The names of all countries in a language on a page: lists in many scripts. */
  private void countries() {
    Map<String, String> pages = new TreeMap<>();
    for (String language : Locale.getISOLanguages()) {
      Locale own = Locale.forLanguageTag(language);
      List<String> names =
          Arrays.stream(Locale.getISOCountries())
              .map(it -> new Locale.Builder().setRegion(it).build().getDisplayCountry(own))
              .sorted()
              .toList();
      if (own.equals(Locale.ENGLISH) || !names.contains("Germany")) {
        pages.put(
            own.getDisplayLanguage(Locale.ENGLISH), "<p>" + String.join(", ", names) + "</p>");
      }
    }
    indexed("countries.test", "Countries", pages);
  }

  /** Products in one template, which differ in name, price and size. */
  private void catalogue() {
    List<String> looks =
        List.of("oak", "steel", "glass", "cotton", "cork", "brass", "clay", "wool");
    List<String> things =
        List.of("shelf", "lamp", "bowl", "chair", "basket", "clock", "tray", "rug", "hook", "box");
    templated(
        "catalogue.test",
        "Shop",
        i -> capitalised(one(looks) + " " + one(things)) + " no. " + (1_000 + i),
        i ->
            List.of(
                "Price: "
                    + (5 + random.nextInt(400))
                    + ".90, delivery within "
                    + (2 + random.nextInt(5))
                    + " days.",
                "Size: "
                    + (10 + random.nextInt(90))
                    + " × "
                    + (10 + random.nextInt(90))
                    + " cm. Weight: "
                    + (1 + random.nextInt(20))
                    + " kg. Colour: "
                    + one(List.of("white", "black", "grey", "green", "blue"))
                    + ".",
                "Free returns within 30 days."));
  }

  /** Threads of short posts. */
  private void forum() {
    List<String> replies =
        List.of(
            "Thanks, that works.",
            "Same here.",
            "Which version?",
            "Did you restart it?",
            "+1",
            "Solved, see above.",
            "No idea, sorry.",
            "Please post the log.",
            "It is in the manual.");
    List<String> sentences =
        corpus.paragraphs().stream().map(it -> it.split("(?<=\\.) ")[0]).toList();
    templated(
        "forum.test",
        "Forum",
        i -> "Question " + (i + 1) + " about " + one(corpus.vocabulary().subList(100, 600)),
        i ->
            Stream.concat(
                    Stream.of("member" + random.nextInt(90) + ": " + one(sentences)),
                    IntStream.rangeClosed(0, random.nextInt(7))
                        .mapToObj(
                            r ->
                                "member"
                                    + random.nextInt(90)
                                    + ": "
                                    + (random.nextInt(3) == 0 ? one(sentences) : one(replies))))
                .toList());
  }

  private void templated(
      String host, String name, IntFunction<String> title, IntFunction<List<String>> text) {
    SiteTemplate template =
        new SiteTemplate(
            name, List.of(new Link("/", "Home")), new Link("http://example.com/", "a shop system"));
    List<Link> all =
        IntStream.range(0, MOST_PAGES - 1)
            .mapToObj(i -> new Link("/" + (i + 1) + ".html", title.apply(i)))
            .toList();
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("/", template.html(templatePage(name, List.of("Welcome."), all)));
    for (int i = 0; i < all.size(); i++) {
      List<Link> related = IntStream.range(0, 4).mapToObj(it -> one(all)).toList();
      pages.put(
          all.get(i).href(),
          template.html(templatePage(all.get(i).anchor(), text.apply(i), related)));
    }
    sites.put(host, pages);
  }

  private SiteTemplate.Page templatePage(String title, List<String> text, List<Link> links) {
    LocalDate day = LocalDate.of(2020, 1, 1).plusDays(random.nextInt(2_000));
    return new SiteTemplate.Page(title, "", new Link("/", "Home"), "Editors", day, text, links);
  }

  private static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
