package org.orbweaver.crawler.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.crawler.fetch.LeastTime;
import org.orbweaver.crawler.fetch.LeastTime.Fate;
import org.orbweaver.crawler.generate.GenerateCounter;
import org.orbweaver.crawler.generate.ListPreview;
import org.orbweaver.crawler.generate.ListPreview.LeftOutUrls;
import org.orbweaver.crawler.plan.HostsOfListJob.HostPlan;

/**
 * Prints a plan as text or as JSON.
 *
 * @param delayMs of hosts whose site has none of its own
 */
record PlanView(RecordPrinter out, long delayMs) {
  private static final Pattern UNDERSCORE = Pattern.compile("_(.)");

  /** Prints one host, on a line of its own. */
  void host(Plan.PlannedHost host) {
    out.row(fields(host), () -> out.console().line(line(host)));
  }

  /** Prints the whole plan. */
  void print(ListPreview list, Plan plan, Optional<PendingRound> pending, int shown) {
    out.row(fields(list, plan, pending, shown), () -> text(list, plan, pending, shown));
  }

  private void text(ListPreview list, Plan plan, Optional<PendingRound> pending, int shown) {
    Console console = out.console();
    console.linef(
        "next round: %s of %,d due, from %s, in %s",
        Count.of(list.counts().listed(), "URL"),
        list.counts().due(),
        Count.of(plan.hosts, "host"),
        Count.of(list.parts(), "fetch task"));
    if (list.counts().listed() > 0) {
      console.line(time(plan));
      List<Plan.PlannedHost> top = plan.top();
      if (shown > 0) {
        console.line("");
        console.linef("%-40s %8s %10s %9s  %s", "host", "URLs", "at least", "every", "notes");
        top.subList(0, Math.min(shown, top.size())).forEach(this::host);
        if (plan.hosts > shown) {
          console.linef("and %,d more (--hosts N, --all)", plan.hosts - shown);
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

  private String time(Plan plan) {
    String least = "at least " + duration(plan.leastMs());
    return switch (plan.limit()) {
      case NOTHING -> "no politeness delay applies: only response times count";
      case HOST -> {
        Plan.PlannedHost host = plan.top().get(0);
        LeastTime.Bound bound = host.plan().bound();
        String after = host.plan().robotsFiles() > 0 ? " after robots.txt" : "";
        String source = bound.crawlDelay() ? "its Crawl-delay" : ownDelay(bound);
        String wait = ", the first in " + duration(bound.waitMs()) + " (its last contact)";
        String urls = Console.safe(host.name()) + ": " + Count.of(bound.requests(), "URL") + after;
        String apart = ", " + duration(bound.delayMs()) + " apart (" + source + ")";
        yield least + ", set by " + urls + apart + (bound.waitMs() > 0 ? wait : "");
      }
      case TASKS -> {
        String tasks = plan.tasksAtATime + " run at once (mapreduce.local.map.tasks.maximum)";
        yield least + ", set by the number of tasks: " + tasks;
      }
    };
  }

  private String ownDelay(LeastTime.Bound bound) {
    return bound.delayMs() == delayMs ? "fetcher.server.delay" : "orbweaver.sites";
  }

  private String line(Plan.PlannedHost host) {
    HostPlan plan = host.plan();
    LeastTime.Bound bound = plan.bound();
    List<String> notes = new ArrayList<>();
    note(notes, plan.count(Fate.DENIED), "denied by robots.txt");
    note(notes, plan.count(Fate.UNREACHABLE), "deferred, robots.txt unreachable");
    note(notes, plan.count(Fate.REFUSED), "refused by the settings");
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
    note(notes, plan.count(Fate.DENIED), "denied by robots.txt, as last fetched");
    long unreachable = plan.count(Fate.UNREACHABLE);
    note(notes, unreachable, "deferred: robots.txt was unreachable a short time ago");
    String settings = "address or port not allowed, or no such host in the hosts file";
    note(notes, plan.count(Fate.REFUSED), "refused by the settings: " + settings);
    String why =
        plan.until > 0
            ? "their hosts must wait, the first until " + instant(plan.until)
            : "too many for the time limit or orbweaver.fetch.wait.max.ms";
    note(notes, plan.deferred, "deferred: " + why);
    if (!notes.isEmpty()) {
      out.console().line("\non the list, but not requested:");
      notes.forEach(note -> out.console().line("  " + note));
    }
  }

  private void leftOut(ListPreview list) {
    Console console = out.console();
    if (list.leftOut().byReason().isEmpty()) {
      return;
    }
    console.line("\nleft out:");
    for (LeftOutUrls left : list.leftOut().byReason()) {
      console.line(
          String.format(Locale.ROOT, "  %,d %s", left.urls(), reason(left, list))
              + (left.dueMs() > 0 ? "; the first at " + instant(left.dueMs()) : "")
              + (left.example() != null ? ": " + Console.safe(left.example()) : "")
              + (left.remedy().isEmpty() ? "" : ": " + Console.safe(left.remedy())));
      if (left.reason() == GenerateCounter.OVER_BUDGET) {
        for (Map.Entry<String, Long> host : list.leftOut().overBudget()) {
          console.linef("    %,d of %s", host.getValue(), Console.safe(host.getKey()));
        }
      }
    }
  }

  private static String reason(LeftOutUrls left, ListPreview list) {
    return left.reason() == GenerateCounter.BEYOND_TOP_N
        ? "due, but not among the top " + String.format(Locale.ROOT, "%,d", list.topN())
        : left.reason().reason();
  }

  private Fields fields(ListPreview list, Plan plan, Optional<PendingRound> pending, int shown) {
    List<Plan.PlannedHost> top = plan.top();
    return new Fields()
        .with("time", instant(list.now()))
        .with("urls", list.counts().listed())
        .with("due", list.counts().due())
        .with("known", list.counts().known())
        .with("hosts", plan.hosts)
        .with("fetchTasks", list.parts())
        .with("requests", plan.requests)
        .with("robotsRequests", plan.robotsFiles())
        .with("leastSeconds", plan.leastMs() / 1e3)
        .with("decidedBy", camelCase(plan.limit()))
        .with("slowestHost", plan.limit() == Plan.Limit.NOTHING ? null : top.get(0).name())
        .with("deniedByRobots", plan.count(Fate.DENIED))
        .with("robotsUnavailable", plan.count(Fate.UNREACHABLE))
        .with("refused", plan.count(Fate.REFUSED))
        .with("deferred", plan.deferred)
        .with("leftOut", list.leftOut().byReason().stream().map(PlanView::fields).toList())
        .with(
            "overBudgetHosts",
            list.leftOut().overBudget().stream()
                .map(host -> new Fields().with("host", host.getKey()).with("urls", host.getValue()))
                .toList())
        .with(
            "slowestHosts",
            top.subList(0, Math.min(shown, top.size())).stream().map(this::fields).toList())
        .with("pendingSegment", pending.map(PendingRound::segment).orElse(null));
  }

  private static Fields fields(LeftOutUrls left) {
    return new Fields()
        .with("reason", camelCase(left.reason()))
        .with("urls", left.urls())
        .with("example", left.example())
        .with("remedy", left.remedy().isEmpty() ? null : left.remedy())
        .with("due", left.dueMs() > 0 ? instant(left.dueMs()) : null);
  }

  private Fields fields(Plan.PlannedHost host) {
    HostPlan plan = host.plan();
    LeastTime.Bound bound = plan.bound();
    return new Fields()
        .with("host", host.name())
        .with("urls", plan.urls())
        .with("requests", bound.requests())
        .with("robotsRequests", bound.requests() > 0 ? plan.robotsFiles() : 0)
        .with("leastSeconds", bound.leastMs() / 1e3)
        .with("waitSeconds", bound.waitMs() / 1e3)
        .with("delaySeconds", bound.delayMs() / 1e3)
        .with("delayFrom", bound.crawlDelay() ? "crawlDelay" : ownDelay(bound))
        .with("deniedByRobots", plan.count(Fate.DENIED))
        .with("robotsUnavailable", plan.count(Fate.UNREACHABLE))
        .with("refused", plan.count(Fate.REFUSED))
        .with("deferred", bound.deferred())
        .with("leaveAloneUntil", bound.until() > 0 ? instant(bound.until()) : null)
        .with("part", plan.part());
  }

  /** Turns NOT_DUE into notDue. */
  private static String camelCase(Enum<?> constant) {
    String words = constant.name().toLowerCase(Locale.ROOT);
    return UNDERSCORE.matcher(words).replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
  }

  private static String instant(long ms) {
    return Instant.ofEpochMilli(ms).toString();
  }

  /** Milliseconds for people, rounded down: "0.8 s", "45 s", "3 min 20 s", "2 h 5 min". */
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
