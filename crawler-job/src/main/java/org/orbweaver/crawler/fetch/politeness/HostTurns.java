package org.orbweaver.crawler.fetch.politeness;

import java.io.IOException;

/**
 * The turns of several tasks at a host that each of them may contact. A fetch list gives each host
 * to one task, which needs none.
 */
public interface HostTurns {
  /** Those of a task whose hosts no other task contacts. */
  HostTurns ALONE =
      new HostTurns() {
        @Override
        public void begin(String group, long delayMs) {
          // Nobody to wait for.
        }

        @Override
        public void end(String group, long endMs) {
          // Nobody waits.
        }
      };

  /**
   * Waits until no other task contacts the group, and until its delay since their last contact is
   * over. From then on the group is this task's until {@link #end}.
   *
   * @param delayMs the group's politeness delay
   * @throws IOException if that cannot be found out; the group must not be contacted
   */
  void begin(String group, long delayMs) throws IOException, InterruptedException;

  /**
   * Gives the group back.
   *
   * @param endMs when the request had ended, milliseconds since 1970
   */
  void end(String group, long endMs) throws IOException;
}
