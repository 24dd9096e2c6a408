package org.orbweaver.crawler.nutch;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.scoring.ScoringFilter;
import org.apache.nutch.scoring.ScoringFilterException;
import org.orbweaver.common.plugin.NutchExtensions;
import org.orbweaver.plugin.ScoringRule;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;

/**
 * The order of crawling {@code nutch}: Nutch's scoring filters, one after the other. Scores from
 * links are added, as by scoring-opic.
 */
final class NutchScoring implements ScoringRule, Provided.Named {
  private final List<ScoringFilter> filters;

  NutchScoring(List<ScoringFilter> filters) {
    this.filters = filters;
  }

  @Override
  public String name() {
    return "nutch";
  }

  @Override
  public String origin() {
    return "Nutch's scoring filters";
  }

  @Override
  public Combination combination() {
    return Combination.SUM;
  }

  @Override
  public float share(Source page, String target) {
    Text from = new Text(page.url());
    Text to = new Text(target);
    CrawlDatum link = new CrawlDatum(CrawlDatum.STATUS_LINKED, 0);
    Metadata meta = new Metadata();
    meta.set(Nutch.SCORE_KEY, String.valueOf(page.score()));
    ParseData data =
        new ParseData(ParseStatus.STATUS_SUCCESS, "", new Outlink[0], meta, new Metadata());
    Link links = new Link(Map.entry(to, link), page.links());
    each(
        null,
        (filter, none) -> {
          filter.initialScore(to, link);
          return none;
        });
    each(
        (CrawlDatum) null,
        (filter, adjust) ->
            filter.distributeScoreToOutlinks(from, data, links, adjust, page.links()));
    return links.isCleared() ? 0 : link.getScore();
  }

  @Override
  public float priority(Candidate candidate) {
    Text url = new Text(candidate.url());
    CrawlDatum entry = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0, candidate.score());
    entry.setFetchTime(System.currentTimeMillis() - (long) (candidate.dueSeconds() * 1000));
    return each(1f, (filter, sort) -> filter.generatorSortValue(url, entry, sort));
  }

  private interface Call<V> {
    V of(ScoringFilter filter, V before) throws ScoringFilterException;
  }

  /** Asks one after the other, each with the result of the one before. */
  private <V> V each(V first, Call<V> call) {
    V value = first;
    for (ScoringFilter filter : filters) {
      try {
        value = call.of(filter, value);
      } catch (ScoringFilterException | RuntimeException | LinkageError e) {
        throw new PluginException(NutchExtensions.origin(filter), e);
      }
    }
    return value;
  }

  /**
   * The links of a page, of which only one is there to see: a filter divides the page's score by
   * their number.
   */
  private static final class Link extends AbstractCollection<Entry<Text, CrawlDatum>> {
    private final int size;
    private Collection<Entry<Text, CrawlDatum>> one;

    Link(Entry<Text, CrawlDatum> one, int size) {
      this.one = List.of(one);
      this.size = size;
    }

    boolean isCleared() {
      return one.isEmpty();
    }

    @Override
    public Iterator<Entry<Text, CrawlDatum>> iterator() {
      return one.iterator();
    }

    @Override
    public int size() {
      return isCleared() ? 0 : size;
    }

    @Override
    public void clear() {
      one = List.of();
    }
  }
}
