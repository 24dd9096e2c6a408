package org.orbweaver.crawler.page.noncontent;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * The fingerprint of a host's answer to a path that does not exist, for recognising its soft 404s:
 * the title and the lines of the text, each as a 24-bit hash with its length. The site's template
 * is on both pages and so makes no difference: a page is a soft 404 if it has the same title and
 * hardly a word is on only one of the two. So the page must have the host's "not found" message,
 * and a page with a sentence of its own is never one, however large the template.
 *
 * <p>Digits (times, request numbers) and repetitions of the URL do not count. If the title says
 * that nothing was found, half of the text may differ, as suggestions do.
 *
 * <p>Encoding: base64 of four bytes a line, at most 1 KB; for longer pages only the hash of all
 * lines, so only equal pages are recognised.
 */
public final class UnknownPage {
  private static final int MAX_LINES = 192;
  private static final int MAX_CHARS = 200_000;

  /** Characters, without white space, that may be on one page only: a short word. */
  private static final int SLACK_CHARS = 8;

  private static final int MIN_ECHO_CHARS = 3;
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}]+");
  private static final Pattern REGRET =
      Pattern.compile(
          "40[34]|not found|no such page|doesn.t exist|does not exist|no longer"
              + " (available|exists)|error|nicht gefunden|fehler|introuvable|non trouvée?|erreur|no"
              + " encontrad[ao]|no se encontr|non trovat[ao]|errore|não encontrad[ao]|niet"
              + " gevonden|nie znaleziono|nenalezen|hittades inte|ikke fundet|ikke funnet|ei"
              + " löydy|bulunamadı|не найден|ошибка|не знайдено|未找到|不存在|找不到|見つかりません|찾을 수 없|غير"
              + " موجود");

  private final Set<Integer> lines;
  private final int title;
  private final boolean regrets;

  private UnknownPage(Set<Integer> lines, int title, boolean regrets) {
    this.lines = lines;
    this.title = title;
    this.regrets = regrets;
  }

  /** The fingerprint of a page, without repetitions of its URL. */
  public static UnknownPage of(String url, String title, String text) {
    return of(echoes(url), title, text);
  }

  /** Whether a page is the same except for the permitted differences. */
  public boolean matches(String url, String title, String text) {
    // A word of the URL may also belong to the template.
    return matches(of(url, title, text)) || matches(of(Set.of(), title, text));
  }

  /** Whether the page has nothing to recognise. */
  public boolean isBlank() {
    return lines.isEmpty() && length(title) == 0;
  }

  private static UnknownPage of(Set<String> echoes, String title, String text) {
    Set<Integer> lines = new HashSet<>();
    String bounded = text.substring(0, Math.min(text.length(), MAX_CHARS));
    StringBuilder all = new StringBuilder();
    for (String line : bounded.split("\n", -1)) {
      String words = words(line, echoes);
      if (!words.isEmpty()) {
        lines.add(hash(words));
        all.append(words);
      }
    }
    if (lines.size() > MAX_LINES) {
      lines = new HashSet<>(Set.of(hash(all.toString())));
    }
    String head = title.toLowerCase(Locale.ROOT);
    return new UnknownPage(lines, hash(words(head, echoes)), REGRET.matcher(head).find());
  }

  private boolean matches(UnknownPage page) {
    if (title != page.title) {
      return false;
    }
    int common = 0;
    int here = 0;
    for (int line : lines) {
      boolean both = page.lines.contains(line);
      common += both ? length(line) : 0;
      here += both ? 0 : length(line);
    }
    int there = page.lines.stream().mapToInt(UnknownPage::length).sum() - common;
    return here + there <= SLACK_CHARS || (regrets && Math.max(here, there) <= common);
  }

  /** Hash and, in the low byte, length. */
  private static int hash(String words) {
    return (int) Fingerprint.of(words) << Byte.SIZE | Math.min(words.length(), 0xFF);
  }

  private static int length(int line) {
    return line & 0xFF;
  }

  /** The letters of a line, in lower case, without repetitions of the URL. */
  private static String words(String line, Set<String> echoes) {
    String words = line.toLowerCase(Locale.ROOT);
    for (String echo : echoes) {
      words = words.replace(echo, "");
    }
    return NO_WORD.matcher(words).replaceAll("");
  }

  /** The parts of its URL that a page may repeat, longest first. */
  private static Set<String> echoes(String url) {
    Set<String> echoes = new LinkedHashSet<>();
    String whole = url.toLowerCase(Locale.ROOT);
    int host = whole.indexOf("//") + 2;
    int slash = whole.indexOf('/', host);
    String path = slash < 0 ? "" : whole.substring(slash + 1);
    add(echoes, whole);
    add(echoes, whole.substring(host));
    add(echoes, decoded(path));
    add(echoes, path);
    String plain = path.replaceFirst("[?#].*", "");
    String name = plain.replaceFirst(".*/(?=.)", "");
    add(echoes, plain);
    add(echoes, decoded(name));
    add(echoes, name);
    return echoes;
  }

  private static void add(Set<String> echoes, String echo) {
    String bare = echo.replaceFirst("/+$", "");
    if (bare.length() >= MIN_ECHO_CHARS) {
      echoes.add(bare);
    }
  }

  private static String decoded(String path) {
    try {
      return URLDecoder.decode(path, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }

  /** The encoding. */
  public String encode() {
    ByteBuffer out = ByteBuffer.allocate((lines.size() + 1) * Integer.BYTES + 1);
    out.put((byte) (regrets ? 1 : 0)).putInt(title);
    lines.stream().sorted().forEach(out::putInt);
    return Base64.getEncoder().withoutPadding().encodeToString(out.array());
  }

  /** Decodes an encoding; empty if it is invalid or null. */
  public static Optional<UnknownPage> decode(String encoded) {
    try {
      ByteBuffer in =
          ByteBuffer.wrap(encoded == null ? new byte[0] : Base64.getDecoder().decode(encoded));
      if (in.remaining() % Integer.BYTES != 1) {
        return Optional.empty();
      }
      boolean regrets = in.get() == 1;
      if (!in.hasRemaining()) {
        return Optional.empty();
      }
      int title = in.getInt();
      Set<Integer> lines = new HashSet<>();
      while (in.hasRemaining()) {
        lines.add(in.getInt());
      }
      return Optional.of(new UnknownPage(lines, title, regrets));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
