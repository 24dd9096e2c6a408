/**
 * The fake web and builders of test data; never shipped.
 *
 * <p>{@link org.orbweaver.testkit.FakeWeb} is an in-process HTTP/1.1 server on loopback that
 * answers for any number of host names, distinguished by the Host header. A response comes, in this
 * order, from
 *
 * <ol>
 *   <li>responses that a test gave for one host and path ({@code page}, {@code on}, {@code
 *       redirect}, {@code robots}) or for everything under a folder ({@code under});
 *   <li>a {@link org.orbweaver.testkit.FakeWebSpec generated site}: hosts, pages and links that are
 *       pure functions of a seed, so that two runs and two machines see the same web;
 *   <li>404.
 * </ol>
 *
 * <p>An {@link org.orbweaver.testkit.Response} defines the bytes on the wire, faults included:
 * delays, slow bytes, cut connections, lies about length and encoding, bodies that never end. Each
 * request is kept in a {@link org.orbweaver.testkit.RequestLog} with its times. The log is the
 * oracle of tests of politeness: they trust the server's view, not the crawler's own account.
 *
 * <pre>{@code
 * try (FakeWeb web = FakeWeb.start()) {
 *   web.page("a.test", "/", "<a href=/slow>slow</a>");
 *   web.on("a.test", "/slow", Response.html("at last").delay(Duration.ofMillis(300)));
 *   web.robots("a.test", Response.text("User-agent: *\nDisallow: /private/\n"));
 *   crawl(web.url("a.test", "/"), web.hostsFile(tmp.resolve("hosts")));
 *   web.log().assertPolite(Duration.ofMillis(100));
 * }
 * }</pre>
 *
 * <p>A {@link org.orbweaver.testkit.LinkedListWeb} proves that a crawl loses nothing: only a page's
 * predecessor, on another host, names it. Chance in it is decided by a {@link
 * org.orbweaver.testkit.TestSeed seed}.
 *
 * <p>{@link org.orbweaver.testkit.maze} has mazes of generated text, as tarpits serve them.
 *
 * <p>As a separate process, for benchmarks: {@link org.orbweaver.testkit.FakeWebMain}.
 */
package org.orbweaver.testkit;
