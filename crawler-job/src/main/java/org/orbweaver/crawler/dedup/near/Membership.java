package org.orbweaver.crawler.dedup.near;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * A page's membership in a group of near-duplicates: the record of {@code duplicates/groups}, by
 * the page's id, and in the shuffle a change of it.
 *
 * <p>Wire form: kind (a byte), group (Text), URL (Text).
 */
public final class Membership implements Writable {
  /** The kinds of records, strongest first. */
  enum MembershipKind {
    /** The page, which had no group or another text before, joined the group. */
    JOINED(0),
    /** The page's text has changed, so it left its group. */
    LEFT(1),
    /** The page's group became part of another one. */
    MOVED(2),
    /** The page is a member, according to the store. */
    MEMBER(3),
    /** Not of a page: the group, or a page without one, is part of a group. */
    ROOT(4);

    private final byte code;

    MembershipKind(int code) {
      this.code = (byte) code;
    }

    private static MembershipKind of(byte code) throws IOException {
      return Arrays.stream(values())
          .filter(kind -> kind.code == code)
          .findFirst()
          .orElseThrow(() -> new IOException("no kind of membership: " + code));
    }
  }

  private MembershipKind kind = MembershipKind.MEMBER;
  private String group = "";
  private String url = "";

  /** For deserialising. */
  public Membership() {}

  Membership(MembershipKind kind, String group, String url) {
    this.kind = kind;
    this.group = group;
    this.url = url;
  }

  static Membership left(String url) {
    return new Membership(MembershipKind.LEFT, "", url);
  }

  MembershipKind kind() {
    return kind;
  }

  String group() {
    return group;
  }

  String url() {
    return url;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(kind.code);
    Text.writeString(out, group);
    Text.writeString(out, url);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    kind = MembershipKind.of(in.readByte());
    group = Text.readString(in);
    url = Text.readString(in);
  }
}
