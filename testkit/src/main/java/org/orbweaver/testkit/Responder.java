package org.orbweaver.testkit;

/** Answers requests, depending on their content and number. */
@FunctionalInterface
public interface Responder {
  /**
   * The response to a request. Called on the server's own thread: it must not block.
   *
   * @param request as known once its head has been read; not finished, status 0
   * @param nth number of requests to this responder, this one included: 1 for the first
   */
  Response answer(Request request, int nth);

  /** The first response for the first request and so on; the last one repeats. */
  static Responder inTurn(Response... responses) {
    if (responses.length == 0) {
      throw new IllegalArgumentException("no response given");
    }
    return (request, nth) -> responses[Math.min(nth, responses.length) - 1];
  }
}
