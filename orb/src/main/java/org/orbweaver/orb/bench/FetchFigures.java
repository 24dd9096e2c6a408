package org.orbweaver.orb.bench;

import java.util.Map;
import org.orbweaver.common.cli.OrbException;

/** What is told of a run of the fetcher. */
final class FetchFigures {
  /** Timers of two processes differ: a gap may seem so much too short, in seconds. */
  private static final double SLACK = 0.01;

  private FetchFigures() {}

  /**
   * The figures, with the aims of the scenario.
   *
   * @param settings of the fetcher
   * @param process the fetcher, at its end
   * @param served what it asked for
   * @param web CPU time of the web
   * @param bare CPU milliseconds a page of the HTTP client alone
   * @throws OrbException (failed) when the run was wrong: its speed would mean nothing
   */
  static Figures of(
      Scenario scenario,
      Map<String, String> settings,
      MeasuredProcess process,
      ServedRequests served,
      CpuCurve web,
      double bare) {
    double delay = Double.parseDouble(settings.get("fetcher.server.delay"));
    check(scenario, served, delay);
    double pages = served.pages();
    double stored = (process.ended() - served.first()) / 1e6;
    CpuCurve cpu = process.curve();
    double fetching = cpu.between(served.first(), served.last()) * 1e3 / pages;
    double untilEnd = cpu.between(served.first(), process.ended()) * 1e3 / pages;
    double whole = process.cpu().total() * 1e3 / pages;
    double ofWeb = web.between(served.first(), served.last()) * 1e3 / pages;
    double resident = process.peakResident() / 1e6;
    boolean a = scenario.name().equals("a");
    boolean b = scenario.name().equals("b");

    Figures figures = new Figures();
    figures.add("pages", "pages", "%,.0f", pages);
    figures.add("seconds", "seconds, first request to last response", "%.1f", served.seconds());
    figures.add("storedSeconds", "seconds, first request to end of process", "%.1f", stored);
    String rate = "pages/s, fetched and stored";
    if (a) {
      figures.atLeast("pagesPerSecond", rate, "%,.0f", pages / stored, 2_000);
    } else {
      figures.add("pagesPerSecond", rate, "%,.0f", pages / stored);
    }
    figures.add("cpuFetching", "CPU ms per page, first request to last response", "%.3f", fetching);
    String toEnd = "CPU ms per page, first request to end";
    if (a) {
      figures.atMost("cpuMillisPerPage", toEnd, "%.3f", untilEnd, 0.6);
    } else {
      figures.add("cpuMillisPerPage", toEnd, "%.3f", untilEnd);
    }
    figures.add("cpuProcess", "CPU ms per page, the whole process", "%.3f", whole);
    threads(figures, process, pages);
    figures.add("cpuBare", "CPU ms per page, the HTTP client alone", "%.3f", bare);
    String times = "CPU, relative to the HTTP client alone";
    if (a) {
      figures.atMost("timesBare", times, "%.2f", untilEnd / bare, 4);
    } else {
      figures.add("timesBare", times, "%.2f", untilEnd / bare);
    }
    figures.add("cpuWeb", "CPU ms per page, the fake web", "%.3f", ofWeb);
    if (b) {
      figures.atMost("peakResidentMb", "MB resident, maximum", "%,.0f", resident, 1_000);
    } else {
      figures.add("peakResidentMb", "MB resident, maximum", "%,.0f", resident);
    }
    if (delay > 0) {
      waiting(figures, scenario, served, delay, stored);
    }
    return figures;
  }

  private static void threads(Figures figures, MeasuredProcess process, double pages) {
    ProcFs.Cpu cpu = process.cpu();
    double compiler =
        process.threadSeconds(
            name -> name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler"));
    double collector =
        process.threadSeconds(name -> name.startsWith("GC Thread") || name.startsWith("G1 "));
    figures.add("cpuSystem", "  of which in the kernel", "%.3f", cpu.system() * 1e3 / pages);
    figures.add("cpuChildren", "  of which child processes", "%.3f", cpu.children() * 1e3 / pages);
    figures.add("cpuCompiler", "  of which the compiler", "%.3f", compiler * 1e3 / pages);
    figures.add(
        "cpuCollector", "  of which the garbage collector", "%.3f", collector * 1e3 / pages);
  }

  private static void waiting(
      Figures figures, Scenario scenario, ServedRequests served, double delay, double stored) {
    double ideal = served.idealSeconds(delay);
    double allowed = served.idealRate(delay);
    figures.add(
        "smallestGap",
        "shortest delay between requests to a host, seconds",
        "%.3f",
        served.smallestGap());
    figures.add("idealSeconds", "seconds that the delays allow", "%.1f", ideal);
    figures.add("allowedRate", "requests/s that the delays allow", "%,.1f", allowed);
    figures.add("rate", "requests/s made", "%,.1f", served.rate());
    String share = "share of the allowed rate";
    if (scenario.name().equals("b")) {
      figures.atLeast("shareOfRate", share, "%.3f", served.rate() / allowed, 0.95);
    } else {
      figures.add("shareOfRate", share, "%.3f", served.rate() / allowed);
    }
    figures.add(
        "steadyShare",
        "the same from each host's first request",
        "%.3f",
        served.steadyRate() / allowed);
    figures.add(
        "timesIdeal", "relative to the ideal, to last response", "%.3f", served.seconds() / ideal);
    String toEnd = "relative to the ideal, to end of process";
    if (scenario.slowHostMs() > 0) {
      figures.atMost("timesIdealStored", toEnd, "%.3f", stored / ideal, 1.1);
    } else {
      figures.add("timesIdealStored", toEnd, "%.3f", stored / ideal);
    }
  }

  private static void check(Scenario scenario, ServedRequests served, double delay) {
    if (served.pages() != scenario.pages()) {
      throw OrbException.failed(
          "only " + served.pages() + " of " + scenario.pages() + " pages were fetched");
    }
    if (served.repeated() > 0) {
      throw OrbException.failed(served.repeated() + " requests were made twice");
    }
    if (served.smallestGap() < Math.max(0, delay - SLACK)) {
      throw OrbException.failed(
          "a host was requested again after "
              + served.smallestGap()
              + " s; the delay is "
              + delay
              + " s");
    }
  }
}
