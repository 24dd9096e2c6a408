package org.orbweaver.common.conf;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The keys of a module, in the order and under the headings of the reference page. Found by {@link
 * ServiceLoader}: a module names its source in {@code META-INF/services}.
 */
public interface KeySource {
  /** Begins a section of the reference page at the annotated key. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.FIELD)
  @interface Heading {
    String value();
  }

  /**
   * The class's constants in declaration order (picocli relies on that order for options too). The
   * first has a {@link Heading}.
   */
  default List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>();
    for (Field field : getClass().getDeclaredFields()) {
      if (field.getType() == Key.class) {
        try {
          keys.add((Key<?>) field.get(null));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(field + " must be public", e);
        }
      }
    }
    return keys;
  }

  /** The keys of all modules on the class path. */
  static List<Key<?>> all() {
    List<Key<?>> keys = new ArrayList<>();
    for (KeySource source : ServiceLoader.load(KeySource.class, KeySource.class.getClassLoader())) {
      keys.addAll(source.keys());
    }
    return keys;
  }
}
