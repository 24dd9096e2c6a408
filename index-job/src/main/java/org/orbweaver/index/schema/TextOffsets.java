package org.orbweaver.index.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StoredValue;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Where the words of a zone are in its text: the character offset of every {@value #STEP}th
 * position. With it, snippets find the words of a query by their positions in the index; no text is
 * analysed but what they show. It takes some 1 % of the text.
 */
public final class TextOffsets {
  /** Positions between two known offsets. */
  public static final int STEP = 16;

  private static final int MAX_VINT_BYTES = 5;

  private final int[] offsets;
  private final int textChars;

  private TextOffsets(int[] offsets, int textChars) {
    this.offsets = offsets;
    this.textChars = textChars;
  }

  /**
   * Those of a page's stored text.
   *
   * @param zone {@link IndexField#MAIN} or {@link IndexField#BODY}
   * @throws CorruptIndexException if they cannot be read
   */
  public static TextOffsets of(Document page, IndexField zone) throws IOException {
    BytesRef bytes = page.getBinaryValue(IndexField.OFFSETS.fieldName());
    int textChars = StoredDocuments.text(page, zone).length();
    if (bytes == null) {
      return new TextOffsets(new int[0], textChars);
    }
    ByteArrayDataInput in = new ByteArrayDataInput(bytes.bytes, bytes.offset, bytes.length);
    try {
      int[] main = read(in);
      return new TextOffsets(zone == IndexField.MAIN ? main : read(in), textChars);
    } catch (IndexOutOfBoundsException e) {
      throw new CorruptIndexException(
          "the index is damaged: the offsets of words cannot be read; build it again",
          StoredDocuments.text(page, IndexField.URL),
          e);
    }
  }

  private static int[] read(ByteArrayDataInput in) throws IOException {
    int[] offsets = new int[Objects.checkIndex(in.readVInt(), in.length() + 1)];
    int last = 0;
    for (int i = 0; i < offsets.length; i++) {
      last += Objects.checkIndex(in.readVInt(), Integer.MAX_VALUE - last);
      offsets[i] = last;
    }
    return offsets;
  }

  /** The last position, at or before another, whose offset is known. */
  public int positionBefore(int position) {
    return position - position % STEP;
  }

  /** An offset at or before the beginning of the word at a position; at most the text's length. */
  public int before(int position) {
    return at(position / STEP);
  }

  /** An offset at or after the beginning of the word at a position; at most the text's length. */
  public int after(int position) {
    return at(position / STEP + 1);
  }

  private int at(int index) {
    return index < offsets.length ? Math.min(offsets[index], textChars) : textChars;
  }

  /** Records offsets while a page is analysed. */
  static final class Recorder {
    private final Map<IndexField, Zone> zones = new EnumMap<>(IndexField.class);

    /** Passes the words of a zone on. */
    TokenStream recording(IndexField zone, TokenStream words) {
      Zone recorded = new Zone(words);
      zones.put(zone, recorded);
      return recorded;
    }

    /** The recorded offsets, as a stored field; add it after the zones. */
    StoredField field() {
      return new StoredField(IndexField.OFFSETS.fieldName(), new BytesRef()) {
        @Override
        public StoredValue storedValue() {
          return new StoredValue(bytes());
        }
      };
    }

    private BytesRef bytes() {
      int most = 2;
      for (Zone zone : zones.values()) {
        most += 1 + zone.size;
      }
      byte[] bytes = new byte[MAX_VINT_BYTES * most];
      ByteArrayDataOutput out = new ByteArrayDataOutput(bytes);
      try {
        write(zones.get(IndexField.MAIN), out);
        write(zones.get(IndexField.BODY), out);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // writes into an array
      }
      return new BytesRef(bytes, 0, out.getPosition());
    }

    private static void write(Zone zone, ByteArrayDataOutput out) throws IOException {
      out.writeVInt(zone == null ? 0 : zone.size);
      for (int i = 0, last = 0; zone != null && i < zone.size; i++) {
        out.writeVInt(zone.offsets[i] - last);
        last = zone.offsets[i];
      }
    }
  }

  private static final class Zone extends TokenFilter {
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);

    private int[] offsets = new int[64];
    private int size;
    private int position = -1;

    Zone(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) {
        return false;
      }
      position += increment.getPositionIncrement();
      if (position >= size * STEP) {
        record();
      }
      return true;
    }

    private void record() {
      while (size * STEP <= position) {
        offsets = ArrayUtil.grow(offsets, size + 1);
        // Words of some scripts overlap; offsets ascend all the same.
        offsets[size] = Math.max(offset.startOffset(), size == 0 ? 0 : offsets[size - 1]);
        size++;
      }
    }
  }
}
