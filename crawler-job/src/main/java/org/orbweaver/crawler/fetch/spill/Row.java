package org.orbweaver.crawler.fetch.spill;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.protocol.Content;

/** A record for a table; key and value are not changed any more. */
public record Row(Table table, Text key, Writable value) {
  private static final Table[] TABLES = Table.values();

  void write(DataOutput out) throws IOException {
    out.writeByte(table.ordinal());
    key.write(out);
    value.write(out);
  }

  static Row read(DataInput in) throws IOException {
    int number = in.readUnsignedByte();
    if (number >= TABLES.length) {
      throw new IOException("no table has the number " + number);
    }
    Text key = new Text();
    key.readFields(in);
    Writable value = TABLES[number].newValue();
    value.readFields(in);
    return new Row(TABLES[number], key, value);
  }

  /** About how much memory it takes. */
  long bytes() {
    return switch (table) {
      case FETCH -> 1000L + 2L * key.getLength();
      case CONTENT -> 2000L + ((Content) value).getContent().length;
      case LOG -> 100L + ((Text) value).getLength();
      case HOSTS, COUNTS -> 0; // few keys, each kept once
    };
  }
}
