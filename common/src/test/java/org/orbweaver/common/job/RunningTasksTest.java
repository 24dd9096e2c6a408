package org.orbweaver.common.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RunningTasksTest {
  @Test
  void thePhaseIsNoTextOfTheTask() {
    assertEquals("3 of 9 URLs, 1.0/s", RunningTasks.ownText("3 of 9 URLs, 1.0/s > map"));
    assertEquals("", RunningTasks.ownText("map > map"));
    assertEquals("", RunningTasks.ownText("map"));
    assertEquals("", RunningTasks.ownText(""));
  }
}
