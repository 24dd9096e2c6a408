package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.DatumInputFormat;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.MergeJob;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.dedup.BestOfEqual.Candidate;
import org.orbweaver.crawler.duplicate.Copy;
import org.orbweaver.crawler.schedule.Deferral;
import org.orbweaver.crawler.schedule.LastFetch;

/**
 * The dedup phase on its own: marks pages in the crawldb whose content another page has. In a
 * round, update does this in its own pass.
 */
public final class DedupPhase {
  /**
   * The result of dedup.
   *
   * @param marked entries marked as duplicates now
   */
  public record Result(long marked) {}

  /**
   * Finds and marks duplicates in the crawldb. If there are none, it is left untouched.
   *
   * @throws OrbException (failed) if there is no crawldb or it is corrupt
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
    Map<String, String> results = new TreeMap<>(Map.of("marked", Long.toString(marked)));
    put(results, found);
    step.commit(results);
    return new Result(marked);
  }

  /** Adds the counters to a step's results. */
  public static void put(Map<String, String> results, Counters found) {
    for (DedupCounter counter : DedupCounter.values()) {
      results.put(counter.name(), Long.toString(of(found, counter)));
    }
  }

  private static long of(Counters counters, DedupCounter counter) {
    return counters.findCounter(counter).getValue();
  }

  /** The counters of the search for duplicates. */
  public enum DedupCounter {
    /** Pages that have the digest of a better one, and are not marked yet. */
    EQUAL_DIGESTS,
    /** Those of them that have the content of a better one. */
    DUPLICATES,
    /** Pages that have the digest of another page, but not its content. */
    COLLISIONS,
    /** Pages whose content is in no segment any more, so that the digest decided. */
    NOT_COMPARED,
    /** Pages marked before whose content no other page has any more. */
    RESTORED
  }

  /**
   * Finds duplicates by digest, then has {@link CompareJob} compare them, if there are any.
   *
   * <p>Input: the crawldb and, in a round, the new segment's crawl_fetch and crawl_parse. Shuffle:
   * ({@link DigestKey}: digest, URL; {@link Candidate}), grouped by digest. Output: (URL,
   * CrawlDatum duplicate) with the signature; between the jobs, the page that is kept is included,
   * and records have score and time of the fetch. Cost: one read of the input; some 50 bytes a
   * fetched page are shuffled; a reducer remembers one page.
   */
  public static final class FindJob {
    private FindJob() {}

    /**
     * Runs the job.
     *
     * @param segment whose pages count as in the crawldb, though they are not yet
     * @return the counters, {@link DedupCounter} among them
     */
    public static Counters run(Session session, Optional<Path> segment, Path output)
        throws IOException {
      int parts = CrawlDb.require(session.conf(), session.dir()).parts().size();
      Job job = JobRunner.newJob(session, "dedup", FindJob.class);
      List<Path> inputs = new ArrayList<>();
      inputs.add(session.dir().crawlDb());
      if (segment.isPresent()) {
        inputs.add(new Path(segment.get(), CrawlDatum.FETCH_DIR_NAME));
        inputs.add(new Path(segment.get(), CrawlDatum.PARSE_DIR_NAME));
      }
      FileInputFormat.setInputPaths(job, inputs.toArray(new Path[0]));
      job.setInputFormatClass(DatumInputFormat.class);
      DatumInputFormat.setWithoutLinks(job.getConfiguration());
      job.setMapperClass(FindMapper.class);
      job.setMapOutputKeyClass(BytesWritable.class);
      job.setMapOutputValueClass(Candidate.class);
      job.setPartitionerClass(DigestKey.ByDigest.class);
      job.setGroupingComparatorClass(DigestKey.Grouping.class);
      job.setNumReduceTasks(parts);
      job.setReducerClass(FindReducer.class);
      Path equal = output.suffix("-by-digest");
      StoreFiles.writeSequence(job, equal, CrawlDatum.class);
      Counters counters = JobRunner.run(job, session.console());
      if (of(counters, DedupCounter.EQUAL_DIGESTS) == 0) {
        Files.rename(session.conf(), equal, output);
      } else {
        counters.incrAllCounters(CompareJob.run(session, equal, parts, output));
      }
      return counters;
    }

    /**
     * Emits (digest, page). The status of a record shows its source: the crawldb, a segment's
     * crawl_fetch, or its crawl_parse. For a page that was fetched again, the first two have its
     * old digest and the last its new one. Sitemaps and answers without content are no pages, and
     * have no duplicates.
     */
    static final class FindMapper extends Mapper<Text, Change, BytesWritable, Candidate> {
      /** MD5 of nothing: two empty pages are not the same page. */
      private static final byte[] EMPTY =
          HexFormat.of().parseHex("d41d8cd98f00b204e9800998ecf8427e");

      private final BytesWritable key = new BytesWritable();
      private final Candidate candidate = new Candidate();

      @Override
      protected void map(Text url, Change change, Context context)
          throws IOException, InterruptedException {
        CrawlDatum datum = change.datum();
        if (datum == null || Deferral.is(datum)) {
          return;
        }
        byte[] digest = datum.getSignature();
        if (digest == null || Arrays.equals(digest, EMPTY)) {
          return;
        }
        Candidate.Kind kind = kind(datum);
        if (kind != null) {
          boolean known = kind == Candidate.Kind.KNOWN || kind == Candidate.Kind.KNOWN_DUPLICATE;
          candidate.set(
              kind, datum.getScore(), known ? LastFetch.of(datum, Long.MAX_VALUE) : Long.MAX_VALUE);
          DigestKey.set(key, digest, url);
          context.write(key, candidate);
        }
      }

      /** The kind of candidate that the record is; null if it is none. */
      private static Candidate.Kind kind(CrawlDatum datum) {
        byte status = datum.getStatus();
        boolean page = !SitemapMark.isOn(datum) && NonContentMark.of(datum).isEmpty();
        if (status == CrawlDatum.STATUS_SIGNATURE) {
          return page ? Candidate.Kind.PARSED : Candidate.Kind.REQUESTED_AGAIN;
        }
        if (CrawlDatum.hasFetchStatus(datum)) {
          return page && status == CrawlDatum.STATUS_FETCH_NOTMODIFIED
              ? Candidate.Kind.UNMODIFIED
              : Candidate.Kind.REQUESTED_AGAIN;
        }
        if (page && DuplicatesMerge.isPage(status)) {
          return Candidate.Kind.KNOWN;
        }
        return page && status == CrawlDatum.STATUS_DB_DUPLICATE
            ? Candidate.Kind.KNOWN_DUPLICATE
            : null;
      }
    }

    /**
     * Writes the pages of a digest that several pages have, and as fetched a duplicate that is the
     * only page left; see {@link BestOfEqual}.
     */
    static final class FindReducer extends Reducer<BytesWritable, Candidate, Text, CrawlDatum> {
      @Override
      protected void reduce(BytesWritable key, Iterable<Candidate> candidates, Context context)
          throws IOException {
        Counter duplicates = context.getCounter(DedupCounter.EQUAL_DIGESTS);
        long before = duplicates.getValue();
        var pages =
            new BestOfEqual(
                Copy.order(DuplicateKeys.preferences(context.getConfiguration())),
                found -> {
                  duplicates.increment(1);
                  write(context, found.url(), equal(found, key));
                },
                found -> {
                  context.getCounter(DedupCounter.RESTORED).increment(1);
                  write(context, found, datum(CrawlDatum.STATUS_DB_FETCHED, key));
                });
        for (Candidate candidate : candidates) {
          // The key changes along with the values of its group.
          pages.add(DigestKey.url(key), candidate);
        }
        Copy kept = pages.end();
        if (duplicates.getValue() > before) {
          write(context, kept.url(), equal(kept, key));
        }
      }

      private static CrawlDatum equal(Copy page, BytesWritable key) {
        CrawlDatum datum = datum(CrawlDatum.STATUS_DB_DUPLICATE, key);
        datum.setScore(page.score());
        datum.setFetchTime(page.fetched());
        return datum;
      }

      static CrawlDatum datum(byte status, BytesWritable key) {
        var datum = new CrawlDatum(status, 0);
        datum.setFetchTime(0);
        datum.setSignature(DigestKey.digest(key));
        return datum;
      }

      static void write(
          TaskInputOutputContext<?, ?, Text, CrawlDatum> context, String url, CrawlDatum datum) {
        try {
          context.write(new Text(url), datum);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw OrbException.failed("dedup was interrupted", e);
        }
      }
    }

    /**
     * The shuffle's key: length of the digest (a byte), the digest, the URL. It is sorted as bytes,
     * so that all candidates of a page come together. It is partitioned and grouped by the digest
     * alone, so that a reducer gets equal pages as one run and need remember only the best of them.
     */
    static final class DigestKey {
      private DigestKey() {}

      static void set(BytesWritable key, byte[] digest, Text url) {
        key.setSize(1 + digest.length + url.getLength());
        byte[] bytes = key.getBytes();
        bytes[0] = (byte) digest.length;
        System.arraycopy(digest, 0, bytes, 1, digest.length);
        System.arraycopy(url.getBytes(), 0, bytes, 1 + digest.length, url.getLength());
      }

      static byte[] digest(BytesWritable key) {
        byte[] bytes = key.getBytes();
        return Arrays.copyOfRange(bytes, 1, 1 + bytes[0]);
      }

      static String url(BytesWritable key) {
        byte[] bytes = key.getBytes();
        int from = 1 + bytes[0];
        return new String(bytes, from, key.getLength() - from, StandardCharsets.UTF_8);
      }

      /** Groups by digest. */
      static final class Grouping extends WritableComparator {
        private static final int LENGTH_BYTES = 4;

        Grouping() {
          super(BytesWritable.class, true);
        }

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
          int aFrom = aStart + LENGTH_BYTES;
          int bFrom = bStart + LENGTH_BYTES;
          return Arrays.compareUnsigned(
              a, aFrom, aFrom + 1 + a[aFrom], b, bFrom, bFrom + 1 + b[bFrom]);
        }
      }

      /** Partitions by digest. */
      static final class ByDigest extends Partitioner<BytesWritable, Writable> {
        @Override
        public int getPartition(BytesWritable key, Writable value, int parts) {
          byte[] bytes = key.getBytes();
          return Math.floorMod(WritableComparator.hashBytes(bytes, 1 + bytes[0]), parts);
        }
      }
    }
  }
}
