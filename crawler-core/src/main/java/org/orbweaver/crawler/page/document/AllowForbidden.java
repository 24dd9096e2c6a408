package org.orbweaver.crawler.page.document;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks a place that makes a call which the build forbids elsewhere. */
@Retention(RetentionPolicy.CLASS)
@interface AllowForbidden {
  /** The reason for the call. */
  String value();
}
