/**
 * The output of commands: results, records for people or as JSON, progress, CSV, counts,
 * suggestions.
 */
package org.orbweaver.common.text;
