/** A plugin with a format of exports: CSV. */
package org.orbweaver.plugins.csv;
