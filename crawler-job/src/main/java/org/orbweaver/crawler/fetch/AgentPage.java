package org.orbweaver.crawler.fetch;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.FetchKeys;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.http.HttpFetcher;

/** The crawler's page for site owners ({@code http.agent.url}). */
public final class AgentPage {
  private static final int MAX_BYTES = 1 << 16;

  private AgentPage() {}

  /**
   * Requests it as a crawl would request a page: by the same guard, with the same agent name.
   *
   * @return the HTTP status
   * @throws IOException where no answer came in time
   */
  public static int status(Configuration conf, int timeoutMs) throws IOException {
    Configuration own = new Configuration(conf);
    FetchKeys.HTTP_TIMEOUT.set(own, timeoutMs);
    FetchKeys.FETCH_DEADLINE.set(own, (long) timeoutMs);
    FetchNames.embed(own);
    try (Fetcher fetcher =
        new HttpFetcher(FetchSettings.http(own), FetchNames.of(own), FetchSettings.guard(own))) {
      String url = CrawlerKeys.AGENT_URL.get(own).strip();
      return fetcher.fetch(FetchRequest.get(url).limitedTo(MAX_BYTES)).status();
    }
  }
}
