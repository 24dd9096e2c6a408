package org.orbweaver.index.codec;

import java.io.IOException;
import java.util.zip.Deflater;
import org.apache.lucene.codecs.compressing.CompressionMode;
import org.apache.lucene.codecs.compressing.Compressor;
import org.apache.lucene.codecs.compressing.Decompressor;
import org.apache.lucene.codecs.lucene90.DeflateWithPresetDictCompressionMode;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.ArrayUtil;

/**
 * Deflate with a preset dictionary, in the format of {@link DeflateWithPresetDictCompressionMode},
 * at level {@value #LEVEL} instead of 6: of stored text, that takes .3 to .6 of the CPU time and
 * gives 5 % more bytes (docs/measured.md). Lucene reads it without this class.
 *
 * <p>A chunk is vInt length of its dictionary, vInt length of a block; then, each with a vInt
 * length before it, the dictionary and the blocks, compressed.
 */
final class QuickDeflate extends CompressionMode {
  private static final int LEVEL = 4;

  /** As in Lucene: a dictionary has a sixth of a block. */
  private static final int BLOCKS = 10;

  private static final int DICTIONARIES_A_BLOCK = 6;

  @Override
  public Compressor newCompressor() {
    return new QuickCompressor();
  }

  @Override
  public Decompressor newDecompressor() {
    return new DeflateWithPresetDictCompressionMode().newDecompressor();
  }

  private static final class QuickCompressor extends Compressor {
    private final Deflater deflater = new Deflater(LEVEL, true);
    private byte[] plain = {};
    private byte[] compressed = new byte[1 << 14];

    @Override
    public void compress(ByteBuffersDataInput in, DataOutput out) throws IOException {
      int length = Math.toIntExact(in.length() - in.position());
      plain = ArrayUtil.growNoCopy(plain, length);
      in.readBytes(plain, 0, length);
      int dictionary = length / (BLOCKS * DICTIONARIES_A_BLOCK);
      int block = (length - dictionary + BLOCKS - 1) / BLOCKS;
      out.writeVInt(dictionary);
      out.writeVInt(block);
      deflater.reset();
      deflate(0, dictionary, out);
      for (int start = dictionary; start < length; start += block) {
        deflater.reset();
        deflater.setDictionary(plain, 0, dictionary);
        deflate(start, Math.min(block, length - start), out);
      }
    }

    private void deflate(int start, int count, DataOutput out) throws IOException {
      if (count == 0) {
        out.writeVInt(0);
        return;
      }
      deflater.setInput(plain, start, count);
      deflater.finish();
      int length = 0;
      while (!deflater.finished()) {
        compressed = ArrayUtil.grow(compressed, length + 1);
        length += deflater.deflate(compressed, length, compressed.length - length);
      }
      out.writeVInt(length);
      out.writeBytes(compressed, length);
    }

    @Override
    public void close() {
      deflater.end();
    }
  }
}
