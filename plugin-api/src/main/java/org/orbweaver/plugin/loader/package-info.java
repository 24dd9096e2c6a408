/**
 * Finds plugins in folders and loads them, each with a class loader of its own. Internal to
 * Orbweaver: not for plugins.
 */
package org.orbweaver.plugin.loader;
