package org.orbweaver.common.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Daemon threads that act as the user who created their factory. A task on YARN runs as the user
 * who submitted it; since Java 22 its threads no longer inherit that user (HADOOP-19906).
 */
public final class UserThreads {
  private UserThreads() {}

  /**
   * A factory of threads for the current user.
   *
   * @param name of each thread
   */
  public static ThreadFactory named(String name) {
    UserGroupInformation user;
    try {
      user = UserGroupInformation.getCurrentUser();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return work -> {
      Runnable asUser = () -> user.doAs((PrivilegedAction<Void>) () -> run(work));
      Thread thread = new Thread(asUser, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private static Void run(Runnable work) {
    work.run();
    return null;
  }
}
