package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.DatumInputFormat;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.dedup.BestOfEqual.Candidate;
import org.orbweaver.crawler.duplicate.Copy;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.LastFetch;

/**
 * Finds the pages that share a digest.
 *
 * <p>Input: the crawldb and, in a round, the new segment's crawl_fetch and crawl_parse. Shuffle:
 * ({@link DigestKey}: digest, URL; {@link Candidate}), grouped by digest. Output: (URL, CrawlDatum
 * duplicate) with the signature, score and time of the fetch, for each page of such a digest, the
 * one to keep included; (URL, CrawlDatum fetched) for a duplicate that is the only page left. Cost:
 * one read of the input; some 50 bytes a fetched page are shuffled; a reducer remembers one page.
 */
final class DigestJob {
  private DigestJob() {}

  /**
   * Runs the job.
   *
   * @param segment whose pages count as in the crawldb, though they are not yet
   * @param parts of the output
   */
  static Counters run(Session session, Optional<Path> segment, int parts, Path output)
      throws IOException {
    List<Path> inputs = new ArrayList<>();
    inputs.add(session.dir().crawlDb());
    if (segment.isPresent()) {
      inputs.add(new Path(segment.get(), CrawlDatum.FETCH_DIR_NAME));
      inputs.add(new Path(segment.get(), CrawlDatum.PARSE_DIR_NAME));
    }
    Job job = JobRunner.newJob(session, "dedup", DigestJob.class, inputs.toArray(new Path[0]));
    FileInputFormat.setInputPaths(job, inputs.toArray(new Path[0]));
    job.setInputFormatClass(DatumInputFormat.class);
    DatumInputFormat.setWithoutLinks(job.getConfiguration());
    job.setMapperClass(DigestMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(Candidate.class);
    job.setPartitionerClass(DigestKey.DigestPartitioner.class);
    job.setGroupingComparatorClass(DigestKey.DigestGrouping.class);
    job.setNumReduceTasks(parts);
    job.setReducerClass(DigestReducer.class);
    StoreFiles.writeSequence(job, output, CrawlDatum.class);
    return JobRunner.run(job, session.console());
  }

  /**
   * Emits (digest, page). The status of a record shows its source: the crawldb, a segment's
   * crawl_fetch, or its crawl_parse. For a page that was fetched again, the first two have its old
   * digest and the last its new one. Sitemaps and answers without content are no pages, and have no
   * duplicates.
   */
  static final class DigestMapper extends Mapper<Text, Change, BytesWritable, Candidate> {
    /** MD5 of nothing: two empty pages are not the same page. */
    private static final byte[] EMPTY = HexFormat.of().parseHex("d41d8cd98f00b204e9800998ecf8427e");

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
      Candidate.Evidence kind = kind(datum);
      if (kind != null) {
        boolean known =
            kind == Candidate.Evidence.KNOWN || kind == Candidate.Evidence.KNOWN_DUPLICATE;
        candidate.set(
            kind, datum.getScore(), known ? LastFetch.of(datum, Long.MAX_VALUE) : Long.MAX_VALUE);
        DigestKey.set(key, digest, url);
        context.write(key, candidate);
      }
    }

    /** The kind of candidate that the record is; null if it is none. */
    private static Candidate.Evidence kind(CrawlDatum datum) {
      byte status = datum.getStatus();
      boolean page = !SitemapMark.isOn(datum) && NonContentMark.of(datum).isEmpty();
      if (status == CrawlDatum.STATUS_SIGNATURE) {
        return page ? Candidate.Evidence.PARSED : Candidate.Evidence.REQUESTED_AGAIN;
      }
      if (CrawlDatum.hasFetchStatus(datum)) {
        return page && status == CrawlDatum.STATUS_FETCH_NOTMODIFIED
            ? Candidate.Evidence.UNMODIFIED
            : Candidate.Evidence.REQUESTED_AGAIN;
      }
      if (page && DuplicatesMerge.isPage(status)) {
        return Candidate.Evidence.KNOWN;
      }
      return page && status == CrawlDatum.STATUS_DB_DUPLICATE
          ? Candidate.Evidence.KNOWN_DUPLICATE
          : null;
    }
  }

  /**
   * Writes the pages of a digest that several pages have, and as fetched a duplicate that is the
   * only page left; {@link BestOfEqual} decides.
   */
  static final class DigestReducer extends Reducer<BytesWritable, Candidate, Text, CrawlDatum> {
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
}
