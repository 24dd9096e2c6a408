package org.orbweaver.crawler.dedup;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.MergeJob;

/**
 * The dedup phase on its own: marks pages in the crawldb whose content another page has. In a round
 * update does that in its own pass.
 */
public final class DedupPhase {
  /**
   * What came of it.
   *
   * @param marked entries marked as duplicates now
   */
  public record Result(long marked) {}

  /**
   * Finds and marks duplicates in the crawldb. Without any it is left untouched.
   *
   * @throws OrbException (failed) when there is no crawldb or it is corrupt
   */
  public Result run(Session session) throws IOException {
    Step step = session.steps().begin("dedup", "");
    Path duplicates = step.staging("duplicates");
    Counters found = FindJob.run(session, Optional.empty(), duplicates);
    if (of(found, DedupCounter.DUPLICATES) + of(found, DedupCounter.RESTORED) == 0) {
      step.abort();
      return new Result(0);
    }
    Path output = step.staging("crawldb");
    Job job =
        MergeJob.create(
            session, "dedup (mark)", DuplicatesMerge.class, List.of(), List.of(duplicates), output);
    Counters counters = JobRunner.run(job, session.console());
    long marked = counters.findCounter(CrawlDbCounter.MARKED_DUPLICATE).getValue();
    step.replace(output, session.dir().crawlDb());
    step.commit(Map.of("marked", Long.toString(marked)));
    return new Result(marked);
  }

  private static long of(Counters counters, DedupCounter counter) {
    return counters.findCounter(counter).getValue();
  }

  /** What the search for duplicates counts. */
  public enum DedupCounter {
    /** Pages that have the content of a better one, and are not marked yet. */
    DUPLICATES,
    /** Pages marked before that have no page of the same content beside them any more. */
    RESTORED
  }

  /**
   * Goes through what is said about the pages of one digest, sorted by URL; of each URL the word of
   * most force counts. Keeps the best page and hands on the others. Where all that are left are
   * known duplicates, the best of them is one no more. Remembers three pages, however many there
   * are.
   */
  static final class BestOfEqual {
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
     * <p>This departs from Nutch, which by default puts the later fetch before the shorter URL:
     * which of two pages was fetched some milliseconds later is chance, and the same crawl is to
     * give the same index wherever it runs.
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

        private final int code;

        Kind(int code) {
          this.code = code;
        }

        private static Kind of(int code) throws IOException {
          for (Kind kind : values()) {
            if (kind.code == code) {
              return kind;
            }
          }
          throw new IOException("no kind of candidate: " + code);
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
}
