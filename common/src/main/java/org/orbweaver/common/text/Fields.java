package org.orbweaver.common.text;

import java.util.LinkedHashMap;

/** Named values in order: a JSON object under construction, for {@link Json#line}. */
public final class Fields extends LinkedHashMap<String, Object> {
  private static final long serialVersionUID = 1;

  /** Adds a field; its value may be null. */
  public Fields with(String name, Object value) {
    put(name, value);
    return this;
  }

  /** Adds a field if it has a value. */
  public Fields withKnown(String name, Object value) {
    return value == null ? this : with(name, value);
  }
}
