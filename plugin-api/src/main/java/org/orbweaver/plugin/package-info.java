/**
 * The interfaces of plugins. A plugin is a folder of jars, one of which names a class that
 * implements {@link org.orbweaver.plugin.Plugin} in {@code
 * META-INF/services/org.orbweaver.plugin.Plugin}. Orbweaver's own parts are registered in the same
 * way.
 *
 * <p>Objects that a plugin returns are used by one thread at a time, unless their interface says
 * otherwise. A task asks its plugins anew for each of its threads.
 */
package org.orbweaver.plugin;
