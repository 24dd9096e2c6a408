package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.fetch.politeness.HostState;
import org.orbweaver.crawler.fetch.politeness.Outages;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.url.Hosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of each group that a task contacts, and the groups and hosts that it contacts no more.
 * {@link #excluded} and {@link #outOfReach} are checked before every request, whether for a page of
 * the list or for a robots.txt that another host's redirects to.
 */
final class HostStates {
  private static final Logger LOG = LoggerFactory.getLogger(HostStates.class);

  private final FetchPolicy policy;
  private final FetchTools tools;
  private final Outages outages;
  private final long deadline;
  private final ConcurrentHashMap<String, HostState> states = new ConcurrentHashMap<>();

  /** Groups that are not contacted any more in this round, and hosts that never are. */
  private final ConcurrentHashMap<String, Outcome> dropped = new ConcurrentHashMap<>();

  private final ConcurrentHashMap<String, Outcome> refused = new ConcurrentHashMap<>();

  HostStates(FetchPolicy policy, FetchTools tools) {
    this.policy = policy;
    this.tools = tools;
    this.outages = new Outages(tools.hosts(), policy.backOff(), tools.wallClock());
    this.deadline = now() + policy.timeLimitMs() * 1_000_000;
  }

  private long now() {
    return tools.clock().getAsLong();
  }

  /** All groups with a state. */
  ConcurrentHashMap<String, HostState> all() {
    return states;
  }

  /**
   * The state of a leased group, loaded from the table of hosts when the task first meets it.
   *
   * @param anywhere whether the group may be missing from the list, because a robots.txt is
   *     requested from it
   */
  HostState get(String group, boolean anywhere) throws IOException {
    HostState known = states.get(group);
    if (known == null) {
      known = load(group, anywhere);
      states.put(group, known);
    }
    return known;
  }

  private HostState load(String group, boolean anywhere) throws IOException {
    HostContact before = null;
    HostTable table = tools.hosts();
    byte[] record = anywhere ? table.findAnywhere(group) : table.find(group);
    if (record != null) {
      try {
        before = HostContact.decode(record);
      } catch (IOException e) {
        LOG.warn("cannot read the data of host {}; treating it as new", group, e);
      }
    }
    HostState host =
        new HostState(
            policy.delay(),
            before,
            policy.contactedUntil(),
            now(),
            tools.wallClock().millis(),
            policy.maxWaitMs());
    if (before != null && table.isFound(group)) {
      host.resume();
    }
    return host;
  }

  /**
   * Drops the state of a group without URLs, since it can be loaded again. A group with consecutive
   * failures is kept: they are not in the table.
   */
  void retire(String group) {
    states.computeIfPresent(group, (name, host) -> host.isStrained() ? host : null);
  }

  /** Stops contacting a group in this round; does nothing if the outcome is null. */
  private void drop(String group, Outcome outcome) {
    if (outcome != null) {
      dropped.putIfAbsent(group, outcome);
    }
  }

  /** Stops contacting the host of a URL. */
  void refuse(String url, Outcome outcome) {
    refused.put(Hosts.host(url), outcome);
  }

  /**
   * The reason why nothing more is requested from a URL's group or host, or null if none is known.
   */
  Outcome excluded(String group, String url) {
    Outcome known = dropped.get(group);
    return known == null && !refused.isEmpty() ? refused.get(Hosts.host(url)) : known;
  }

  /** The reason why a group is not contacted again in this round: its wait is too long; or null. */
  Outcome outOfReach(String group, HostState host) {
    long now = now();
    drop(group, tooLong(host));
    if (isOver(host.notBefore() - now > 0 ? host.notBefore() : now)) {
      drop(group, Outcome.overTime());
    }
    return dropped.get(group);
  }

  /** Whether a time is past the task's time limit. */
  boolean isOver(long time) {
    return policy.timeLimitMs() >= 0 && time - deadline >= 0;
  }

  /** The time left until the time limit, milliseconds. */
  long leftMs(long time) {
    return (deadline - time) / 1_000_000;
  }

  /** When a group may be leased again after a request: at once if it gets no more requests. */
  long next(String group, HostState host) {
    drop(group, tooLong(host));
    return dropped.containsKey(group) ? now() : host.notBefore();
  }

  /** Drops a group whose requests have failed too often in a row. */
  void dropFailed(String group, HostState host) {
    if (hasFailed(host)) {
      drop(
          group,
          Outcome.deferred(
              "the host had " + Count.of(host.failures(), "consecutive failure"),
              FetchCounter.SKIPPED_HOST_FAILED));
    }
  }

  private boolean hasFailed(HostState host) {
    return policy.maxFailures() >= 0 && host.failures() >= Math.max(1, policy.maxFailures());
  }

  /** Notes that a request for a page got no answer. */
  void failed(String group, HostState host, String url, String why) throws IOException {
    dropFailed(group, host);
    if (!host.hasServed() || hasFailed(host)) {
      outages.failed(Hosts.origin(url), why);
    }
  }

  /** Notes the status of the answer to a request for a page. */
  void answered(String group, HostState host, String url, int status) throws IOException {
    dropFailed(group, host);
    if (hasFailed(host)) {
      outages.failed(Hosts.origin(url), "HTTP status " + status);
    } else if (host.failures() == 0 && status < 500) {
      serves(host, url);
    }
  }

  /** Notes that the robots.txt for a page is unreachable. */
  void unreachable(String url, String why) throws IOException {
    outages.failed(Hosts.origin(url), why);
  }

  /**
   * Notes that a page's origin serves something.
   *
   * @return whether the task learns that for the first time
   */
  boolean serves(HostState host, String url) throws IOException {
    String origin = Hosts.origin(url);
    boolean first = host.serves(origin);
    if (first) {
      outages.ended(origin);
    }
    return first;
  }

  private Outcome tooLong(HostState host) {
    long waitMs = (host.notBefore() - now()) / 1_000_000;
    if (waitMs <= policy.maxWaitMs()) {
      return null;
    }
    return Outcome.deferred(
        "the host must not be contacted for "
            + (waitMs + 999) / 1000
            + " s, longer than orbweaver.fetch.wait.max.ms",
        FetchCounter.SKIPPED_HOST_FAILED);
  }
}
