package org.orbweaver.crawler.conf;

import java.util.List;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.crawler.url.TrapRules;

/**
 * The configuration keys of the rules against spider traps, and of the budgets of hosts and
 * domains.
 */
public final class TrapKeys implements KeySource {
  @Heading("Traps and budgets")
  public static final Key<Boolean> RULES =
      Key.ofBoolean(
          TrapRules.NAME,
          true,
          "Whether to refuse URLs whose form is that of a spider trap: too long or deep, repeated"
              + " directories, growing queries, calendars of the far future.");

  public static final Key<Integer> MAX_LENGTH =
      Key.ofInt("orbweaver.trap.length.max", 2000, "Maximum characters of a URL.").from(1);

  public static final Key<Integer> YIELD_PAGES =
      Key.ofInt(
              "orbweaver.trap.yield.pages",
              32,
              "Pages in a row of one URL template that must bring nothing new before generate lists"
                  + " only orbweaver.trap.probes of it; 0: none are counted, and all listed.")
          // HostPages has a bit for each of the last pages in a long.
          .between(0, Long.SIZE);

  public static final Key<Integer> PROBES =
      Key.ofInt(
              "orbweaver.trap.probes",
              2,
              "URLs per fetch list of a URL template whose last pages brought nothing new.")
          .from(0);

  public static final Key<Boolean> MAZES =
      Key.ofBoolean(
          Mazes.DETECT,
          true,
          "Whether mazes of generated text are looked for, no longer fetched, and left out of graph,"
              + " index and near-duplicates.");

  public static final Key<List<String>> NO_MAZES =
      Key.ofStrings(Mazes.EXEMPT, List.of(), "Hosts that are no maze, whatever they look like.");

  public static final Key<Integer> BUDGET =
      Key.ofInt(
              "orbweaver.budget.pages",
              20_000,
              "Maximum URLs of a host without a seed per fetch list, where few domains link to its"
                  + " own; -1: no limit.")
          .from(-1);

  public static final Key<Integer> BUDGET_PER_DOMAIN =
      Key.ofInt(
              "orbweaver.budget.pages.per.domain",
              2_000,
              "URLs per fetch list that a host without a seed may have for each other registered"
                  + " domain that links to its own, if that exceeds orbweaver.budget.pages.")
          .from(0);

  public static final Key<Integer> BUDGET_HOSTS =
      Key.ofInt(
              "orbweaver.budget.domain.hosts",
              5,
              "Budgets of one host that all hosts without a seed of a registered domain have"
                  + " together.")
          .from(1);

  /** For the service loader. */
  public TrapKeys() {}
}
