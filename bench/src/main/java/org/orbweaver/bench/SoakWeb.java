package org.orbweaver.bench;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Response;

/**
 * A web that changes each hour but does not grow: of the same pages, some get other text and links,
 * and some are gone or fail for a while. Each page is a function of its number and of the time, so
 * the web keeps nothing.
 */
final class SoakWeb implements Closeable {
  private static final int HOSTS = 20;
  private static final int WORDS = 200;
  private static final int VOCABULARY = 5_000;
  private static final int LINKS = 5;

  /** Of this many pages, one is gone or failing at any time. */
  private static final int SELDOM = 50;

  /** Hours for which a page is gone or fails. */
  private static final int OUTAGE = 30;

  private final FakeWeb web =
      FakeWeb.start(FakeWebSpec.builder().recorded(0).headersRecorded(false).build());
  private final int pages;
  private volatile int hour;

  /** A web at its first hour. */
  SoakWeb(int pages) {
    this.pages = pages;
    for (int h = 0; h < HOSTS; h++) {
      web.robots(host(h), Response.status(404));
      web.under(host(h), "/", (request, count) -> answer(request.path()));
    }
  }

  /** Sets the hour. */
  void advance(int toHour) {
    hour = toHour;
  }

  FakeWeb server() {
    return web;
  }

  String url(int page) {
    return web.url(host(page), "/" + page);
  }

  private static String host(int page) {
    return "s" + page % HOSTS + ".test";
  }

  /** A word of the pages; low numbers are frequent. */
  static String word(int number) {
    return Integer.toString(46_656 + Math.floorMod(number * 2_654_435_761L, 1_632_960), 36);
  }

  /** A query of one to three words. */
  static String query(Random random) {
    StringBuilder query = new StringBuilder(word(skewed(random, VOCABULARY)));
    for (int i = random.nextInt(3); i > 0; i--) {
      query.append(' ').append(word(skewed(random, VOCABULARY)));
    }
    return query.toString();
  }

  private static int skewed(Random random, int n) {
    double u = random.nextDouble();
    return (int) (u * u * n);
  }

  private Response answer(String path) {
    if (!path.matches("/\\d{1,7}") || Integer.parseInt(path.substring(1)) >= pages) {
      return Response.status(404);
    }
    int page = Integer.parseInt(path.substring(1));
    int fate = new Random(page * 31L + hour / OUTAGE).nextInt(SELDOM);
    if (page > 0 && fate < 2) {
      return Response.status(fate == 0 ? 404 : 503);
    }
    // From one to a hundred hours between two changes.
    int version = hour / (1 + page % 100);
    Random random = new Random(page * 1_000_003L + version);
    StringBuilder html =
        new StringBuilder("<title>Page " + page + " version " + version + "</title><p>");
    for (int i = 0; i < WORDS; i++) {
      html.append(word(skewed(random, VOCABULARY))).append(' ');
    }
    for (int link : links(page, random)) {
      html.append("<a href=\"" + url(link) + "\">to " + link + "</a> ");
    }
    Response response = Response.html(html.toString());
    return page % 2 == 0 ? response.etag("\"" + version + "\"") : response;
  }

  /** A binary tree, so that all pages can be reached, and others that change. */
  private List<Integer> links(int page, Random random) {
    List<Integer> links = new ArrayList<>();
    for (int child = 2 * page + 1; child <= 2 * page + 2 && child < pages; child++) {
      links.add(child);
    }
    while (links.size() < LINKS) {
      links.add(random.nextInt(pages));
    }
    return links;
  }

  @Override
  public void close() {
    web.close();
  }
}
