package org.orbweaver.crawler.table;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * A column of a table.
 *
 * @param bloomFilter whether files have a Bloom filter of its values, where they are too many for a
 *     dictionary: statistics do not help to find one value among unsorted ones
 */
record Column(String name, Kind kind, boolean required, boolean bloomFilter) {
  private static final String KEY_VALUE = "key_value";

  /** The type of the values. */
  enum Kind {
    STRING,
    /** 16 bits. */
    SHORT,
    /** 32 bits. */
    INT,
    LONG,
    DOUBLE,
    BOOLEAN,
    /** An instant, in rows as milliseconds since 1970. */
    TIMESTAMP,
    /** A list of strings. */
    STRINGS,
    /** A map of strings by name. */
    STRING_MAP,
    /** A map of lists of strings by name. */
    LISTS
  }

  static Column required(String name, Kind kind) {
    return new Column(name, kind, true, false);
  }

  static Column optional(String name, Kind kind) {
    return new Column(name, kind, false, false);
  }

  Column withBloomFilter() {
    return new Column(name, kind, required, true);
  }

  /** The column in Parquet's schema. */
  Type type() {
    Repetition repetition = required ? Repetition.REQUIRED : Repetition.OPTIONAL;
    return switch (kind) {
      case STRING -> string(repetition, name);
      case SHORT ->
          Types.primitive(PrimitiveTypeName.INT32, repetition)
              .as(LogicalTypeAnnotation.intType(16, true))
              .named(name);
      case INT -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
      case LONG -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
      case BOOLEAN -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
      case TIMESTAMP ->
          Types.primitive(PrimitiveTypeName.INT64, repetition)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MILLIS))
              .named(name);
      case STRINGS -> strings(repetition, name);
      case STRING_MAP -> map(repetition, string(Repetition.OPTIONAL, "value"));
      case LISTS -> map(repetition, strings(Repetition.OPTIONAL, "value"));
    };
  }

  private static Type string(Repetition repetition, String name) {
    return Types.primitive(PrimitiveTypeName.BINARY, repetition)
        .as(LogicalTypeAnnotation.stringType())
        .named(name);
  }

  private Type map(Repetition repetition, Type value) {
    return Types.buildGroup(repetition)
        .as(LogicalTypeAnnotation.mapType())
        .addField(
            Types.repeatedGroup()
                .addField(string(Repetition.REQUIRED, "key"))
                .addField(value)
                .named(KEY_VALUE))
        .named(name);
  }

  private static Type strings(Repetition repetition, String name) {
    return Types.buildGroup(repetition)
        .as(LogicalTypeAnnotation.listType())
        .addField(
            Types.repeatedGroup().addField(string(Repetition.REQUIRED, "element")).named("list"))
        .named(name);
  }

  /** Writes a value of this column's kind: a String, Number, Boolean, List or Map. */
  void write(Object value, RecordConsumer out) {
    switch (kind) {
      case STRING -> out.addBinary(utf8(value));
      case SHORT, INT -> out.addInteger(((Number) value).intValue());
      case LONG, TIMESTAMP -> out.addLong(((Number) value).longValue());
      case DOUBLE -> out.addDouble(((Number) value).doubleValue());
      case BOOLEAN -> out.addBoolean((Boolean) value);
      case STRINGS -> writeStrings((List<?>) value, out);
      case STRING_MAP, LISTS -> writeMap((Map<?, ?>) value, out);
    }
  }

  private static void writeStrings(List<?> values, RecordConsumer out) {
    out.startGroup();
    if (!values.isEmpty()) {
      out.startField("list", 0);
      for (Object value : values) {
        out.startGroup();
        writeField("element", 0, value, out);
        out.endGroup();
      }
      out.endField("list", 0);
    }
    out.endGroup();
  }

  private static void writeMap(Map<?, ?> values, RecordConsumer out) {
    out.startGroup();
    if (!values.isEmpty()) {
      out.startField(KEY_VALUE, 0);
      values.forEach(
          (key, value) -> {
            out.startGroup();
            writeField("key", 0, key, out);
            out.startField("value", 1);
            if (value instanceof List<?> list) {
              writeStrings(list, out);
            } else {
              out.addBinary(utf8(value));
            }
            out.endField("value", 1);
            out.endGroup();
          });
      out.endField(KEY_VALUE, 0);
    }
    out.endGroup();
  }

  private static void writeField(String name, int index, Object value, RecordConsumer out) {
    out.startField(name, index);
    out.addBinary(utf8(value));
    out.endField(name, index);
  }

  /** Parquet's own conversion throws at half a surrogate pair; this one replaces it. */
  private static Binary utf8(Object value) {
    return Binary.fromConstantByteArray(value.toString().getBytes(StandardCharsets.UTF_8));
  }
}
