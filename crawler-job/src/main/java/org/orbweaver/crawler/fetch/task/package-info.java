/**
 * The loop of a fetch task, from a list of URLs to the record of each.
 *
 * <p>{@link org.orbweaver.crawler.fetch.task.FetchTask} decides how to treat a URL and determines
 * its outcome ({@link org.orbweaver.crawler.fetch.task.Outcome}); {@link
 * org.orbweaver.crawler.fetch.task.Dispatcher} hands out hosts of the {@link
 * org.orbweaver.crawler.frontier.Frontier} to its threads; {@link
 * org.orbweaver.crawler.fetch.politeness.HostGate} says when a host may be contacted; {@link
 * org.orbweaver.crawler.fetch.task.RobotsGate} applies robots.txt, {@link
 * org.orbweaver.crawler.fetch.task.Redirects} follows redirects within the host, and {@link
 * org.orbweaver.crawler.fetch.task.Requests} makes the requests and logs each.
 */
package org.orbweaver.crawler.fetch.task;
