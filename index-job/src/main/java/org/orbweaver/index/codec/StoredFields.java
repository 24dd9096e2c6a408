package org.orbweaver.index.codec;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.document.StoredValue;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * Stored fields of one run and shard, compressed by the codec where the documents are: its files
 * are the records, and the segment is made of them by copying compressed blocks.
 *
 * <p>Memory: the compressed bytes, and what the codec buffers (some 500 KB).
 */
public final class StoredFields implements Closeable {
  private static final int RECORD_BYTES = 1 << 18;

  /** Files of runs have the same id, by which a reader tells that they belong together. */
  private static final byte[] RUN_ID = new byte[StringHelper.ID_LENGTH];

  private final Directory files = new ByteBuffersDirectory();
  private final StoredFieldsWriter writer;
  private final FieldInfo[] fields;
  private int docs;

  /**
   * @param names of all fields; a field's number is its place
   */
  public StoredFields(List<String> names) throws IOException {
    fields = new FieldInfo[names.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = FieldTraits.NONE.info(names.get(i), i);
    }
    writer =
        Segments.CODEC
            .storedFieldsFormat()
            .fieldsWriter(files, Segments.info(files, "_0", 0, RUN_ID), IOContext.DEFAULT);
  }

  /** Begins a document. */
  public void startDocument() throws IOException {
    writer.startDocument();
  }

  /** Adds a value of the document. */
  public void add(int number, StoredValue value) throws IOException {
    FieldInfo field = fields[number];
    switch (value.getType()) {
      case INTEGER -> writer.writeField(field, value.getIntValue());
      case LONG -> writer.writeField(field, value.getLongValue());
      case FLOAT -> writer.writeField(field, value.getFloatValue());
      case DOUBLE -> writer.writeField(field, value.getDoubleValue());
      case BINARY -> writer.writeField(field, value.getBinaryValue());
      case STRING -> writer.writeField(field, value.getStringValue());
      default -> throw new IllegalArgumentException("unknown kind of value: " + value.getType());
    }
  }

  public void finishDocument() throws IOException {
    writer.finishDocument();
    docs++;
  }

  public long ramBytesUsed() throws IOException {
    long bytes = writer.ramBytesUsed();
    for (String file : files.listAll()) {
      bytes += files.fileLength(file);
    }
    return bytes;
  }

  /**
   * Hands over the files; nothing can be added after that.
   *
   * <p>A record with the file's extension and length precedes the bytes of each file.
   */
  public void flush(RecordSink sink, int shard, long run) throws IOException {
    writer.finish(docs);
    writer.close();
    byte[] bytes = new byte[RECORD_BYTES];
    int records = 0;
    for (String file : files.listAll()) {
      RecordBuffer name = new RecordBuffer();
      name.writeString(IndexFileNames.getExtension(file));
      name.writeVLong(files.fileLength(file));
      sink.put(RecordKey.of(shard, Section.STORED, 0, run, records++), name.bytes(), name.length());
      try (IndexInput in = files.openInput(file, IOContext.READONCE)) {
        for (long left = in.length(); left > 0; left -= Math.min(left, bytes.length)) {
          int length = (int) Math.min(left, bytes.length);
          in.readBytes(bytes, 0, length);
          sink.put(RecordKey.of(shard, Section.STORED, 0, run, records++), bytes, length);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }

  /**
   * Puts the files of all runs into the segment's folder for a while, then their blocks together.
   */
  static final class Merger {
    /** One run's files. */
    private record Part(String name, int docs) {}

    private final Directory directory;
    private final List<Part> parts = new ArrayList<>();

    Merger(Directory directory) {
      this.directory = directory;
    }

    /** Takes the records of stored fields, which the source is at, of all runs. */
    void take(SegmentSource source) throws IOException {
      while (source.isAt(Section.STORED)) {
        long run = source.key().run();
        Part part = new Part("_run" + parts.size(), source.runDocs());
        parts.add(part);
        while (source.isAt(Section.STORED) && source.key().run() == run) {
          ByteArrayDataInput header = source.input();
          String name = IndexFileNames.segmentFileName(part.name(), "", header.readString());
          long left = header.readVLong();
          source.advance();
          try (IndexOutput out = directory.createOutput(name, IOContext.DEFAULT)) {
            for (; left > 0; source.advance()) {
              if (!source.isAt(Section.STORED) || source.key().run() != run) {
                throw new EOFException("the stored fields of run " + run + " are incomplete");
              }
              BytesRef bytes = source.value();
              out.writeBytes(bytes.bytes, bytes.offset, bytes.length);
              left -= bytes.length;
            }
          }
        }
      }
    }

    /** Writes the stored fields of a segment. */
    void merge(Directory target, SegmentInfo segment, FieldInfos fields) throws IOException {
      int n = parts.size();
      StoredFieldsFormat format = Segments.CODEC.storedFieldsFormat();
      StoredFieldsReader[] readers = new StoredFieldsReader[n];
      StoredFieldsReader[] forMerge = new StoredFieldsReader[n];
      FieldInfos[] same = new FieldInfos[n];
      MergeState.DocMap[] maps = new MergeState.DocMap[n];
      int[] docs = new int[n];
      int base = 0;
      try (StoredFieldsWriter out = format.fieldsWriter(target, segment, IOContext.DEFAULT)) {
        for (int i = 0; i < n; i++) {
          Part part = parts.get(i);
          SegmentInfo own = Segments.info(directory, part.name(), part.docs(), RUN_ID);
          segment.getAttributes().forEach(own::putAttribute); // how blocks are compressed
          readers[i] = format.fieldsReader(directory, own, fields, IOContext.READONCE);
          forMerge[i] = readers[i].getMergeInstance();
          same[i] = fields;
          int first = base;
          maps[i] = doc -> first + doc;
          docs[i] = part.docs();
          base += part.docs();
        }
        out.merge(
            new MergeState(
                maps,
                segment,
                fields,
                forMerge,
                null,
                null,
                null,
                same,
                new Bits[n],
                null,
                null,
                null,
                docs,
                InfoStream.NO_OUTPUT,
                Runnable::run,
                false));
      } finally {
        IOUtils.close(readers);
        for (String file : directory.listAll()) {
          if (file.startsWith("_run")) {
            directory.deleteFile(file);
          }
        }
      }
    }
  }
}
