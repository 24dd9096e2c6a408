package org.orbweaver.index.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.OutputStreamIndexOutput;

/**
 * Lucene's files in place on any of Hadoop's file systems: to write or read a file sequentially, or
 * for a few look-ups in an index without a copy. Each read of a kilobyte (a megabyte with {@link
 * IOContext#READONCE}) is a request to the file system: for searches, copy the index.
 */
public final class StoreDirectory extends Directory {
  private static final int READ_ONCE_BYTES = 1 << 20;
  private static final int WRITE_BYTES = 1 << 16;

  private final FileSystem fs;
  private final Path folder;

  public StoreDirectory(Configuration conf, Path folder) throws IOException {
    this.fs = folder.getFileSystem(conf);
    this.folder = folder;
  }

  @Override
  public String[] listAll() throws IOException {
    return Arrays.stream(fs.listStatus(folder))
        .map(FileStatus::getPath)
        .map(Path::getName)
        .sorted()
        .toArray(String[]::new);
  }

  @Override
  public long fileLength(String name) throws IOException {
    return fs.getFileStatus(new Path(folder, name)).getLen();
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    Path file = new Path(folder, name);
    int buffer =
        context.equals(IOContext.READONCE)
            ? READ_ONCE_BYTES
            : BufferedIndexInput.bufferSize(context);
    return new Input(file.toString(), buffer, fs.open(file), 0, fileLength(name), true);
  }

  @Override
  public String toString() {
    return folder.toString();
  }

  @Override
  public void close() {
    // The file system stays open.
  }

  @Override
  public void deleteFile(String name) {
    throw readOnly();
  }

  @Override
  public IndexOutput createOutput(String name, IOContext context) throws IOException {
    Path file = new Path(folder, name);
    return new OutputStreamIndexOutput(file.toString(), name, fs.create(file, false), WRITE_BYTES);
  }

  @Override
  public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) {
    throw readOnly();
  }

  @Override
  public void sync(Collection<String> names) {
    throw readOnly();
  }

  @Override
  public void syncMetaData() {
    throw readOnly();
  }

  @Override
  public void rename(String source, String dest) {
    throw readOnly();
  }

  @Override
  public Lock obtainLock(String name) {
    throw readOnly();
  }

  @Override
  public Set<String> getPendingDeletions() {
    return Set.of();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("read only");
  }

  /** Slices and clones share the stream, which supports positioned reads. */
  private static final class Input extends BufferedIndexInput {
    private final FSDataInputStream in;
    private final long start;
    private final long length;
    private final boolean owner;

    Input(String name, int buffer, FSDataInputStream in, long start, long length, boolean owner) {
      super(name, buffer);
      this.in = in;
      this.start = start;
      this.length = length;
      this.owner = owner;
    }

    @Override
    protected void readInternal(ByteBuffer into) throws IOException {
      byte[] bytes = new byte[into.remaining()];
      if (getFilePointer() + bytes.length > length) {
        throw new EOFException(toString());
      }
      in.readFully(start + getFilePointer(), bytes);
      into.put(bytes);
    }

    @Override
    protected void seekInternal(long position) throws IOException {
      if (position > length) {
        throw new EOFException(toString());
      }
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public IndexInput slice(String name, long offset, long size) {
      return new Input(name, getBufferSize(), in, start + offset, size, false);
    }

    @Override
    public BufferedIndexInput clone() {
      BufferedIndexInput copy = new Input(toString(), getBufferSize(), in, start, length, false);
      try {
        copy.seek(getFilePointer());
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e); // the position is already valid
      }
      return copy;
    }

    @Override
    public void close() throws IOException {
      if (owner) {
        in.close();
      }
    }
  }
}
