/**
 * The robots exclusion protocol, RFC 9309.
 *
 * <p>{@link org.orbweaver.crawler.robots.RobotsRules} is one robots.txt file as it applies to one
 * crawler. It is read in steps: {@link org.orbweaver.crawler.robots.RobotsLines} splits the file
 * into names and values, {@link org.orbweaver.crawler.robots.RobotsParser} picks the crawler's
 * group, {@link org.orbweaver.crawler.robots.RobotsPath} brings the paths of rules and URLs into
 * one form, and {@link org.orbweaver.crawler.robots.RuleSet} finds the rule that decides. {@code
 * RobotsCache}, of the fetch, decides which robots.txt must be requested before a page, follows
 * redirects of robots.txt, and caches answers, so that no robots.txt is requested twice in a fetch
 * task.
 *
 * <p>Nothing here sends a request. The fetch phase does, since a request for robots.txt counts as a
 * contact with the host like any other.
 */
package org.orbweaver.crawler.robots;
