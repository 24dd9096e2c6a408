package org.orbweaver.index.store;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;

/**
 * Writes records field by field and reads them back: text, numbers, booleans, records, and lists of
 * these. A record's class defines its format, so that its fields are listed in one place.
 */
public final class RecordIO {
  private static final int MAX_LIST = 1 << 20;

  private record Shape(List<RecordComponent> fields, Constructor<?> constructor) {}

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          RecordComponent[] fields = type.getRecordComponents();
          Class<?>[] types =
              Arrays.stream(fields).map(RecordComponent::getType).toArray(Class<?>[]::new);
          try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            for (RecordComponent field : fields) {
              field.getAccessor().setAccessible(true);
            }
            return new Shape(List.of(fields), constructor);
          } catch (NoSuchMethodException e) {
            throw new AssertionError(type + " has no canonical constructor", e);
          }
        }
      };

  private RecordIO() {}

  /** Writes a value of one of the types above. */
  public static void write(Object value, DataOutput out) throws IOException {
    if (value instanceof String text) {
      Text.writeString(out, text);
    } else if (value instanceof Integer number) {
      WritableUtils.writeVInt(out, number);
    } else if (value instanceof Long number) {
      WritableUtils.writeVLong(out, number);
    } else if (value instanceof Double number) {
      out.writeDouble(number);
    } else if (value instanceof Boolean is) {
      out.writeBoolean(is);
    } else if (value instanceof List<?> list) {
      WritableUtils.writeVInt(out, list.size());
      for (Object element : list) {
        write(element, out);
      }
    } else {
      try {
        for (RecordComponent field : SHAPES.get(value.getClass()).fields()) {
          write(field.getAccessor().invoke(value), out);
        }
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    }
  }

  /** Reads a value of that type as written by {@link #write}. */
  public static <T> T read(Class<T> type, DataInput in) throws IOException {
    return type.cast(readAny(type, in));
  }

  private static Object readAny(Type type, DataInput in) throws IOException {
    if (type == String.class) {
      return Text.readString(in);
    } else if (type == int.class) {
      return WritableUtils.readVInt(in);
    } else if (type == long.class) {
      return WritableUtils.readVLong(in);
    } else if (type == double.class) {
      return in.readDouble();
    } else if (type == boolean.class) {
      return in.readBoolean();
    } else if (type instanceof ParameterizedType list) {
      int size = WritableUtils.readVIntInRange(in, 0, MAX_LIST);
      List<Object> elements = new ArrayList<>(Math.min(size, 1024));
      for (int i = 0; i < size; i++) {
        elements.add(readAny(list.getActualTypeArguments()[0], in));
      }
      return List.copyOf(elements);
    }
    Shape shape = SHAPES.get((Class<?>) type);
    Object[] values = new Object[shape.fields().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = readAny(shape.fields().get(i).getGenericType(), in);
    }
    try {
      return shape.constructor().newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
