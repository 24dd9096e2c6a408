package org.orbweaver.index.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Page.Content;

/**
 * What one store knows of a page: the value of a shuffle record. The kinds arrive in this order.
 */
sealed interface PagePart {

  /** In the order of arrival. */
  List<Class<? extends PagePart>> KINDS =
      List.of(Candidate.class, Rank.class, Named.class, Canonical.class, Parsed.class);

  /** Place in the order of arrival. */
  default byte kind() {
    return (byte) KINDS.indexOf(getClass());
  }

  void write(DataOutput out) throws IOException;

  /** Reads what {@link #write} of that kind wrote. */
  static PagePart read(byte kind, DataInput in) throws IOException {
    return switch (kind) {
      case 0 ->
          new Candidate(
              in.readBoolean(),
              in.readLong(),
              Text.readString(in),
              Text.readString(in),
              in.readBoolean());
      case 1 -> new Rank(in.readUTF(), in.readDouble());
      case 2 -> Named.read(in);
      case 3 -> new Canonical(Text.readString(in), in.readBoolean(), in.readDouble());
      case 4 -> new Parsed(in.readBoolean(), Text.readString(in), readContent(in));
      default -> throw new IOException("unknown kind of record in the shuffle: " + kind);
    };
  }

  /**
   * The crawldb has the page as fetched.
   *
   * @param duplicate whether as a duplicate, which is indexed only if it is the canonical page of
   *     what it is a duplicate of
   * @param date when it was modified or fetched, as far as the crawldb knows, in ms
   * @param type media type, or empty
   * @param group of near-duplicates, or empty
   * @param representative whether it is the one to keep of its group
   */
  record Candidate(boolean duplicate, long date, String type, String group, boolean representative)
      implements PagePart {
    /** A page that is nobody's duplicate. */
    Candidate(long date, String type) {
      this(false, date, type, "", false);
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeBoolean(duplicate);
      out.writeLong(date);
      Text.writeString(out, type);
      Text.writeString(out, group);
      out.writeBoolean(representative);
    }
  }

  /**
   * A score of it.
   *
   * @param store the folder that the score is from: scores, authorities or hubs
   */
  record Rank(String store, double score) implements PagePart {
    @Override
    public void write(DataOutput out) throws IOException {
      out.writeUTF(store);
      out.writeDouble(score);
    }
  }

  /** What links to it say. */
  record Named(List<Anchor> anchors, int hosts) implements PagePart {
    @Override
    public void write(DataOutput out) throws IOException {
      WritableUtils.writeVInt(out, hosts);
      WritableUtils.writeVInt(out, anchors.size());
      for (Anchor anchor : anchors) {
        Text.writeString(out, anchor.text());
        out.writeByte(anchor.repeats());
      }
    }

    static Named read(DataInput in) throws IOException {
      int hosts = WritableUtils.readVInt(in);
      int size = WritableUtils.readVIntInRange(in, 0, 1 << 16);
      List<Anchor> anchors = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        anchors.add(new Anchor(Text.readString(in), in.readByte()));
      }
      return new Named(anchors, hosts);
    }
  }

  /**
   * What {@link CanonicalJob} answers a page that names another as canonical; and tells a duplicate
   * that is the canonical page of its like, by its own URL.
   *
   * @param url of the canonical page
   * @param indexed whether that will be indexed
   * @param pageRank of it, which has the links of both
   */
  record Canonical(String url, boolean indexed, double pageRank) implements PagePart {
    @Override
    public void write(DataOutput out) throws IOException {
      Text.writeString(out, url);
      out.writeBoolean(indexed);
      out.writeDouble(pageRank);
    }
  }

  /**
   * A segment has parsed it.
   *
   * @param noindex it asks not to be indexed; then there is no content
   * @param canonical the other page of its site that it names as canonical, or empty
   * @param content what it says
   */
  record Parsed(boolean noindex, String canonical, Content content) implements PagePart {
    @Override
    public void write(DataOutput out) throws IOException {
      out.writeBoolean(noindex);
      Text.writeString(out, canonical);
      Text.writeString(out, content.title());
      Text.writeString(out, String.join("\n", content.headings()));
      Text.writeString(out, content.description());
      Text.writeString(out, content.author());
      Text.writeString(out, content.main());
      Text.writeString(out, content.body());
      Text.writeString(out, content.prominent());
      Text.writeString(out, String.join("\n", content.links()));
      Text.writeString(out, content.lang());
      Text.writeString(out, content.type());
      Text.writeString(out, content.kind());
      Text.writeString(out, content.usage());
      Text.writeString(out, content.topics());
      out.writeLong(content.date());
      out.writeDouble(content.spam());
    }
  }

  private static Content readContent(DataInput in) throws IOException {
    return new Content(
        Text.readString(in),
        Text.readString(in).lines().toList(),
        Text.readString(in),
        Text.readString(in),
        Text.readString(in),
        Text.readString(in),
        Text.readString(in),
        Text.readString(in).lines().toList(),
        Text.readString(in),
        Text.readString(in),
        Text.readString(in),
        Text.readString(in),
        Text.readString(in),
        in.readLong(),
        in.readDouble());
  }

  /** Carries a {@link PagePart} through the shuffle: its kind, then its fields. */
  static final class Value implements Writable {
    private PagePart part;

    /** For Hadoop. */
    Value() {}

    Value(PagePart part) {
      this.part = part;
    }

    PagePart get() {
      return part;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeByte(part.kind());
      part.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      part = PagePart.read(in.readByte(), in);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Value that && Objects.equals(part, that.part);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(part);
    }

    @Override
    public String toString() {
      return String.valueOf(part);
    }
  }
}
