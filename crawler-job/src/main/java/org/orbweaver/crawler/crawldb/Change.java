package org.orbweaver.crawler.crawldb;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.nutch.crawl.CrawlDatum;

/**
 * One change to a URL's entry, as a merge shuffles it (it is written nowhere else): the number of
 * the segment it is from, and the datum. A link, by far the most frequent change, is a score alone.
 *
 * <p>Wire form: segment (vint), a byte (1 for a bare link, 0 otherwise), then a float or a
 * CrawlDatum.
 */
public final class Change implements Writable {
  private static final byte DATUM_VERSION = 7;

  /**
   * Version, status, fetch time, retries, interval, score, modified time, length of the signature.
   */
  private static final int HEAD_BYTES = 1 + 1 + 8 + 1 + 4 + 4 + 8 + 1;

  /** Allocated on first use. */
  private byte[] head;

  private int segment;
  private float score;
  private CrawlDatum datum;

  /** For deserialising. */
  public Change() {}

  private Change(int segment, float score, CrawlDatum datum) {
    this.segment = segment;
    this.score = score;
    this.datum = datum;
  }

  /** A link to the URL, with the score it passes on. */
  public static Change link(int segment, float score) {
    return new Change(segment, score, null);
  }

  /** Makes this a bare link of the same segment. */
  void setLink(float linkScore) {
    score = linkScore;
    datum = null;
  }

  /**
   * A change other than a bare link; the status of the datum says which.
   *
   * @param segment orders the changes of several segments: a higher number is newer
   */
  public static Change of(int segment, CrawlDatum datum) {
    return new Change(segment, datum.getScore(), datum);
  }

  public int segment() {
    return segment;
  }

  /** The status of the datum; {@link CrawlDatum#STATUS_LINKED} for a bare link. */
  public byte status() {
    return datum == null ? CrawlDatum.STATUS_LINKED : datum.getStatus();
  }

  public float score() {
    return score;
  }

  /**
   * The datum, null for a bare link. Each change read has its own datum, so the caller may keep it.
   */
  public CrawlDatum datum() {
    return datum;
  }

  /**
   * Reads a CrawlDatum as Nutch writes it (version 7, all of Nutch 1.x). Of a link without metadata
   * it keeps only the score, which saves most of its cost.
   *
   * @throws IOException also for another version
   */
  void readDatum(DataInput in, int fromSegment) throws IOException {
    segment = fromSegment;
    // All fields in one read: byte by byte, each would pass through the decompressor's streams.
    if (head == null) {
      head = new byte[HEAD_BYTES];
    }
    in.readFully(head);
    if (head[0] != DATUM_VERSION) {
      throw new IOException("CrawlDatum of version " + head[0] + ", not " + DATUM_VERSION);
    }
    ByteBuffer fields = ByteBuffer.wrap(head, 1, head.length - 1);
    byte status = fields.get();
    long fetchTime = fields.getLong();
    byte retries = fields.get();
    int interval = fields.getInt();
    score = fields.getFloat();
    long modifiedTime = fields.getLong();
    int length = fields.get();
    byte[] signature = null;
    if (length > 0) {
      signature = new byte[length];
      in.readFully(signature);
    }
    boolean hasMetadata = in.readBoolean();
    if (status == CrawlDatum.STATUS_LINKED && !hasMetadata) {
      datum = null;
      return;
    }
    datum = new CrawlDatum(status, interval, score);
    datum.setFetchTime(fetchTime);
    datum.setRetriesSinceFetch(retries);
    datum.setModifiedTime(modifiedTime);
    datum.setSignature(signature);
    if (hasMetadata) {
      datum.getMetaData().readFields(in);
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, segment);
    if (datum == null) {
      out.writeByte(1);
      out.writeFloat(score);
    } else {
      out.writeByte(0);
      datum.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    segment = WritableUtils.readVInt(in);
    if (in.readByte() == 1) {
      datum = null;
      score = in.readFloat();
    } else {
      datum = new CrawlDatum();
      datum.readFields(in);
      score = datum.getScore();
    }
  }

  @Override
  public String toString() {
    return segment + ": " + CrawlDatum.getStatusName(status()) + " " + score;
  }
}
