package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardClientTest {
  private final CompletableFuture<String> first = new CompletableFuture<>();
  private final CompletableFuture<String> second = new CompletableFuture<>();

  /** A future runs the actions that depend on it in an order that it does not promise. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSlowServersAnswerCountsThoughTheOtherOneFailed(boolean failedBefore) {
    if (failedBefore) {
      second.completeExceptionally(new IOException("dead"));
    }
    CompletableFuture<String> either = ShardClient.either(first, second);
    second.completeExceptionally(new IOException("dead"));
    assertFalse(either.isDone());
    first.complete("answer");
    assertEquals("answer", either.join());
  }

  @Test
  void theQuestionFailsIfBothServersDo() {
    CompletableFuture<String> either = ShardClient.either(first, second);
    first.completeExceptionally(new IOException("dead"));
    assertFalse(either.isDone());
    second.completeExceptionally(new IOException("dead, too"));
    assertTrue(either.isCompletedExceptionally());
  }
}
