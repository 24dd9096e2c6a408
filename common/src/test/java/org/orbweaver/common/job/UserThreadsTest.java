package org.orbweaver.common.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.PrivilegedAction;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

class UserThreadsTest {
  @Test
  void theyActAsTheUserWhoMadeTheFactoryWhoeverStartsThem() throws Exception {
    UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
    ThreadFactory factory =
        alice.doAs((PrivilegedAction<ThreadFactory>) () -> UserThreads.named("work"));
    ExecutorService threads = Executors.newFixedThreadPool(1, factory);
    try {
      String user =
          threads.submit(() -> UserGroupInformation.getCurrentUser().getShortUserName()).get();
      assertEquals("alice", user);
      assertTrue(threads.submit(() -> Thread.currentThread().isDaemon()).get());
      assertEquals("work", threads.submit(() -> Thread.currentThread().getName()).get());
    } finally {
      threads.shutdownNow();
    }
  }
}
