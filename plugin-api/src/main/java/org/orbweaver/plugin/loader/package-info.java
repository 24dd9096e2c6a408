/** Finds plugins in folders and loads them, each with a class loader of its own. */
package org.orbweaver.plugin.loader;
