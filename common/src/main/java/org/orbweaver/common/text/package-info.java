/** What commands print and write: results, progress, JSON, CSV, counts, suggestions. */
package org.orbweaver.common.text;
