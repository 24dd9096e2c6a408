/** The plugins of a configuration: where they are, what they provide, and how tasks get them. */
package org.orbweaver.common.plugin;
