package org.orbweaver.webgraph.build;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.apache.hadoop.io.Text;
import org.orbweaver.webgraph.format.GraphLevel;

/**
 * 64 bits that stand for a host or domain, so that a link's ends can be compared where their names
 * are not at hand. Of SHA-256, so that nobody finds two of the same: by chance one link in 2⁶⁴ is
 * taken for one within a host.
 */
final class GroupHash {
  private final GraphLevel level;
  private final GraphLevel.Groups groups;
  private final MessageDigest digest = SegmentInput.sha256();
  private String last = "";
  private long hash;

  /**
   * @param level PAGE if nothing is to be compared
   */
  GroupHash(GraphLevel level) {
    this.level = level;
    this.groups = level.groups();
  }

  /** The hash for a page; 0 at the level of pages, and for a page that has no host. */
  long of(Text key) {
    if (level == GraphLevel.PAGE) {
      return 0;
    }
    String group = groups.of(key.toString());
    if (group.isEmpty()) {
      return 0;
    }
    if (!group.equals(last)) {
      last = group;
      hash = ByteBuffer.wrap(digest.digest(group.getBytes(StandardCharsets.UTF_8))).getLong();
      // 0 is taken.
      hash = hash == 0 ? 1 : hash;
    }
    return hash;
  }
}
