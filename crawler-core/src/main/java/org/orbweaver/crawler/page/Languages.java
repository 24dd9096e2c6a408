package org.orbweaver.crawler.page;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Detects the language of a text: by its script if that is enough, else by its character n-grams
 * ({@link LanguageModel}), and among similar languages by their most frequent words. It examines
 * three pieces of a long text, so its cost does not grow with the text; if the pieces disagree, the
 * page is mixed.
 */
public final class Languages {

  /** Three pieces of this length are as good as the whole text. */
  private static final int PIECE_CHARS = 100;

  private static final int PIECES = 3;

  /** With less text any guess is chance. */
  private static final int MIN_CHARS = 40;

  /** Prose has some 95 % letters and spaces, C++ some 80 %. */
  private static final long MIN_WORD_PERCENT = 87;

  /** By how much the best language must surpass the next, per n-gram; .0005 in real prose. */
  private static final float MARGIN = 0.00005f;

  /** The margin for a second language; larger, since names and quotations are on many pages. */
  private static final float SECOND_MARGIN = 0.001f;

  /** The margin needed to contradict the document's declaration. */
  private static final float SURE_MARGIN = 0.001f;

  private static final int SURE_CHARS = 200;

  private static final Pattern TAG = Pattern.compile("([a-z]{2,3})([-_,; ]|$)");

  /** Undetermined, several, none. */
  private static final Set<String> NO_LANGUAGE = Set.of("und", "mul", "zxx");

  /** Too similar to be distinguished by a heading. */
  private static final Set<String> NORDIC = Set.of("nb", "nn", "no", "da");

  /** Scripts of one language, or with one language on nearly all of their pages. */
  private static final Map<UnicodeScript, String> BY_SCRIPT = new EnumMap<>(UnicodeScript.class);

  /** Groups of similar languages, with words that distinguish each from the others. */
  private static final List<Map<String, Set<String>>> LOOKALIKES = new ArrayList<>();

  static {
    String scripts =
        "HANGUL ko THAI th GREEK el HEBREW he GEORGIAN ka ARMENIAN hy TAMIL ta TELUGU te KANNADA kn"
            + " MALAYALAM ml GUJARATI gu GURMUKHI pa ORIYA or SINHALA si KHMER km LAO lo MYANMAR my"
            + " ETHIOPIC am TIBETAN bo THAANA dv HAN zh";
    String[] words = scripts.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      BY_SCRIPT.put(UnicodeScript.valueOf(words[i]), words[i + 1]);
    }
    // A word of several languages is listed with each; an empty line ends a group.
    String lookalikes =
        """
        id bahwa karena bisa yaitu yakni pemerintah uang anda ketika sedangkan saja dimana kantor \
        merupakan seseorang hukum pengadilan perempuan
        ms bahawa kerana boleh daripada sahaja ialah kerajaan beliau iaitu awak manakala hendaklah \
        sebarang samada pejabat supaya tiap mahkamah
        jv ing iku lan kang sing saka marang karo ora wong uga dening kanthi
        su anu jeung nu ku teu dina sareng ieu kana jalma kudu boga mibanda

        bs ko svako niko neko iko gdje prije poslije vrijeme čovjek mjesto dijete riječ uvijek \
        djeca svijet sistem historija hiljada sedmica porodica također bosne hercegovine
        hr tko svatko nitko netko itko gdje prije poslije vrijeme čovjek mjesto dijete riječ \
        uvijek djeca svijet tijekom tisuća sustav tjedan obitelj također hrvatske glede
        sr ko svako niko neko iko gde pre posle vreme čovek mesto dete reč uvek deca svet sistem \
        istorija hiljada nedelja porodica takođe srbije ceo deo

        sn kuti uye kana asi pamwe vanhu munhu iyi kubva nokuti chete nyika wake yake ari mumwe
        ny kuti ndi koma anthu munthu kapena ndipo monga chifukwa komanso aliyense dziko wake ya
        sw na ya wa kwa ni katika watu mtu kila au hii kama lakini ambayo pia kutoka yake
        rw mu ku na kandi cyangwa abantu umuntu igihe kugira cyane bwa nta kandi iyo
        lg mu ne oba nti abantu omuntu era naye okuba buli eddembe ku
        ln na ya bato moto mpe kasi ete ezali oyo nyonso lisusu bango po
        zu ukuthi futhi noma abantu umuntu ngoba kanye uma wonke yonke kodwa ukuba unelungelo
        xh ukuba kwaye okanye abantu umntu kunye ukuze xa wonke yonke kodwa unelungelo ngokuthi
        ss kutsi futsi nobe bantfu umuntfu kodvwa kanye
        st le ho ba ya hore motho batho kapa empa ka tsa bakeng ea oa mong e tokelo haholo
        tn le go ba ya gore motho batho kgotsa mme ka mo mongwe botlhe nngwe jaaka e tse
        nso le go ba ya gore motho batho goba eupša gomme ka mo yo mongwe ditokelo
        ts na ya leswaku vanhu munhu kumbe kambe hi swi eka loko xi ta va ku naswona

        tl ang ng mga sa at ay na hindi isang kanyang upang nang para bawat
        ceb ang mga sa ug nga kay dili usa ka iyang kini aron alang gikan matag

        """;
    Map<String, Set<String>> group = new LinkedHashMap<>();
    for (String line : lookalikes.split("\n", -1)) {
      List<String> entry = List.of(line.split(" ", -1));
      if (entry.size() > 1) {
        group.put(entry.get(0), new HashSet<>(entry.subList(1, entry.size())));
      } else if (!group.isEmpty()) {
        LOOKALIKES.add(group);
        group = new LinkedHashMap<>();
      }
    }
  }

  private Languages() {}

  /**
   * The languages of a text.
   *
   * @param first primary language subtag; null if the text is too short or too odd
   * @param second another language of a good part of the text, or null
   * @param sure whether this may contradict the document's declaration
   */
  public record Detected(String first, String second, boolean sure) {
    static final Detected NOTHING = new Detected(null, null, false);

    /** The language to use if the document declares the given one (or null). */
    String decide(String declared) {
      boolean contradicts =
          sure && declared != null && !alike(first, declared) && !declared.equals(second);
      return declared == null || contradicts ? first : declared;
    }
  }

  /** A guess at the language of one piece, and its margin per n-gram. */
  private record Guess(String language, float margin) {}

  /**
   * The primary language subtag of a tag such as {@code en-US}, or of the first in a list; null if
   * there is none.
   */
  public static String primarySubtag(String tag) {
    if (tag == null) {
      return null;
    }
    Matcher matcher = TAG.matcher(tag.strip().toLowerCase(Locale.ROOT));
    return matcher.lookingAt() && !NO_LANGUAGE.contains(matcher.group(1)) ? matcher.group(1) : null;
  }

  /**
   * A declared language in the canonical form of BCP 47 ({@code en-US}, {@code zh-Hant}), the first
   * of a list; null if there is none.
   */
  public static String canonicalTag(String declared) {
    if (primarySubtag(declared) == null) {
      return null;
    }
    String first = declared.strip().split("[,; ]", 2)[0].replace('_', '-');
    return first.length() > 35
        ? primarySubtag(declared)
        : Locale.forLanguageTag(first).toLanguageTag();
  }

  /** The code of ISO 639-3 for a language tag; empty for null and for a tag that has none. */
  public static String iso3(String tag) {
    try {
      return tag == null ? "" : Locale.forLanguageTag(tag).getISO3Language();
    } catch (MissingResourceException e) {
      return ""; // another crawler's tag
    }
  }

  /** The most likely languages of the text. */
  public static Detected detect(String text) {
    if (text.length() < MIN_CHARS) {
      return Detected.NOTHING;
    }
    List<String> pieces = pieces(text);
    LanguageModel model = null;
    float[] sum = null;
    int grams = 0;
    StringBuilder sample = new StringBuilder();
    List<Guess> guesses = new ArrayList<>();
    Guess scripted = null;
    int byScript = 0;
    for (String piece : pieces) {
      String words = words(piece);
      String script = byScript(words);
      if (script != null) {
        Guess guess = new Guess(script, 1);
        guesses.add(guess);
        scripted = scripted == null ? guess : scripted;
        byScript++;
        continue;
      }
      if (model == null) {
        model = LanguageModel.get();
        sum = new float[model.languages.length];
      }
      float[] scores = new float[sum.length];
      int known = model.score(words, scores);
      guesses.add(best(model, scores, known, words));
      add(sum, scores);
      grams += known;
      sample.append(words);
    }
    Guess whole = model == null ? guesses.get(0) : best(model, sum, grams, sample.toString());
    if (byScript * 2 > guesses.size()) {
      whole = scripted;
    }
    if (whole.margin() < MARGIN) {
      return Detected.NOTHING;
    }
    String first = whole.language();
    String second = null;
    for (Guess guess : guesses) {
      boolean other = guess.margin() > SECOND_MARGIN && !alike(first, guess.language());
      second = second == null && other ? guess.language() : second;
    }
    return new Detected(first, second, whole.margin() > SURE_MARGIN && text.length() >= SURE_CHARS);
  }

  private static void add(float[] sum, float[] more) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += more[i];
    }
  }

  private static Guess best(LanguageModel model, float[] scores, int grams, String words) {
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] > scores[best] && model.languages[i] != null ? i : best;
    }
    int[] groups = ModelGroups.OF_LANGUAGE;
    float next = 0;
    for (int i = 0; i < scores.length; i++) {
      if (groups[i] != groups[best] && model.languages[i] != null) {
        next = Math.max(next, scores[i]);
      }
    }
    float margin = grams == 0 ? 0 : (scores[best] - next) / grams;
    return byWords(new Guess(model.languages[best], margin), words);
  }

  /** The group of each of the model's languages; loaded with the model. */
  private static final class ModelGroups {
    static final int[] OF_LANGUAGE =
        Arrays.stream(LanguageModel.get().languages)
            .mapToInt(language -> language == null ? 0 : group(language))
            .toArray();
  }

  /** A number shared by languages that words distinguish, or that cannot be distinguished. */
  private static int group(String language) {
    for (int i = 0; i < LOOKALIKES.size(); i++) {
      if (LOOKALIKES.get(i).containsKey(language)) {
        return i;
      }
    }
    return NORDIC.contains(language) ? -1 : language.hashCode() | 1 << 30;
  }

  private static boolean alike(String a, String b) {
    return a.equals(b) || group(a) == group(b);
  }

  /** The language of the group whose words are most frequent; the given one if no words occur. */
  private static Guess byWords(Guess guess, String text) {
    int group = group(guess.language());
    if (group < 0 || group >= LOOKALIKES.size()) {
      return guess;
    }
    String[] words = text.split(" ", -1);
    String best = guess.language();
    long most = count(LOOKALIKES.get(group).get(best), words);
    for (Map.Entry<String, Set<String>> other : LOOKALIKES.get(group).entrySet()) {
      long count = count(other.getValue(), words);
      if (count > most) {
        most = count;
        best = other.getKey();
      }
    }
    // Such a list covers one word in eight; the model does not know all of the languages.
    boolean plain = most >= 2 && most * 12 >= words.length;
    return new Guess(best, plain ? Math.max(guess.margin(), MARGIN) : guess.margin());
  }

  private static long count(Set<String> known, String[] words) {
    return Arrays.stream(words).filter(known::contains).count();
  }

  /**
   * The language that the script alone determines, or null: faster than the model, and more
   * reliable.
   */
  private static String byScript(String words) {
    int all = 0;
    int kana = 0;
    Map<UnicodeScript, Integer> letters = new EnumMap<>(UnicodeScript.class);
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      if (c == ' ') {
        continue;
      }
      all++;
      if (c >= 0x370) { // Below it is Latin, the most frequent by far.
        UnicodeScript script = UnicodeScript.of(c);
        if (script == UnicodeScript.HIRAGANA || script == UnicodeScript.KATAKANA) {
          kana++;
        } else if (BY_SCRIPT.containsKey(script)) {
          letters.merge(script, 1, Integer::sum);
        }
      }
    }
    // Japanese mixes its kana with Chinese characters; the other scripts occur alone.
    if (kana * 10 > all) {
      return "ja";
    }
    for (Map.Entry<UnicodeScript, Integer> script : letters.entrySet()) {
      if (script.getValue() * 2 > all) {
        return BY_SCRIPT.get(script.getKey());
      }
    }
    return null;
  }

  /** Whether a text is mostly words: program text and tables of figures are in no language. */
  static boolean isProse(String text) {
    int words = 0;
    int all = 0;
    for (String piece : pieces(text)) {
      all += piece.length();
      for (int i = 0; i < piece.length(); i++) {
        char c = piece.charAt(i);
        words += c == ' ' || c == '\n' || isLetter(c) ? 1 : 0;
      }
    }
    return words * 100L >= all * MIN_WORD_PERCENT;
  }

  private static boolean isLetter(char c) {
    if (Character.isLetter(c)) {
      return true;
    }
    int type = c < 0x300 ? 0 : Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  /** Lower case letters as the model expects them: one space between words, one at each end. */
  static String words(String piece) {
    StringBuilder words = new StringBuilder(piece.length() + 2).append(' ');
    for (int i = 0; i < piece.length(); i++) {
      char c = piece.charAt(i);
      if (isLetter(c) || c == '\'' || c == '’') {
        words.append(Character.toLowerCase(c));
      } else if (words.charAt(words.length() - 1) != ' ') {
        words.append(' ');
      }
    }
    return words.append(' ').toString();
  }

  /** Pieces spread over the text, none at its ends, since a page begins and ends with menus. */
  private static List<String> pieces(String text) {
    if (text.length() <= PIECES * PIECE_CHARS) {
      return List.of(text);
    }
    List<String> pieces = new ArrayList<>(PIECES);
    for (int i = 1; i <= PIECES; i++) {
      int middle = (int) ((long) text.length() * i / (PIECES + 1));
      int from = Math.max(0, Math.min(text.length() - PIECE_CHARS, middle - PIECE_CHARS / 2));
      pieces.add(text.substring(from, from + PIECE_CHARS));
    }
    return pieces;
  }
}
