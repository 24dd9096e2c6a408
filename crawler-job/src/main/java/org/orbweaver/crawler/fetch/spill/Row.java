package org.orbweaver.crawler.fetch.spill;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.protocol.Content;

/** A record for a table. Key and value do not change once it is made. */
public record Row(Table table, Text key, Writable value) {
  void write(DataOutput out) throws IOException {
    Text.writeString(out, table.name());
    key.write(out);
    value.write(out);
  }

  static Row read(DataInput in) throws IOException {
    Table table = Table.valueOf(Text.readString(in));
    Text key = new Text();
    key.readFields(in);
    Writable value = table.newValue();
    value.readFields(in);
    return new Row(table, key, value);
  }

  /** The approximate memory it takes, in bytes. */
  long bytes() {
    return switch (table) {
      case FETCH -> 1000L + 2L * key.getLength();
      case CONTENT -> 2000L + ((Content) value).getContent().length;
      case HOSTS, HEADS -> 100L + ((BytesWritable) value).getLength();
      case LOG -> 100L + ((Text) value).getLength();
      case COUNTS -> 100L;
    };
  }
}
