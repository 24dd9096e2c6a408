package org.orbweaver.crawler.page.document;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * Marks the one place that may make a call which the build forbids elsewhere; say why beside it.
 */
@Retention(RetentionPolicy.CLASS)
@interface AllowForbidden {
  /** Why it is right here. */
  String value();
}
