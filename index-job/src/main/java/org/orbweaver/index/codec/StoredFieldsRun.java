package org.orbweaver.index.codec;

import java.io.Closeable;
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
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * Stored fields of one run and shard, compressed by the codec in the map task. They need no
 * sorting, so they do not pass the shuffle: the codec's files are appended to a side file of the
 * map task, a record gives the location, and the segment is made by copying the compressed blocks.
 *
 * <p>The record names the side file of the attempt that wrote it, so that retries of a map task do
 * no harm: string name, vLong offset; then for each of the codec's files, which follow one another
 * from there, string extension, vLong length.
 *
 * <p>Memory: the compressed bytes, and the codec's buffers (some 500 KB).
 */
public final class StoredFieldsRun implements Closeable {
  /** The ID of all runs' files; readers check that files of a segment have the same one. */
  private static final byte[] RUN_ID = new byte[StringHelper.ID_LENGTH];

  private final Directory files = new ByteBuffersDirectory();
  private final StoredFieldsWriter writer;
  private final FieldInfo[] fields;
  private int docs;

  /**
   * @param names of all fields; a field's number is its place
   */
  public StoredFieldsRun(List<String> names) throws IOException {
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

  /** Appends the files to the side file; nothing can be added afterwards. */
  public void flush(RecordSink sink, IndexOutput side, int shard, long run) throws IOException {
    writer.finish(docs);
    writer.close();
    RecordBuffer place = new RecordBuffer();
    place.writeString(side.getName());
    place.writeVLong(side.getFilePointer());
    for (String file : files.listAll()) {
      place.writeString(IndexFileNames.getExtension(file));
      place.writeVLong(files.fileLength(file));
      try (IndexInput in = files.openInput(file, IOContext.READONCE)) {
        side.copyBytes(in, in.length());
      }
    }
    sink.put(RecordKey.of(shard, Section.STORED, 0, run, 0), place.bytes(), place.length());
  }

  @Override
  public void close() throws IOException {
    files.close();
  }

  /**
   * Puts the files of all runs into the segment's folder temporarily, then concatenates their
   * blocks.
   */
  static final class Merger {
    /** One run's files. */
    private record RunFile(String name, int docs) {}

    private final Directory directory;
    private final Directory sides;
    private final List<RunFile> parts = new ArrayList<>();

    /**
     * @param directory of the segment
     * @param sides has the side files
     */
    Merger(Directory directory, Directory sides) {
      this.directory = directory;
      this.sides = sides;
    }

    /** Takes all runs' records of stored fields; the source must be at the first. */
    void take(SegmentSource source) throws IOException {
      for (; source.isAt(Section.STORED); source.advance()) {
        RunFile part = new RunFile("_run" + parts.size(), source.runDocs());
        parts.add(part);
        ByteArrayDataInput place = source.input();
        try (IndexInput side = sides.openInput(place.readString(), IOContext.READONCE)) {
          side.seek(place.readVLong());
          while (!place.eof()) {
            String file = IndexFileNames.segmentFileName(part.name(), "", place.readString());
            try (IndexOutput out = directory.createOutput(file, IOContext.DEFAULT)) {
              out.copyBytes(side, place.readVLong());
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
          RunFile part = parts.get(i);
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
