package org.orbweaver.webgraph.format.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.webgraph.format.files.ByteSource;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * The names of a graph's nodes, across the dictionary's parts. Not thread-safe: open one for each
 * thread.
 */
public final class NodeNames implements Closeable {
  private final GraphMeta meta;
  private final ByteSource.Opener opener;
  private final List<GraphMeta.Part> parts;
  private final UrlDictionaryReader[] readers;

  /**
   * The names of a graph.
   *
   * @param opener opens a part of the dictionary
   */
  public NodeNames(GraphMeta meta, ByteSource.Opener opener) {
    this.meta = meta;
    this.opener = opener;
    // A part without keys has no place in the order.
    this.parts = meta.ids().stream().filter(part -> part.count() > 0).toList();
    this.readers = new UrlDictionaryReader[parts.size()];
  }

  /** The name of a node. */
  public String name(int id) throws IOException {
    if (id < 0 || id >= meta.nodes()) {
      throw new IndexOutOfBoundsException("node " + id + " of " + meta.nodes());
    }
    if (meta.names() == NameKind.NUMBERED) {
      return Integer.toString(id);
    }
    int p = partOf(id);
    return name(reader(p), reader(p).key(id - parts.get(p).first()));
  }

  private String name(UrlDictionaryReader part, byte[] key) {
    try {
      return meta.names().name(key);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw part.noName(e);
    }
  }

  /** The node of a name, or -1 if there is none. */
  public int id(String name) throws IOException {
    if (!meta.names().isName(name)) {
      return -1;
    }
    if (meta.names() == NameKind.NUMBERED) {
      return name.length() < 11 && Long.parseLong(name) < meta.nodes()
          ? Integer.parseInt(name)
          : -1;
    }
    return Math.max(-1, find(meta.names().key(name)));
  }

  /**
   * The first node whose key is {@code key} or comes after it: the first name whose key begins with
   * {@code key}, if there is one.
   *
   * @return its id, or the number of nodes if all come before
   */
  public int firstFrom(String key) throws IOException {
    int id = find(key.getBytes(StandardCharsets.UTF_8));
    return id >= 0 ? id : -id - 1;
  }

  /** The node of a key, or -(its insertion point) - 1 if there is none. Reads one block. */
  private int find(byte[] key) throws IOException {
    if (readers.length == 0) {
      return -1;
    }
    int low = 0;
    int high = readers.length - 1;
    while (low < high) { // the last part that does not begin after the key
      int middle = (low + high + 1) >>> 1;
      if (reader(middle).beginsAfter(key)) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    int place = reader(low).find(key);
    int first = parts.get(low).first();
    return place >= 0 ? first + place : place - first;
  }

  /** Iterates over the names in the order of ids, from one id on. */
  public Cursor cursor(int from) throws IOException {
    return new Cursor(from);
  }

  private int partOf(int id) {
    int p = 0;
    while (parts.get(p).end() <= id) {
      p++;
    }
    return p;
  }

  private UrlDictionaryReader reader(int p) throws IOException {
    if (readers[p] == null) {
      readers[p] = new UrlDictionaryReader(opener.open(parts.get(p)));
    }
    return readers[p];
  }

  @Override
  public void close() throws IOException {
    for (UrlDictionaryReader reader : readers) {
      if (reader != null) {
        reader.close();
      }
    }
  }

  /** A moving position. Begins before its first node. */
  public final class Cursor {
    private int id;
    private int part = -1;
    private UrlDictionaryReader.KeyCursor keys;
    private byte[] keyStart = {};
    private byte[] nameStart = {};

    private Cursor(int from) throws IOException {
      id = from - 1;
      if (meta.names() != NameKind.NUMBERED && from < meta.nodes()) {
        part = partOf(from);
        keys = reader(part).cursor(from - parts.get(part).first());
      }
    }

    /** Moves to the next node; false if there is none. */
    public boolean next() throws IOException {
      if (id + 1 >= meta.nodes()) {
        return false;
      }
      id++;
      while (keys != null && !keys.next()) {
        part++;
        keys = reader(part).cursor(0);
      }
      return true;
    }

    /** The current node. */
    public int id() {
      return id;
    }

    /** Its key in the dictionary; not available if nodes are {@link NameKind#NUMBERED}. */
    public byte[] key() {
      return keys.key();
    }

    /** Its name. */
    public String name() {
      return keys == null ? Integer.toString(id) : NodeNames.this.name(readers[part], keys.key());
    }

    /** Its name in UTF-8: several times as fast as {@link #name} within the pages of a host. */
    public byte[] nameBytes() {
      if (meta.names() != NameKind.URLS) {
        return name().getBytes(StandardCharsets.UTF_8);
      }
      byte[] key = keys.key();
      int rest = ReversedUrl.restStart(key);
      if (rest == 0 || !Arrays.equals(key, 0, rest, keyStart, 0, keyStart.length)) {
        byte[] name = name().getBytes(StandardCharsets.UTF_8);
        if (rest == 0) {
          return name; // Its key is longer than its name.
        }
        keyStart = Arrays.copyOf(key, rest);
        nameStart = Arrays.copyOf(name, name.length - (key.length - rest));
        return name;
      }
      byte[] name = Arrays.copyOf(nameStart, nameStart.length + key.length - rest);
      System.arraycopy(key, rest, name, nameStart.length, key.length - rest);
      return name;
    }
  }
}
