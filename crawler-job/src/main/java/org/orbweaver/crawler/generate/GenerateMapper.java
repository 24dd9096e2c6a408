package org.orbweaver.crawler.generate;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.fetch.task.ListFingerprints;
import org.orbweaver.crawler.generate.ListPreview.Exclusions;
import org.orbweaver.crawler.generate.ListPreview.Exclusions.Example;
import org.orbweaver.crawler.recrawl.DueRule;
import org.orbweaver.crawler.url.HostMode;

/** Takes the URLs that are due and gives each its place in the order. */
final class GenerateMapper extends Mapper<Text, Change, BytesWritable, CrawlDatum> {
  private final BytesWritable key = new BytesWritable();
  private GenerateSettings settings;
  private DueRule rule;

  private HostAdmission hosts;

  /** The URLs of open lists; null where there are none. */
  private ListFingerprints open;

  /** Records the URLs left out, for a preview; else null. */
  private Exclusions exclusions;

  private UrlPriority priority;

  /** Used if lists are divided by addresses, which take time to find; else null. */
  private AddressLookups addresses;

  private final RecordFaults faults = new RecordFaults(GenerateJob.class);

  @Override
  protected void setup(Context context) throws IOException {
    settings = GenerateSettings.of(context.getConfiguration());
    rule = DueRule.of(context.getConfiguration());
    hosts = HostAdmission.of(context.getConfiguration(), settings.dueBy());
    open = OpenLists.of(context.getConfiguration());
    exclusions = Exclusions.of(context.getConfiguration());
    priority = UrlPriority.of(context.getConfiguration());
    if (settings.divideBy() == HostMode.IP) {
      addresses = new AddressLookups(FetchRules.names(context.getConfiguration()));
    }
  }

  @Override
  protected void map(Text url, Change entry, Context context)
      throws IOException, InterruptedException {
    try {
      consider(url, entry.datum(), context);
    } catch (RuntimeException | StackOverflowError e) {
      if (!faults.isRecords(url, e, context)) {
        throw e;
      }
    }
  }

  private void consider(Text url, CrawlDatum datum, Context context)
      throws IOException, InterruptedException {
    String name = url.toString();
    hosts.reconsider(name, datum, settings.now());
    GenerateCounter fate =
        GenerateCounter.of(rule.at(name).judge(datum, settings.now(), settings.dueBy()));
    if (fate == GenerateCounter.DUE && open != null && open.contains(name)) {
      fate = GenerateCounter.WAITING;
    }
    if (fate == GenerateCounter.DUE && hosts.isBackedOff(name)) {
      fate = GenerateCounter.HOST_OUTAGE;
    }
    context.getCounter(fate).increment(1);
    if (fate != GenerateCounter.DUE) {
      if (exclusions != null) {
        exclude(fate, name, datum);
      }
      return;
    }
    if (addresses == null) {
      take(url, datum, context);
    } else if (addresses.add(url, datum)) {
      takeWithAddresses(context);
    }
  }

  private void exclude(GenerateCounter reason, String url, CrawlDatum datum) {
    exclusions.add(
        reason,
        switch (reason) {
          case NOT_DUE -> new Example(url, rule.at(url).due(datum, settings.now()), "");
          case HOST_OUTAGE -> new Example(url, hosts.nextTry(url), hosts.words(url));
          case REFUSED -> new Example(url, 0, Exclusions.remedy(datum));
          default -> new Example(url);
        });
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    if (addresses != null) {
      takeWithAddresses(context);
      addresses.close();
    }
    priority.count(context);
    priority.close();
    if (exclusions != null) {
      exclusions.write(context);
    }
  }

  private void takeWithAddresses(Context context) throws IOException, InterruptedException {
    for (AddressLookups.PendingUrl entry : addresses.noted()) {
      take(entry.url(), entry.datum(), context);
    }
  }

  private void take(Text url, CrawlDatum datum, Context context)
      throws IOException, InterruptedException {
    float rank = priority.of(url, datum, settings.now());
    SortKey.set(key, priority.isRevisit(datum), rank, url);
    context.write(key, datum);
  }
}
