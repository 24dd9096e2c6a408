package org.orbweaver.crawler.dedup;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * What one source says about a page under a digest. Kinds in order of force, for one URL and
 * digest: what the parser saw, that the server said it has not changed, that the page was requested
 * again (so the crawldb's word is out of date), and the crawldb's word.
 *
 * <p>Wire form: kind (byte), score (float).
 */
public final class Candidate implements Writable {
  /** From where, in order of force. */
  enum Kind {
    /** The new segment's parser gave the page this digest. */
    PARSED(0),
    /** In the new segment as not modified, and this is its digest. */
    UNMODIFIED(1),
    /** In the new segment, and this was its digest. */
    REQUESTED_AGAIN(2),
    /** In the crawldb. */
    KNOWN(3),
    /** In the crawldb as a duplicate; counts where no other page has the digest any more. */
    KNOWN_DUPLICATE(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Kind of(int code) throws IOException {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IOException("no kind of candidate: " + code);
    }

    /** Whether the page has the digest, when this is the word of most force. */
    boolean counts() {
      return this == PARSED || this == UNMODIFIED || this == KNOWN;
    }
  }

  private Kind kind = Kind.KNOWN;
  private float score;

  void set(Kind kind, float score) {
    this.kind = kind;
    this.score = score;
  }

  Kind kind() {
    return kind;
  }

  float score() {
    return score;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(kind.code);
    out.writeFloat(score);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    kind = Kind.of(in.readByte());
    score = in.readFloat();
  }
}
