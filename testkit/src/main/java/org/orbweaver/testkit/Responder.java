package org.orbweaver.testkit;

/** Answers requests by what they ask for and by how often it was asked for before. */
@FunctionalInterface
public interface Responder {
  /**
   * The answer to a request. Called on the server's own thread: it must not block.
   *
   * @param request what is known when its head has been read; not finished, status 0
   * @param nth how many requests this responder has had, this one included: 1 for the first
   */
  Answer answer(Request request, int nth);

  /** The first answer to the first request and so on; the last one stays. */
  static Responder inTurn(Answer... answers) {
    if (answers.length == 0) {
      throw new IllegalArgumentException("no answer given");
    }
    return (request, nth) -> answers[Math.min(nth, answers.length) - 1];
  }
}
