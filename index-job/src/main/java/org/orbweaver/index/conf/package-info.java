/** The settings of indexing and search. Depends on no other package of this module. */
package org.orbweaver.index.conf;
