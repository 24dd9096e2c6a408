/**
 * Errors that end a command: errors that a person can act on, exit codes, and the one-line form of
 * any failure.
 */
package org.orbweaver.common.error;
