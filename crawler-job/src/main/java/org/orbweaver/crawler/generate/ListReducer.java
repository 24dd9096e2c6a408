package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.UrlRules;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.url.UrlFilters;

/**
 * Takes the URLs of a part in their order until topN are taken. Filters are asked here, of those
 * only that come to their turn.
 *
 * @param <K> what the list is written under
 */
abstract class ListReducer<K extends Writable>
    extends Reducer<BytesWritable, CrawlDatum, K, CrawlDatum> {

  /** The output key for a sort key. */
  abstract K outputKey(BytesWritable key);

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    GenerateSettings settings = GenerateSettings.of(context.getConfiguration());
    UrlFilters filters = UrlRules.filters(context.getConfiguration());
    var budget = new Budget(settings.countBy(), settings.maxCount());
    Counter taken = context.getCounter(GenerateCounter.TAKEN);
    LeftOut leftOut = LeftOut.of(context.getConfiguration());
    long count = 0;
    while (count < settings.topN() && context.nextKey()) {
      BytesWritable key = context.getCurrentKey();
      String url = SortKey.url(key);
      Iterator<CrawlDatum> data = context.getValues().iterator();
      CrawlDatum datum = data.next();
      boolean sitemap = SitemapMark.isOn(datum);
      if (!(sitemap ? filters.acceptsSitemap(url) : filters.accepts(url))) {
        context.getCounter(GenerateCounter.FILTERED).increment(1);
        if (leftOut != null) {
          leftOut.add(GenerateCounter.FILTERED, url, datum);
        }
      } else if (!budget.take(url, datum)) {
        context.getCounter(GenerateCounter.OVER_BUDGET).increment(1);
        if (leftOut != null) {
          leftOut.add(GenerateCounter.OVER_BUDGET, url, datum);
          leftOut.addOverBudget(budget.group(url, datum));
        }
      } else {
        count++;
        taken.increment(1);
        context.write(outputKey(key), datum);
        while (data.hasNext()) {
          context.write(outputKey(key), data.next());
        }
      }
    }
    context.getCounter(GenerateCounter.HOSTS).increment(budget.groups());
    if (leftOut != null) {
      leftOut.write(context);
    }
  }
}
