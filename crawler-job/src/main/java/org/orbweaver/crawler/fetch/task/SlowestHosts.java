package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.fetch.politeness.PolitenessDelay;
import org.orbweaver.crawler.fetch.politeness.PolitenessRules;

/**
 * The hosts that a fetch task will take longest with, the reasons why they wait, and the least time
 * that is left. This costs some milliseconds if there are many queues.
 */
public record SlowestHosts(
    Dispatcher dispatcher, HostGate gate, RobotsGate robots, PolitenessRules rules) {
  private static final int SHOWN = 3;

  /** URLs of a host that are checked against its robots.txt; further ones do not count. */
  private static final int MOST_CHECKED = 500;

  private record SlowHost(String group, long urls, long estimateMs) {}

  /**
   * The content of the progress line.
   *
   * @param text the slowest hosts with URLs left, each with why it waits; empty for none
   * @param leastMs a lower bound on the task's remaining time: the requests that robots.txt allows
   *     to one host, with the delay between them. Answers cannot make it shorter; giving up the
   *     host or reaching the task's time limit can. 0: nothing is known.
   */
  public record Remaining(String text, long leastMs) {}

  Remaining remaining() throws IOException {
    PriorityQueue<SlowHost> slowest =
        new PriorityQueue<>(
            Comparator.comparingLong(SlowHost::estimateMs).thenComparing(SlowHost::group));
    Map<String, List<byte[]>> items = new HashMap<>();
    dispatcher.change(
        (frontier, now) -> {
          frontier.forEachQueue(
              (group, size) -> {
                Optional<HostGate.LeasedHost> host = gate.find(group);
                long pace =
                    host.map(HostGate.LeasedHost::paceMs)
                        .orElseGet(() -> rules.delay(group).delayMs());
                long wait = host.map(it -> it.waitMs(now)).orElse(0L);
                if (size > 0 && pace + wait > 0) {
                  slowest.add(new SlowHost(group, size, wait + (size - 1) * pace));
                  if (slowest.size() > SHOWN) {
                    slowest.remove();
                  }
                }
              });
          for (SlowHost host : slowest) {
            items.put(host.group(), frontier.peek(host.group(), MOST_CHECKED));
          }
        });
    List<SlowHost> order = new ArrayList<>(slowest);
    order.sort(Comparator.comparingLong(SlowHost::estimateMs).reversed());
    List<String> words = new ArrayList<>();
    long least = 0;
    for (SlowHost host : order) {
      HostGate.LeasedHost state = gate.find(host.group()).orElse(null);
      String why =
          state == null
              ? PolitenessDelay.DelayReason.DELAY.of(rules.delay(host.group()).delayMs())
              : state.why();
      words.add(String.format(Locale.ROOT, "%s %,d left (%s)", host.group(), host.urls(), why));
      least = Math.max(least, leastMs(state, items.get(host.group())));
    }
    return new Remaining(String.join(", ", words), least);
  }

  /** Assumes the first request as soon as the host may be contacted, then one after each delay. */
  private long leastMs(HostGate.LeasedHost host, List<byte[]> items) throws IOException {
    if (host == null || host.failures() > 0) {
      return 0;
    }
    long wait = host.waitMs();
    if (wait > rules.maxWaitMs()) {
      return 0;
    }
    long allowed = 0;
    for (byte[] item : items) {
      if (FetchItem.decode(item) instanceof FetchItem.PageItem page
          && robots.isAllowed(page.url())) {
        allowed++;
      }
    }
    return allowed == 0 ? 0 : wait + (allowed - 1) * host.leastDelayMs();
  }
}
