/** A plugin that takes fields from pages by CSS selectors. */
package org.orbweaver.plugins.cssfields;
