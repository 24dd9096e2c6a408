package org.orbweaver.index.schema;

import org.apache.lucene.util.Attribute;

/** The form of the term at hand. */
public interface FormAttribute extends Attribute {
  /** Null if it is not known. */
  Form get();

  void set(Form form);
}
