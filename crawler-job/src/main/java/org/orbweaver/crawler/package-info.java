/**
 * The crawler: the phases of a round, each in a package of its own, and the configuration keys and
 * commands that they share.
 */
package org.orbweaver.crawler;
