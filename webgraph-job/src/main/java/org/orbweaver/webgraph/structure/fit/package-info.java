/**
 * Does a power law describe the tail of some counts? After A. Clauset, C. R. Shalizi, M. E. J.
 * Newman, "Power-law distributions in empirical data", SIAM Review 51 (2009), 661–703: where the
 * tail begins and its exponent ({@link org.orbweaver.webgraph.structure.fit.PowerLaw}), whether
 * something else describes them better ({@link org.orbweaver.webgraph.structure.fit.Alternative}).
 * {@link org.orbweaver.webgraph.structure.fit.PowerLawFit} has it all: also whether the power law
 * can have made the data, and the verdict in words.
 */
package org.orbweaver.webgraph.structure.fit;
