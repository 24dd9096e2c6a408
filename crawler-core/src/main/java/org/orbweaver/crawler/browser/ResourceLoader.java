package org.orbweaver.crawler.browser;

import java.util.concurrent.CompletableFuture;

/**
 * Answers the requests of pages that are rendered. Safe for use by many threads.
 *
 * <p>An answer may take long: it waits for its host's turn. The time that a page waits for answers
 * does not count as the time that it takes.
 */
@FunctionalInterface
public interface ResourceLoader {
  /** Answers a request; the future completes in any case, and never exceptionally. */
  CompletableFuture<ResourceAnswer> load(ResourceRequest request);
}
