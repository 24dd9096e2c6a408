package org.orbweaver.crawler.conf;

/** The origins that are asked for {@code /.well-known/tdmrep.json}. */
public enum TdmRepOrigins {
  /** None; a file already known counts until its day is over. */
  NEVER,
  /** Those whose robots.txt has statements on the use of content. */
  STATED,
  /** All: an origin costs one request a day, which most of them answer by 404. */
  ALWAYS
}
