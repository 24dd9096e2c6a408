package org.orbweaver.crawler.dedup;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;

/**
 * Goes through the pages of one digest, URL by URL, keeps the best and writes the others as
 * duplicates.
 */
final class FindReducer extends Reducer<BytesWritable, Candidate, Text, CrawlDatum> {
  private final Text url = new Text();

  @Override
  protected void reduce(BytesWritable key, Iterable<Candidate> candidates, Context context)
      throws IOException, InterruptedException {
    byte[] digest = DigestKey.digest(key);
    Page best = null;
    String current = null;
    Candidate word = new Candidate();
    for (Candidate candidate : candidates) {
      // The key moves along with the values of its group.
      String next = DigestKey.url(key);
      if (!next.equals(current)) {
        best = keepBetter(best, current, word, digest, context);
        current = next;
        word.set(candidate.kind(), candidate.score(), candidate.fetchTime());
      } else if (candidate.kind().compareTo(word.kind()) < 0) {
        word.set(candidate.kind(), candidate.score(), candidate.fetchTime());
      }
    }
    keepBetter(best, current, word, digest, context);
  }

  private Page keepBetter(
      Page best, String candidateUrl, Candidate word, byte[] digest, Context context)
      throws IOException, InterruptedException {
    if (candidateUrl == null || !word.kind().counts()) {
      return best;
    }
    var page = new Page(candidateUrl, word.score(), word.fetchTime());
    if (best == null) {
      return page;
    }
    boolean better = page.compareTo(best) < 0;
    var duplicate = new CrawlDatum(CrawlDatum.STATUS_DB_DUPLICATE, 0);
    duplicate.setFetchTime(0);
    duplicate.setSignature(digest);
    url.set(better ? best.url() : page.url());
    context.getCounter(DedupCounter.DUPLICATES).increment(1);
    context.write(url, duplicate);
    return better ? page : best;
  }
}
