package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.OrbException;

/** Writes all pages of a digest but the best as duplicates; see {@link BestOfEqual}. */
final class FindReducer extends Reducer<BytesWritable, Candidate, Text, CrawlDatum> {
  private final Text url = new Text();

  @Override
  protected void reduce(BytesWritable key, Iterable<Candidate> candidates, Context context)
      throws IOException {
    var duplicate = new CrawlDatum(CrawlDatum.STATUS_DB_DUPLICATE, 0);
    duplicate.setFetchTime(0);
    duplicate.setSignature(DigestKey.digest(key));
    var pages = new BestOfEqual(found -> write(context, found, duplicate));
    for (Candidate candidate : candidates) {
      // The key moves along with the values of its group.
      pages.add(DigestKey.url(key), candidate);
    }
    pages.end();
  }

  private void write(Context context, String found, CrawlDatum duplicate) {
    context.getCounter(DedupCounter.DUPLICATES).increment(1);
    url.set(found);
    try {
      context.write(url, duplicate);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OrbException.failed("dedup was interrupted", e);
    }
  }
}
