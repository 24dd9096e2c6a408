package org.orbweaver.common.text;

import java.util.LinkedHashMap;

/** Named values in their order: a JSON object in the making, as {@link Json#line} takes it. */
public final class Fields extends LinkedHashMap<String, Object> {
  private static final long serialVersionUID = 1;

  /** The fields so far and one more; its value may be null. */
  public Fields with(String name, Object value) {
    put(name, value);
    return this;
  }

  /** The fields so far, and one more if it has a value. */
  public Fields withKnown(String name, Object value) {
    return value == null ? this : with(name, value);
  }
}
