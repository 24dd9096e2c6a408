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
  /** Keys under one heading. */
  record Section(String title, List<Key<?>> keys) {
    /** A section with the keys in the given order. */
    public static Section of(String title, Key<?>... keys) {
      return new Section(title, List.of(keys));
    }
  }

  /** Begins a section at the annotated key. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.FIELD)
  @interface Heading {
    String value();
  }

  /**
   * The sections; by default the class's constants in declaration order (picocli relies on that
   * order for options too). The first constant has a {@link Heading}.
   */
  default List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    for (Field field : getClass().getDeclaredFields()) {
      if (field.isAnnotationPresent(Heading.class)) {
        String title = field.getAnnotation(Heading.class).value();
        sections.add(new Section(title, new ArrayList<>()));
      }
      if (field.getType() == Key.class) {
        try {
          sections.get(sections.size() - 1).keys().add((Key<?>) field.get(null));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(field + " must be public", e);
        }
      }
    }
    return sections;
  }

  /** The keys of all modules on the class path. */
  static List<Key<?>> all() {
    List<Key<?>> keys = new ArrayList<>();
    for (KeySource source : ServiceLoader.load(KeySource.class, KeySource.class.getClassLoader())) {
      source.sections().forEach(section -> keys.addAll(section.keys()));
    }
    return keys;
  }
}
