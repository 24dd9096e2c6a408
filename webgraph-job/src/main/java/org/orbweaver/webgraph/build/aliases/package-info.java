/**
 * Pages that redirect or name a canonical page, and the ends of their chains: by jobs ({@link
 * org.orbweaver.webgraph.build.aliases.AliasJobs}) or in memory ({@link
 * org.orbweaver.webgraph.build.aliases.AliasTable}).
 */
package org.orbweaver.webgraph.build.aliases;
