/** What the tests of a plugin need. */
package org.orbweaver.plugin.test;
