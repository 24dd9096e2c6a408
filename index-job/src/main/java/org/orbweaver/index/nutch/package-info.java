/** Apache Nutch's indexing filters as fields of the index. */
package org.orbweaver.index.nutch;
