/**
 * Does a power law describe the tail of some counts? After A. Clauset, C. R. Shalizi, M. E. J.
 * Newman, "Power-law distributions in empirical data", SIAM Review 51 (2009), 661–703: the start of
 * the tail and its exponent ({@link org.orbweaver.webgraph.structure.fit.PowerLaw}), and whether
 * another distribution describes it better ({@link
 * org.orbweaver.webgraph.structure.fit.Alternative}). {@link
 * org.orbweaver.webgraph.structure.fit.PowerLawFit} combines them, tests whether the power law can
 * have made the data, and gives the verdict in words.
 */
package org.orbweaver.webgraph.structure.fit;
