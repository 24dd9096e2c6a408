package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.OrbException;

/**
 * Writes all pages of a digest but the best as duplicates, and a duplicate that is the only page
 * left as fetched; see {@link BestOfEqual}.
 */
final class FindReducer extends Reducer<BytesWritable, Candidate, Text, CrawlDatum> {
  private final Text url = new Text();

  @Override
  protected void reduce(BytesWritable key, Iterable<Candidate> candidates, Context context)
      throws IOException {
    CrawlDatum duplicate = datum(CrawlDatum.STATUS_DB_DUPLICATE, key);
    CrawlDatum only = datum(CrawlDatum.STATUS_DB_FETCHED, key);
    var pages =
        new BestOfEqual(
            found -> write(context, found, duplicate, DedupCounter.DUPLICATES),
            found -> write(context, found, only, DedupCounter.RESTORED));
    for (Candidate candidate : candidates) {
      // The key moves along with the values of its group.
      pages.add(DigestKey.url(key), candidate);
    }
    pages.end();
  }

  private static CrawlDatum datum(byte status, BytesWritable key) {
    var datum = new CrawlDatum(status, 0);
    datum.setFetchTime(0);
    datum.setSignature(DigestKey.digest(key));
    return datum;
  }

  private void write(Context context, String found, CrawlDatum datum, DedupCounter counter) {
    context.getCounter(counter).increment(1);
    url.set(found);
    try {
      context.write(url, datum);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OrbException.failed("dedup was interrupted", e);
    }
  }
}
