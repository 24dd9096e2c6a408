package org.orbweaver.crawler.browser;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/** Answers of a web in memory, which notes what it was asked for. */
final class Web implements ResourceLoader {
  final Map<String, FetchedPage> answers = new ConcurrentHashMap<>();
  final ConcurrentLinkedQueue<ResourceRequest> requests = new ConcurrentLinkedQueue<>();

  Web with(String url, String type, String body) {
    return with(url, 200, body, "Content-Type", type);
  }

  Web with(String url, int status, String body, String... header) {
    List<Header> headers = List.of(new Header(header[0], header[1]));
    answers.put(
        url,
        new FetchedPage(status, headers, body.getBytes(StandardCharsets.UTF_8), Truncation.NONE));
    return this;
  }

  List<String> asked() {
    return requests.stream().map(ResourceRequest::url).toList();
  }

  @Override
  public CompletableFuture<ResourceAnswer> load(ResourceRequest request) {
    requests.add(request);
    FetchedPage answer = answers.get(request.url());
    return CompletableFuture.completedFuture(
        answer == null
            ? new ResourceAnswer.Refused("not of this web")
            : new ResourceAnswer.Loaded(answer));
  }

  static PageSource page(String url, String html) {
    return new PageSource(
        url,
        200,
        List.of(new Header("Content-Type", "text/html; charset=utf-8")),
        html.getBytes(StandardCharsets.UTF_8));
  }
}
