package org.orbweaver.crawler.dedup;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;
import org.apache.hadoop.io.Writable;
import org.orbweaver.crawler.duplicate.Copy;

/**
 * Selects the best page of one digest from the {@link Candidate}s of its pages, sorted by URL, and
 * passes on the others. Of the candidates of a URL the strongest counts. If only known duplicates
 * are left, the best of them ceases to be one. Remembers three pages, however many there are.
 */
final class BestOfEqual {
  private final Comparator<Copy> bestFirst;
  private final Consumer<Copy> duplicates;
  private final Consumer<String> restored;
  private String url;
  private Candidate.Evidence kind;
  private float score;
  private long fetched;
  private Copy best;
  private Copy bestDuplicate;

  /**
   * Passes on duplicates, and the URL of a page that no longer is one.
   *
   * @param bestFirst an order of copies in which no two are equal
   */
  BestOfEqual(Comparator<Copy> bestFirst, Consumer<Copy> duplicates, Consumer<String> restored) {
    this.bestFirst = bestFirst;
    this.duplicates = duplicates;
    this.restored = restored;
  }

  void add(String candidateUrl, Candidate candidate) {
    boolean next = !candidateUrl.equals(url);
    if (next) {
      endUrl();
      url = candidateUrl;
      fetched = Long.MAX_VALUE;
    }
    fetched = Math.min(fetched, candidate.fetched());
    if (next || candidate.kind().compareTo(kind) < 0) {
      kind = candidate.kind();
      score = candidate.score();
    }
  }

  /**
   * Ends the group; call it after the last candidate.
   *
   * @return the page that is kept, or null
   */
  Copy end() {
    endUrl();
    url = null;
    if (best == null && bestDuplicate != null) {
      restored.accept(bestDuplicate.url());
    }
    return best;
  }

  private void endUrl() {
    if (url == null) {
      return;
    }
    var page = new Copy(url, score, fetched);
    if (kind == Candidate.Evidence.KNOWN_DUPLICATE
        && (bestDuplicate == null || bestFirst.compare(page, bestDuplicate) < 0)) {
      bestDuplicate = page;
    }
    if (!kind.counts()) {
      return;
    }
    if (best == null) {
      best = page;
    } else if (bestFirst.compare(page, best) < 0) {
      duplicates.accept(best);
      best = page;
    } else {
      duplicates.accept(page);
    }
  }

  /**
   * A source's evidence that a page has a digest. Its kinds, strongest first, for one URL and
   * digest: the parser found it; the server answered "not modified"; the page was requested again
   * (so the crawldb's digest is out of date); the crawldb has it.
   *
   * <p>Wire form: kind (byte), score (float), time of the fetch (long).
   */
  public static final class Candidate implements Writable {
    /** The source, strongest first. */
    enum Evidence {
      /** The new segment's parser gave the page this digest. */
      PARSED(0),
      /** In the new segment as not modified, and this is its digest. */
      UNMODIFIED(1),
      /** In the new segment, and this was its digest. */
      REQUESTED_AGAIN(2),
      /** In the crawldb. */
      KNOWN(3),
      /** In the crawldb as a duplicate; counts if no other page has the digest any more. */
      KNOWN_DUPLICATE(4);

      private final byte code;

      Evidence(int code) {
        this.code = (byte) code;
      }

      private static Evidence of(byte code) throws IOException {
        return Arrays.stream(values())
            .filter(kind -> kind.code == code)
            .findFirst()
            .orElseThrow(() -> new IOException("no kind of candidate: " + code));
      }

      /** Whether the page has the digest, if this is its strongest candidate. */
      boolean counts() {
        return this == PARSED || this == UNMODIFIED || this == KNOWN;
      }
    }

    private Evidence kind = Evidence.KNOWN;
    private float score;
    private long fetched;

    /**
     * Sets all fields; {@code fetched} is {@link Long#MAX_VALUE} for a page fetched in this round.
     */
    void set(Evidence kind, float score, long fetched) {
      this.kind = kind;
      this.score = score;
      this.fetched = fetched;
    }

    long fetched() {
      return fetched;
    }

    Evidence kind() {
      return kind;
    }

    float score() {
      return score;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeByte(kind.code);
      out.writeFloat(score);
      out.writeLong(fetched);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      kind = Evidence.of(in.readByte());
      score = in.readFloat();
      fetched = in.readLong();
    }
  }
}
