package org.orbweaver.crawler.page.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.jsoup.nodes.Document;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Trains {@code main-content.model} on the two public sets of pages named in docs/content.md, and
 * measures it by cross-validation: each page is scored by a model trained without it.
 *
 * <pre>
 * MainContentTrainer EXTRACTION SEGMENTS MODEL
 * </pre>
 *
 * EXTRACTION and SEGMENTS are the folders of the sets. The figures go to {@code MODEL.report}.
 */
final class MainContentTrainer {
  private static final int TREES = 150;
  private static final int LEAVES = 12;
  private static final int SHINGLE = 4;
  private static final Pattern WORD = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);

  /** A block of a page: its place, its features, and its true class. */
  private static final class Block {
    int start;
    int end;
    float[] row;
    boolean main;

    /** Its weight in training; 0 if its class is unknown. */
    double weight;
  }

  /** A page; {@code gold} is null if only {@code with} and {@code without} are known. */
  private record Page(
      String name,
      ContentFinder finder,
      String text,
      List<Block> blocks,
      String gold,
      List<String> with,
      List<String> without) {

    /** The fold of a page in the split of this number. */
    int fold(int folds, int split) {
      CRC32 crc = new CRC32();
      crc.update((split == 0 ? name : split + name).getBytes(StandardCharsets.UTF_8));
      return (int) (crc.getValue() >> 8) % folds;
    }
  }

  private final List<Page> pages = new ArrayList<>();
  private final List<Page> trainingPages = new ArrayList<>();
  private ContentFinder last;

  /** Hidden text is also used for training; in production it is dropped before the model runs. */
  private final PageParser training = parser(ContentFinder.ContentMethod.NONE);

  private final PageParser parser = parser(ContentFinder.ContentMethod.BLOCKS);

  private PageParser parser(ContentFinder.ContentMethod method) {
    return new PageParser(
        ParseLimits.DEFAULT,
        "",
        new UrlNormalizer(),
        new ContentSettings(method, SiteSelectors.NONE) {
          @Override
          public ContentFinder finder(String url, Document page) {
            last = super.finder(url, page);
            return last;
          }
        },
        null,
        List.of());
  }

  /** Trains and measures. */
  public static void main(String[] args) throws IOException {
    MainContentTrainer trainer = of(Path.of(args[0]), Path.of(args[1]));
    StringBuilder report = new StringBuilder();
    for (int folds : new int[] {2, 5}) {
      for (int split = 0; split < 3; split++) {
        Score score = trainer.heldOut(folds, split);
        report.append(folds + " folds, split " + split + ": " + score + "\n");
      }
    }
    List<String> model = train(trainer.trainingPages);
    Score own = new Score();
    trainer.pages.forEach(page -> own.add(page, TreeModel.of(model)));
    report.append("trained and scored on all: " + own + "\n");
    Files.writeString(Path.of(args[2] + ".report"), report);
    model.add(
        0, "# Main content, block by block: written by MainContentTrainer, read by TreeModel");
    Files.write(Path.of(args[2]), model);
  }

  /** Reads both sets. */
  static MainContentTrainer of(Path extraction, Path segments) throws IOException {
    MainContentTrainer trainer = new MainContentTrainer();
    trainer.readArticles(extraction);
    trainer.readSegments(segments);
    return trainer;
  }

  /** Each page scored by a model that the other folds trained. */
  Score heldOut(int folds, int split) {
    Score score = new Score();
    for (int f = 0; f < folds; f++) {
      int fold = f;
      TreeModel model =
          TreeModel.of(
              train(trainingPages.stream().filter(p -> p.fold(folds, split) != fold).toList()));
      pages.stream()
          .filter(p -> p.fold(folds, split) == fold)
          .forEach(page -> score.add(page, model));
    }
    return score;
  }

  private void readArticles(Path folder) throws IOException {
    JsonNode all = new ObjectMapper().readTree(folder.resolve("ground-truth.json").toFile());
    for (Map.Entry<String, JsonNode> each : all.properties()) {
      Path file = folder.resolve("html").resolve(each.getKey() + ".html.gz");
      try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
        String gold = each.getValue().get("articleBody").asText();
        String url = each.getValue().get("url").asText();
        read(each.getKey(), url, in.readAllBytes(), gold, List.of(), List.of());
      }
    }
  }

  private void readSegments(Path folder) throws IOException {
    Map<String, byte[]> html = new HashMap<>();
    try (InputStream file = Files.newInputStream(folder.resolve("html.tar.xz"));
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(file))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        html.put(entry.getName().substring(entry.getName().indexOf('/') + 1), tar.readAllBytes());
      }
    }
    JsonNode all = new ObjectMapper().readTree(folder.resolve("segments.json").toFile());
    for (Map.Entry<String, JsonNode> each : all.properties()) {
      String name = each.getValue().get("file").asText();
      String url = each.getKey().startsWith("http") ? each.getKey() : "http://" + name;
      read(name, url, html.get(name), null, texts(each, "with"), texts(each, "without"));
    }
  }

  private static List<String> texts(Map.Entry<String, JsonNode> page, String name) {
    List<String> texts = new ArrayList<>();
    page.getValue().get(name).forEach(text -> texts.add(fold(text.asText())));
    return texts;
  }

  private void read(
      String name, String url, byte[] html, String gold, List<String> with, List<String> without) {
    PageParser.Document page = new PageParser.Document(url, html, "text/html", null, List.of());
    trainingPages.add(page(name, training.parse(page), gold, with, without));
    pages.add(page(name, parser.parse(page), gold, with, without));
  }

  private Page page(
      String name, ParsedPage parsed, String gold, List<String> with, List<String> without) {
    List<Block> blocks = new ArrayList<>();
    BlockFeatures features = last.features();
    for (int b = 0; b < features.size(); b++) {
      Block block = new Block();
      block.start = last.blocks.block(b).start;
      block.end = last.blocks.block(b).end;
      block.row = features.of(b);
      blocks.add(block);
    }
    Page page = new Page(name, last, parsed.text(), blocks, gold, with, without);
    if (gold == null) {
      labelBySegments(page);
    } else {
      labelByText(page);
    }
    return page;
  }

  /** A block is main if most of its words are in shingles of the true text. */
  private static void labelByText(Page page) {
    Set<List<String>> gold = new HashSet<>(shingles(page.gold).keySet());
    List<String> words = new ArrayList<>();
    List<Block> owner = new ArrayList<>();
    for (Block block : page.blocks) {
      for (String word : words(page.text.substring(block.start, block.end))) {
        words.add(word);
        owner.add(block);
      }
    }
    boolean[] in = new boolean[words.size()];
    for (int i = 0; i + SHINGLE <= in.length; i++) {
      if (gold.contains(words.subList(i, i + SHINGLE))) {
        java.util.Arrays.fill(in, i, i + SHINGLE, true);
      }
    }
    int total = Math.max(1, words(page.gold).size());
    for (int i = 0; i < in.length; ) {
      Block block = owner.get(i);
      int count = 0;
      int found = 0;
      for (; i < in.length && owner.get(i) == block; i++) {
        count++;
        found += in[i] ? 1 : 0;
      }
      block.main = 2 * found > count;
      block.weight = Math.min(6, 30.0 * count / total);
    }
  }

  private static void labelBySegments(Page page) {
    StringBuilder folded = new StringBuilder();
    List<Integer> starts = new ArrayList<>();
    for (Block block : page.blocks) {
      starts.add(folded.length());
      folded.append(fold(page.text.substring(block.start, block.end))).append(' ');
    }
    starts.add(folded.length());
    String text = folded.toString();
    Set<Block> yes = new HashSet<>();
    for (String segment : page.with) {
      int at = text.indexOf(segment);
      if (at >= 0 && text.indexOf(segment, at + 1) < 0) {
        yes.addAll(blocks(page, starts, at, at + segment.length()));
      }
    }
    Set<Block> no = new HashSet<>();
    for (String segment : page.without) {
      for (int at = text.indexOf(segment); at >= 0; at = text.indexOf(segment, at + 1)) {
        List<Block> blocks = blocks(page, starts, at, at + segment.length());
        blocks.forEach(block -> block.weight = 2.0 / blocks.size());
        no.addAll(blocks);
      }
    }
    for (Block block : yes) {
      block.main = true;
      block.weight = no.contains(block) ? 0 : 2;
    }
  }

  private static List<Block> blocks(Page page, List<Integer> starts, int from, int to) {
    List<Block> found = new ArrayList<>();
    for (int b = 0; b < page.blocks.size(); b++) {
      if (starts.get(b) < to && starts.get(b + 1) - 1 > from) {
        found.add(page.blocks.get(b));
      }
    }
    return found;
  }

  private static List<String> train(List<Page> pages) {
    List<float[]> rows = new ArrayList<>();
    List<Boolean> labels = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (Page page : pages) {
      for (Block block : page.blocks) {
        if (block.weight > 0) {
          rows.add(block.row);
          labels.add(block.main);
          weights.add(block.weight);
        }
      }
    }
    return new BoostedTrees(rows, labels, weights).train(TREES, LEAVES);
  }

  /** F1 as computed by the score.py of each set, and of the pages of each kind. */
  static final class Score {
    private double articleF1;
    private int articles;
    private final int[] sum = new int[3];
    private final Map<String, int[]> kinds = new TreeMap<>();

    private void add(Page page, TreeModel model) {
      float[] scores = new float[page.blocks.size()];
      for (int b = 0; b < scores.length; b++) {
        scores[b] = model.score(page.blocks.get(b).row);
      }
      MainContent main = page.blocks.isEmpty() ? null : page.finder.select(scores);
      String text = MainContent.of(page.text, main == null ? null : main.toString());
      if (page.gold != null) {
        articleF1 += f1(shingles(page.gold), shingles(text));
        articles++;
        return;
      }
      String folded = fold(text);
      int hits = (int) page.with.stream().filter(folded::contains).count();
      int[] counts = {
        hits, (int) page.without.stream().filter(folded::contains).count(), page.with.size() - hits
      };
      int[] kind = kinds.computeIfAbsent(page.finder.kind().toString(), key -> new int[4]);
      kind[3]++;
      for (int i = 0; i < 3; i++) {
        sum[i] += counts[i];
        kind[i] += counts[i];
      }
    }

    double articles() {
      return articleF1 / articles;
    }

    double segments() {
      return f1(sum);
    }

    @Override
    public String toString() {
      StringBuilder line = new StringBuilder();
      line.append(format("articles %.4f, segments %.4f", articles(), segments()));
      kinds.forEach(
          (kind, counts) ->
              line.append(
                  format(
                      ", %s %d pages %.3f (%d false, %d missed)",
                      kind, counts[3], f1(counts), counts[1], counts[2])));
      return line.toString();
    }
  }

  private static String format(String format, Object... args) {
    return String.format(java.util.Locale.ROOT, format, args);
  }

  /** From hits, false hits and misses. */
  private static double f1(int[] counts) {
    return 2.0 * counts[0] / Math.max(1, 2 * counts[0] + counts[1] + counts[2]);
  }

  private static double f1(Map<List<String>, Integer> gold, Map<List<String>, Integer> found) {
    int hits = 0;
    for (Map.Entry<List<String>, Integer> each : gold.entrySet()) {
      hits += Math.min(each.getValue(), found.getOrDefault(each.getKey(), 0));
    }
    int all = found.values().stream().mapToInt(i -> i).sum();
    return f1(new int[] {hits, all - hits, gold.values().stream().mapToInt(i -> i).sum() - hits});
  }

  private static Map<List<String>, Integer> shingles(String text) {
    List<String> words = words(text);
    Map<List<String>, Integer> shingles = new HashMap<>();
    for (int i = 0; !words.isEmpty() && i < Math.max(1, words.size() - SHINGLE + 1); i++) {
      shingles.merge(words.subList(i, Math.min(words.size(), i + SHINGLE)), 1, Integer::sum);
    }
    return shingles;
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(text); word.find(); ) {
      words.add(word.group());
    }
    return words;
  }

  private static String fold(String text) {
    return text.replaceAll("(?U)\\s+", " ").strip();
  }
}
