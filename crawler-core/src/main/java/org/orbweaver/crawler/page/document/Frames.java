package org.orbweaver.crawler.page.document;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The protocol between a task and a parser process.
 *
 * <pre>
 * child → parent   READY, once
 * parent → child   limits, type, name, length, content
 * parent → child   −1 at any time: the document's time is over
 * child → parent   length, whether the process ends now, result
 * </pre>
 *
 * A string is its length in bytes and UTF-8. All lengths are checked before memory is allocated,
 * since a hostile document may have taken over the child.
 */
final class Frames {

  private static final int READY = 0x4F524250;

  /** Sent instead of a request's time. */
  private static final long STOP = -1;

  /** A document to parse. */
  @SuppressWarnings("ArrayRecordComponent") // Passed on, never compared.
  record Request(byte[] content, String type, String name, ParseLimits limits) {}

  /**
   * The result of a request.
   *
   * @param last whether the process ends after this
   */
  record Reply(ReadDocument document, boolean last) {}

  /** The reply is longer than allowed. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong(long bytes) {
      super("a reply of " + bytes + " bytes");
    }
  }

  private Frames() {}

  static void writeReady(DataOutputStream out) throws IOException {
    out.writeInt(READY);
    out.flush();
  }

  static void readReady(DataInputStream in) throws IOException {
    if (in.readInt() != READY) {
      throw new IOException("it does not respond like a parser process");
    }
  }

  static void writeRequest(DataOutputStream out, Request request) throws IOException {
    ParseLimits limits = request.limits();
    out.writeLong(limits.timeoutMillis());
    out.writeInt(limits.maxLinks());
    out.writeInt(limits.maxUrlChars());
    out.writeInt(limits.maxTextChars());
    out.writeInt(limits.document().maxDepth());
    out.writeInt(limits.document().maxMembers());
    out.writeLong(limits.document().maxUnpackedBytes());
    out.writeInt(limits.document().maxOutputBytes());
    writeString(out, request.type());
    writeString(out, request.name());
    out.writeInt(request.content().length);
    out.write(request.content());
    out.flush();
  }

  static void writeStop(DataOutputStream out) throws IOException {
    out.writeLong(STOP);
    out.flush();
  }

  /** The next request, or null if there are no more: the parent is gone, or says so. */
  static Request readRequest(DataInputStream in) throws IOException {
    long timeout;
    try {
      timeout = in.readLong();
    } catch (EOFException e) {
      return null;
    }
    if (timeout == STOP) {
      return null;
    }
    ParseLimits limits =
        new ParseLimits(
            in.readInt(),
            in.readInt(),
            in.readInt(),
            timeout,
            new ParseLimits.DocumentLimits(in.readInt(), in.readInt(), in.readLong(), in.readInt()),
            ProcessSettings.DEFAULT); // The parent handles it.
    String type = readString(in);
    String name = readString(in);
    byte[] content = new byte[in.readInt()];
    in.readFully(content);
    return new Request(content, type, name, limits);
  }

  /**
   * Writes a reply.
   *
   * @return false, with nothing written, if it is longer than allowed
   */
  static boolean writeReply(DataOutputStream out, Reply reply, int maxBytes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeBoolean(reply.last());
    ReadDocument document = reply.document();
    ReadDocument.Verdict verdict = document.verdict();
    writeString(body, verdict.fate().name());
    writeString(body, verdict.limit() == null ? "" : verdict.limit().name());
    for (String text : strings(document)) {
      writeString(body, text);
    }
    body.writeInt(document.droppedLinks());
    body.writeInt(document.links().size());
    for (RawLink link : document.links()) {
      writeString(body, link.reference());
      writeString(body, link.anchor());
      writeString(body, link.rel());
      if (bytes.size() > maxBytes) {
        return false;
      }
    }
    if (bytes.size() > maxBytes) {
      return false;
    }
    out.writeInt(bytes.size());
    bytes.writeTo(out);
    out.flush();
    return true;
  }

  private static List<String> strings(ReadDocument document) {
    ReadDocument.DocumentProperties properties = document.properties();
    return List.of(
        document.verdict().message(),
        document.type(),
        document.text(),
        document.headings(),
        properties.title(),
        properties.description(),
        properties.keywords(),
        properties.language(),
        properties.author(),
        properties.created(),
        properties.modified());
  }

  /**
   * Reads a reply.
   *
   * @throws TooLong if it claims more than {@code maxBytes}
   */
  static Reply readReply(DataInputStream in, int maxBytes) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > maxBytes) {
      throw new TooLong(Integer.toUnsignedLong(length));
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    try (DataInputStream body = new DataInputStream(new ByteArrayInputStream(bytes))) {
      boolean last = body.readBoolean();
      ReadDocument.Fate fate = ReadDocument.Fate.valueOf(readString(body));
      String limit = readString(body);
      String[] texts = new String[11];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = readString(body);
      }
      int dropped = body.readInt();
      int count = body.readInt();
      if (count < 0 || count > body.available() / 12) { // At least three lengths.
        throw new IOException("a reply of " + count + " links");
      }
      List<RawLink> links = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        links.add(new RawLink(readString(body), readString(body), readString(body)));
      }
      return new Reply(
          new ReadDocument(
              new ReadDocument.Verdict(
                  fate, limit.isEmpty() ? null : Limit.valueOf(limit), texts[0]),
              texts[1],
              new ReadDocument.DocumentProperties(
                  texts[4], texts[5], texts[6], texts[7], texts[8], texts[9], texts[10]),
              texts[2],
              texts[3],
              links,
              dropped),
          last);
    } catch (IllegalArgumentException e) {
      throw new IOException("an invalid reply", e);
    }
  }

  private static void writeString(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readString(DataInputStream in) throws IOException {
    int length = in.readInt();
    byte[] bytes = length < 0 ? new byte[0] : in.readNBytes(length);
    if (bytes.length != length) {
      throw new IOException("a string of " + length + " bytes");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
