/** Search over several indexes, also those of others, merged by reciprocal-rank fusion. */
package org.orbweaver.index.meta;
