package org.orbweaver.crawler.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.Json;
import org.orbweaver.crawler.fetch.LeastTime;
import org.orbweaver.crawler.generate.GenerateCounter;
import org.orbweaver.crawler.generate.ListPreview;
import org.orbweaver.crawler.generate.ListPreview.LeftOutUrls;

/** A plan as text and as JSON. */
final class PlanView {
  private final Console console;
  private final boolean json;

  PlanView(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  /** One host, on a line of its own. */
  void host(Plan.Host host) {
    console.line(json ? Json.line(fields(host)) : line(host));
  }

  /** The whole plan. */
  void print(ListPreview list, Plan plan, Optional<PendingRound> pending, int shown) {
    if (json) {
      console.line(Json.line(fields(list, plan, pending, shown)));
      return;
    }
    console.linef(
        "next round: %s of %,d due, from %s, in %s",
        count(list.urls(), "URL"),
        list.due(),
        count(plan.hosts(), "host"),
        count(list.parts(), "fetch task"));
    if (list.urls() > 0) {
      console.line(time(plan));
      List<Plan.Host> top = plan.top();
      if (shown > 0) {
        console.line("");
        console.linef("%-40s %8s %10s %9s  %s", "host", "URLs", "at least", "every", "notes");
        top.subList(0, Math.min(shown, top.size())).forEach(this::host);
        if (plan.hosts() > shown) {
          console.linef("and %,d more (--hosts N, --all)", plan.hosts() - shown);
        }
      }
      onTheList(plan);
    }
    leftOut(list);
    pending.ifPresent(
        round ->
            console.linef(
                "%nsegment %s is %s; finish that round first, as it changes this plan",
                round.segment(),
                round.fetched() ? "fetched but not in the crawldb" : "generated but not fetched"));
  }

  private static String time(Plan plan) {
    String least = "at least " + duration(plan.leastMs());
    return switch (plan.limit()) {
      case NOTHING -> "no politeness delay applies: only response times count";
      case HOST -> {
        Plan.Host host = plan.top().get(0);
        LeastTime.Bound bound = host.plan().bound();
        yield least
            + ", set by "
            + Console.safe(host.name())
            + ": "
            + count(bound.requests(), "URL")
            + (host.plan().robotsFiles() > 0 ? " after robots.txt" : "")
            + ", "
            + duration(bound.delayMs())
            + " apart ("
            + (bound.crawlDelay() ? "its Crawl-delay" : "fetcher.server.delay")
            + ")"
            + (bound.waitMs() > 0
                ? ", the first in " + duration(bound.waitMs()) + " (its last contact)"
                : "");
      }
      case TASKS ->
          least
              + ", set by the number of tasks: "
              + plan.tasksAtATime()
              + " run at once (mapreduce.local.map.tasks.maximum)";
    };
  }

  private String line(Plan.Host host) {
    HostPlan plan = host.plan();
    LeastTime.Bound bound = plan.bound();
    List<String> notes = new ArrayList<>();
    note(notes, plan.denied(), "denied by robots.txt");
    note(notes, plan.unreachable(), "deferred, robots.txt unreachable");
    note(notes, plan.refused(), "refused by the settings");
    if (bound.until() > 0) {
      notes.add(bound.deferred() + " deferred until " + instant(bound.until()));
    } else {
      note(notes, bound.deferred(), "deferred: too many for the time limit");
    }
    return String.format(
            Locale.ROOT,
            "%-40s %,8d %10s %9s  %s",
            Console.safe(host.name()),
            plan.urls(),
            duration(bound.leastMs()),
            duration(bound.delayMs()),
            String.join("; ", notes))
        .stripTrailing();
  }

  private static void note(List<String> notes, long urls, String what) {
    if (urls > 0) {
      notes.add(String.format(Locale.ROOT, "%,d %s", urls, what));
    }
  }

  private void onTheList(Plan plan) {
    List<String> notes = new ArrayList<>();
    note(notes, plan.denied(), "denied by robots.txt, as last fetched");
    note(notes, plan.unreachable(), "deferred: robots.txt was unreachable a short time ago");
    note(
        notes,
        plan.refused(),
        "refused by the settings: address or port not allowed, or no such host in the hosts file");
    note(
        notes,
        plan.deferred(),
        "deferred: "
            + (plan.until() > 0
                ? "their hosts must wait, the first until " + instant(plan.until())
                : "too many for the time limit or orbweaver.fetch.wait.max.ms"));
    if (!notes.isEmpty()) {
      console.line("\non the list, but not requested:");
      notes.forEach(note -> console.line("  " + note));
    }
  }

  private void leftOut(ListPreview list) {
    if (list.leftOut().isEmpty()) {
      return;
    }
    console.line("\nleft out:");
    for (LeftOutUrls left : list.leftOut()) {
      StringBuilder line = new StringBuilder();
      line.append(String.format(Locale.ROOT, "  %,d %s", left.urls(), reason(left, list)));
      if (left.dueMs() > 0) {
        line.append("; the first at ").append(instant(left.dueMs()));
      }
      if (left.example() != null) {
        line.append(": ").append(Console.safe(left.example()));
      }
      if (!left.remedy().isEmpty()) {
        line.append(": ").append(Console.safe(left.remedy()));
      }
      console.line(line.toString());
      if (left.reason() == GenerateCounter.OVER_BUDGET) {
        for (Map.Entry<String, Long> host : list.overBudget()) {
          console.linef("    %,d of %s", host.getValue(), Console.safe(host.getKey()));
        }
      }
    }
  }

  private static String reason(LeftOutUrls left, ListPreview list) {
    return switch (left.reason()) {
      case NOT_DUE -> "not due yet";
      case WAITING -> "in another fetch list";
      case REFUSED -> "refused by settings that have not changed since";
      case LOW_SCORE -> "below generate.min.score";
      case HOST_OUTAGE -> "of hosts that serve nothing and are not tried yet";
      case HOST_PROBED -> "of hosts that serve nothing and are tried with one URL";
      case FILTERED -> "refused by the URL filters";
      case OVER_BUDGET -> "over generate.max.count for their host or domain";
      case BEYOND_TOP_N ->
          "due, but not among the top " + String.format(Locale.ROOT, "%,d", list.topN());
      case DUE, TAKEN -> throw new IllegalStateException(left + " is not left out");
    };
  }

  private static Map<String, Object> fields(
      ListPreview list, Plan plan, Optional<PendingRound> pending, int shown) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("time", instant(list.now()));
    fields.put("urls", list.urls());
    fields.put("due", list.due());
    fields.put("known", list.known());
    fields.put("hosts", plan.hosts());
    fields.put("fetchTasks", list.parts());
    fields.put("requests", plan.requests());
    fields.put("robotsRequests", plan.robotsFiles());
    fields.put("leastSeconds", plan.leastMs() / 1e3);
    fields.put("decidedBy", camelCase(plan.limit()));
    fields.put("slowestHost", plan.limit() == Plan.Limit.NOTHING ? null : plan.top().get(0).name());
    fields.put("deniedByRobots", plan.denied());
    fields.put("robotsUnavailable", plan.unreachable());
    fields.put("refused", plan.refused());
    fields.put("deferred", plan.deferred());
    List<Object> left = new ArrayList<>();
    for (LeftOutUrls reason : list.leftOut()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("reason", camelCase(reason.reason()));
      one.put("urls", reason.urls());
      one.put("example", reason.example());
      one.put("remedy", reason.remedy().isEmpty() ? null : reason.remedy());
      one.put("due", reason.dueMs() > 0 ? instant(reason.dueMs()) : null);
      left.add(one);
    }
    fields.put("leftOut", left);
    List<Object> over = new ArrayList<>();
    for (Map.Entry<String, Long> host : list.overBudget()) {
      over.add(Map.of("host", host.getKey(), "urls", host.getValue()));
    }
    fields.put("overBudgetHosts", over);
    List<Plan.Host> top = plan.top();
    fields.put(
        "slowestHosts",
        top.subList(0, Math.min(shown, top.size())).stream().map(PlanView::fields).toList());
    fields.put("pendingSegment", pending.map(PendingRound::segment).orElse(null));
    return fields;
  }

  private static Map<String, Object> fields(Plan.Host host) {
    HostPlan plan = host.plan();
    LeastTime.Bound bound = plan.bound();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("host", host.name());
    fields.put("urls", plan.urls());
    fields.put("requests", bound.requests());
    fields.put("robotsRequests", bound.requests() > 0 ? plan.robotsFiles() : 0);
    fields.put("leastSeconds", bound.leastMs() / 1e3);
    fields.put("waitSeconds", bound.waitMs() / 1e3);
    fields.put("delaySeconds", bound.delayMs() / 1e3);
    fields.put("delayFrom", bound.crawlDelay() ? "crawlDelay" : "fetcher.server.delay");
    fields.put("deniedByRobots", plan.denied());
    fields.put("robotsUnavailable", plan.unreachable());
    fields.put("refused", plan.refused());
    fields.put("deferred", bound.deferred());
    fields.put("leaveAloneUntil", bound.until() > 0 ? instant(bound.until()) : null);
    fields.put("part", plan.part());
    return fields;
  }

  /** NOT_DUE as notDue. */
  private static String camelCase(Enum<?> constant) {
    StringBuilder name = new StringBuilder();
    for (String word : constant.name().split("_", -1)) {
      String lower = word.toLowerCase(Locale.ROOT);
      name.append(
          name.length() == 0
              ? lower
              : lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1));
    }
    return name.toString();
  }

  private static String count(long n, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", n, what, n == 1 ? "" : "s");
  }

  private static String instant(long ms) {
    return Instant.ofEpochMilli(ms).toString();
  }

  /**
   * Milliseconds for people, never more than they are: "0.8 s", "45 s", "3 min 20 s", "2 h 5 min".
   */
  static String duration(long ms) {
    long seconds = ms / 1000;
    if (ms % 1000 != 0 && seconds < 10) {
      return String.format(Locale.ROOT, "%d.%d s", seconds, ms % 1000 / 100);
    }
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
    }
    long minutes = seconds / 60;
    return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
  }
}
