/**
 * What ends a command: errors that a person can act on, exit codes, and any failure in one line.
 */
package org.orbweaver.common.error;
