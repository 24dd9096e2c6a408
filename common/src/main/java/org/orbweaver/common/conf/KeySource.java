package org.orbweaver.common.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The keys of a module, in the order and under the headings of the reference. Sources are found by
 * {@link ServiceLoader}: a module names its own in {@code META-INF/services}.
 */
public interface KeySource {
  /** Keys under one heading. */
  record Section(String title, List<Key<?>> keys) {
    /** Keys in the order given. */
    public static Section of(String title, Key<?>... keys) {
      return new Section(title, List.of(keys));
    }
  }

  List<Section> sections();

  /** The keys of all modules on the class path. */
  static List<Key<?>> all() {
    List<Key<?>> keys = new ArrayList<>();
    for (KeySource source : ServiceLoader.load(KeySource.class, KeySource.class.getClassLoader())) {
      source.sections().forEach(section -> keys.addAll(section.keys()));
    }
    return keys;
  }
}
