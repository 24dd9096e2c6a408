package org.orbweaver.index.export;

import java.util.Locale;

/** What an index is exported as. */
public enum ExportFormat {
  /** Bulk requests and a mapping for OpenSearch and Elasticsearch. */
  OPENSEARCH,
  /** JSON lines and a schema for Solr. */
  SOLR,
  /** Tab-separated values. */
  TSV,
  /** Postings in the Common Index File Format. */
  CIFF;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
