/**
 * The crawler: the phases of a round, each a package of its own, and what they share: their
 * configuration keys and commands.
 */
package org.orbweaver.crawler;
