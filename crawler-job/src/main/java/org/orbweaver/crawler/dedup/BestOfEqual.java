package org.orbweaver.crawler.dedup;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;
import org.apache.hadoop.io.Writable;

/**
 * Goes through what is said about the pages of one digest, sorted by URL; of each URL the word of
 * most force counts. Keeps the best page and hands on the others. Where all that are left are known
 * duplicates, the best of them is one no more. Remembers three pages, however many there are.
 */
final class BestOfEqual {
  private final Consumer<String> duplicates;
  private final Consumer<String> restored;
  private String url;
  private Candidate.Kind kind;
  private float score;
  private Page best;
  private Page bestDuplicate;

  /** Hands on the URLs of duplicates, and of one that is a duplicate no more. */
  BestOfEqual(Consumer<String> duplicates, Consumer<String> restored) {
    this.duplicates = duplicates;
    this.restored = restored;
  }

  void add(String candidateUrl, Candidate candidate) {
    boolean next = !candidateUrl.equals(url);
    if (next) {
      endUrl();
      url = candidateUrl;
    }
    if (next || candidate.kind().compareTo(kind) < 0) {
      kind = candidate.kind();
      score = candidate.score();
    }
  }

  /** To be called after the last candidate. */
  void end() {
    endUrl();
    url = null;
    if (best == null && bestDuplicate != null) {
      restored.accept(bestDuplicate.url());
    }
  }

  private void endUrl() {
    if (url == null) {
      return;
    }
    var page = new Page(url, score);
    if (kind == Candidate.Kind.KNOWN_DUPLICATE
        && (bestDuplicate == null || page.compareTo(bestDuplicate) < 0)) {
      bestDuplicate = page;
    }
    if (!kind.counts()) {
      return;
    }
    if (best == null) {
      best = page;
    } else if (page.compareTo(best) < 0) {
      duplicates.accept(best.url());
      best = page;
    } else {
      duplicates.accept(url);
    }
  }

  /**
   * A page among others of the same content. The order, best first: higher score, shorter URL
   * (decoded), then by URL, so that it is an order.
   *
   * <p>This departs from Nutch, which by default puts the later fetch before the shorter URL: which
   * of two pages was fetched some milliseconds later is chance, and the same crawl is to give the
   * same index wherever it runs.
   */
  record Page(String url, float score) implements Comparable<Page> {
    private static final Comparator<Page> BEST_FIRST =
        Comparator.comparing(Page::score)
            .reversed()
            .thenComparing(Page::decodedLength)
            .thenComparing(Page::url);

    @Override
    public int compareTo(Page other) {
      return BEST_FIRST.compare(this, other);
    }

    private int decodedLength() {
      try {
        return URLDecoder.decode(url, StandardCharsets.UTF_8).length();
      } catch (IllegalArgumentException e) {
        return url.length();
      }
    }
  }

  /**
   * What one source says about a page under a digest. Kinds in order of force, for one URL and
   * digest: what the parser saw, that the server said it has not changed, that the page was
   * requested again (so the crawldb's word is out of date), and the crawldb's word.
   *
   * <p>Wire form: kind (byte), score (float).
   */
  public static final class Candidate implements Writable {
    /** From where, in order of force. */
    enum Kind {
      /** The new segment's parser gave the page this digest. */
      PARSED(0),
      /** In the new segment as not modified, and this is its digest. */
      UNMODIFIED(1),
      /** In the new segment, and this was its digest. */
      REQUESTED_AGAIN(2),
      /** In the crawldb. */
      KNOWN(3),
      /** In the crawldb as a duplicate; counts where no other page has the digest any more. */
      KNOWN_DUPLICATE(4);

      private final byte code;

      Kind(int code) {
        this.code = (byte) code;
      }

      private static Kind of(byte code) throws IOException {
        return Arrays.stream(values())
            .filter(kind -> kind.code == code)
            .findFirst()
            .orElseThrow(() -> new IOException("no kind of candidate: " + code));
      }

      /** Whether the page has the digest, when this is the word of most force. */
      boolean counts() {
        return this == PARSED || this == UNMODIFIED || this == KNOWN;
      }
    }

    private Kind kind = Kind.KNOWN;
    private float score;

    void set(Kind kind, float score) {
      this.kind = kind;
      this.score = score;
    }

    Kind kind() {
      return kind;
    }

    float score() {
      return score;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeByte(kind.code);
      out.writeFloat(score);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      kind = Kind.of(in.readByte());
      score = in.readFloat();
    }
  }
}
