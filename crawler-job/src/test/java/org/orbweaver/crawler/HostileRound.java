package org.orbweaver.crawler;

import java.util.List;
import org.orbweaver.common.cli.OrbMain;

/**
 * One round, from seeds to an updated crawldb, in a process of its own: with the heap that a person
 * gives.
 */
final class HostileRound {
  private HostileRound() {}

  /**
   * Runs the round, and ends the process with the status of the first phase that fails.
   *
   * @param args the crawl directory, the seeds file, settings as -D arguments
   */
  public static void main(String[] args) {
    List<String> settings = List.of(args).subList(2, args.length);
    for (String phase : List.of("inject", "generate", "fetch", "parse", "update")) {
      List<String> words = new java.util.ArrayList<>(List.of(phase));
      words.addAll(settings);
      if (phase.equals("inject")) {
        words.add(args[1]);
      }
      words.add(args[0]);
      int status =
          OrbMain.run(
              "crawler-job.jar",
              words.toArray(new String[0]),
              CrawlerCommands.all(),
              CrawlerCommands.readers());
      if (status != 0) {
        System.exit(status);
      }
    }
    System.exit(0);
  }
}
