/**
 * The parts of {@code orb why URL DIR}. Each module that knows something about a URL has a {@link
 * org.orbweaver.common.why.WhySource}; {@code orb} asks them in the order of a round, and each adds
 * to one {@link org.orbweaver.common.why.UrlHistory}. To extend the answer, implement the interface
 * and add the source to the module's commands: nothing else needs to change.
 */
package org.orbweaver.common.why;
