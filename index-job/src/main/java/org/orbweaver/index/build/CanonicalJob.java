package org.orbweaver.index.build;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.schema.UrlParts;

/**
 * Asks the pages that others name as canonical whether they will be indexed, so that a copy is left
 * out where its canonical page is in, and only there.
 *
 * <ul>
 *   <li>Input: as {@link IndexJob}'s, without the linkdb and the texts.
 *   <li>Shuffle: ({@link PageKey}, Text): for each URL whether it is a candidate, its rank, the
 *       state of its parses with the newest first, then who names it. Sorted and grouped like the
 *       index job's records.
 *   <li>Output: (URL of the copy, {@link PagePart.Canonical}), which the index job reads.
 *   <li>Cost: a reading of the inputs; the URL and some bytes a record are shuffled. A reducer
 *       holds a few words about one page.
 * </ul>
 *
 * <p>Of pages with the same content dedup leaves one, which need not be the canonical one. Where
 * that is a duplicate of a page that names it, the two change places: the content's signature
 * tells.
 *
 * <p>A canonical page counts within the registered domain of its copy only, for a page's word is no
 * proof of what another site holds. A chain is not followed: what names another page itself gets no
 * copies, so that in a circle every page stays.
 */
@SuppressWarnings("SameNameButDifferent") // a mapper's Context and a reducer's
final class CanonicalJob {
  private static final byte CANDIDATE = 0;
  private static final byte RANK = 1;
  private static final byte STATE = 2;
  private static final byte CLAIM = 3;

  /** Will be indexed if it is a candidate; any other state will not, or not for sure. */
  private static final String GOOD = "good";

  private static final String NOT_GOOD = "";

  private CanonicalJob() {}

  /**
   * Runs it.
   *
   * @param segmentsNewestFirst names, for the ages of parses
   */
  static void run(
      Session session,
      List<Path> inputs,
      List<String> segmentsNewestFirst,
      int reducers,
      Path output)
      throws IOException {
    Job job =
        IndexJob.newJob(
            session, "index: canonicals", inputs, segmentsNewestFirst, reducers, output);
    job.setMapperClass(ClaimMapper.class);
    job.setMapOutputValueClass(Text.class);
    job.setReducerClass(AnswerReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(PagePart.Value.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    JobRunner.run(job, session.console());
  }

  /** Says what each store knows, and asks. */
  static final class ClaimMapper extends IndexJob.StoreMapper<Text> {
    private final Text value = new Text();
    private final Text target = new Text();

    @Override
    protected void map(Text url, Writable record, Context context)
        throws IOException, InterruptedException {
      if (record instanceof CrawlDatum datum) {
        if (IndexMapper.isCandidate(datum)) {
          write(url, CANDIDATE, 0, "", context);
        } else if (datum.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE
            && datum.getSignature() != null) {
          write(url, CANDIDATE, 0, HexFormat.of().formatHex(datum.getSignature()), context);
        }
      } else if (record instanceof DoubleWritable rank) { // PageRank alone is among the inputs
        write(url, RANK, 0, Double.toString(rank.get()), context);
      } else if (record instanceof ParseData data) {
        parsed(url, data, context);
      } else {
        throw unknown(record);
      }
    }

    private void parsed(Text url, ParseData data, Context context)
        throws IOException, InterruptedException {
      int age = age(context);
      String canonical = ParsedPages.canonical(url.toString(), data);
      if (!canonical.isEmpty()) {
        target.set(canonical);
        String signature = data.getContentMeta().get(Nutch.SIGNATURE_KEY);
        write(target, CLAIM, age, (signature == null ? "" : signature) + ' ' + url, context);
      }
      // Of a page without a title the text is looked at: an empty page is not indexed.
      boolean good =
          canonical.isEmpty()
              && !ParsedPages.isNoindex(
                  data, IndexKeys.HONOUR_SEARCH.get(context.getConfiguration()))
              && !(data.getTitle().isBlank() && text(url, context).isBlank());
      write(url, STATE, age, good ? GOOD : NOT_GOOD, context);
    }

    private void write(Text url, byte kind, int age, String text, Context context)
        throws IOException, InterruptedException {
      value.set(text);
      context.write(key.set(url, kind, age), value);
    }
  }

  /** Answers each copy. */
  static final class AnswerReducer extends Reducer<PageKey, Text, Text, PagePart.Value> {
    private final Text copy = new Text();

    @Override
    protected void reduce(PageKey key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      boolean candidate = false;
      String duplicateOf = "";
      boolean promoted = false;
      String newestState = null;
      double rank = 0;
      for (Text value : values) {
        switch (key.kind()) {
          case CANDIDATE -> {
            duplicateOf = value.toString();
            candidate = duplicateOf.isEmpty();
          }
          case RANK -> rank = Double.parseDouble(value.toString());
          case STATE -> newestState = newestState == null ? value.toString() : newestState;
          default -> {
            String[] claim = value.toString().split(" ", 2);
            boolean like = !duplicateOf.isEmpty() && duplicateOf.equals(claim[0]);
            boolean indexed = GOOD.equals(newestState) && (candidate || like);
            var answer =
                new PagePart.Value(new PagePart.Canonical(key.url().toString(), indexed, rank));
            copy.set(claim[1]);
            context.write(copy, answer);
            if (indexed && like && !promoted) {
              promoted = true;
              context.write(key.url(), answer);
            }
          }
        }
      }
    }
  }

  /** Whether two pages are of one site, so that the word of one on the other counts. */
  static boolean sameSite(String url, String other) {
    return UrlParts.domain(UrlParts.host(url)).equals(UrlParts.domain(UrlParts.host(other)));
  }
}
