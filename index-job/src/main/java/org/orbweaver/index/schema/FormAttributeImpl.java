package org.orbweaver.index.schema;

import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.AttributeReflector;

/** Lucene finds it by its name. */
public final class FormAttributeImpl extends AttributeImpl implements FormAttribute {
  private Form form;

  @Override
  public Form get() {
    return form;
  }

  @Override
  public void set(Form newForm) {
    form = newForm;
  }

  @Override
  public void clear() {
    form = null;
  }

  @Override
  public void reflectWith(AttributeReflector reflector) {
    reflector.reflect(FormAttribute.class, "form", form == null ? null : form.text());
  }

  @Override
  public void copyTo(AttributeImpl target) {
    ((FormAttribute) target).set(form);
  }
}
