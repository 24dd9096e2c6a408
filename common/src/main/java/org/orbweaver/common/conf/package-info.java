/**
 * Configuration keys as typed constants, the generated {@code orbweaver-default.xml}, and the check
 * that no {@code orbweaver.*} setting is misspelt.
 */
package org.orbweaver.common.conf;
