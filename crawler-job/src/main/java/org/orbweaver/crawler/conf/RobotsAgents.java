package org.orbweaver.crawler.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;

/** The names by which the crawler obeys robots.txt, as configured. */
public final class RobotsAgents {
  /** The name if none is set. */
  public static final String DEFAULT = "orbweaver";

  /** One word, possibly with a version, then an optional comment. */
  private static final Pattern NAME = Pattern.compile("\\S+(\\s*\\(.*)?");

  private RobotsAgents() {}

  /**
   * The names to look for in robots.txt.
   *
   * @throws OrbException (usage) if a name has several words: no robots.txt could contain it
   */
  public static List<String> of(Configuration conf) {
    List<String> agents = new ArrayList<>();
    String name = CrawlerKeys.AGENT_NAME.get(conf).strip();
    agents.add(name.isEmpty() ? DEFAULT : name);
    for (String further : CrawlerKeys.ROBOTS_AGENTS.get(conf)) {
      if (!further.equals("*")) {
        agents.add(further);
      }
    }
    for (String agent : agents) {
      if (!NAME.matcher(agent).matches()) {
        throw OrbException.usage(
            "settings http.agent.name, http.robots.agents: expected single words, which robots.txt"
                + " files can match, got '"
                + agent
                + "'; use '"
                + agent.strip().replaceAll("[^A-Za-z0-9]+", "-")
                + "', and http.agent.description for more");
      }
    }
    return agents;
  }

  /** The word that names the crawler in robots.txt: its first name, without version and comment. */
  public static String productToken(Configuration conf) {
    return of(conf).get(0).split("[/(]", 2)[0].strip();
  }
}
