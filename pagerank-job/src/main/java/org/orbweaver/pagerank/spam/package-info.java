/**
 * Link spam: spam mass with suspects, spam farms, and candidates for trusted seeds, from published
 * ranks.
 */
package org.orbweaver.pagerank.spam;
