/**
 * The robots exclusion protocol, RFC 9309.
 *
 * <p>{@link org.orbweaver.crawler.robots.RobotsRules} is one robots.txt file as it applies to one
 * crawler: crawler-commons splits the file into groups and rules, the matching is done here. {@link
 * org.orbweaver.crawler.robots.RobotsCache} decides which robots.txt has to be asked for before a
 * page may be, follows redirects of robots.txt, and remembers answers, so that no robots.txt is
 * asked for twice in a fetch task.
 *
 * <p>Nothing here sends a request. The fetch phase does, since a request for robots.txt counts as a
 * contact with the host like any other.
 */
package org.orbweaver.crawler.robots;
