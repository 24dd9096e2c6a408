/** The output of commands: results, progress, JSON, CSV, counts, suggestions. */
package org.orbweaver.common.text;
