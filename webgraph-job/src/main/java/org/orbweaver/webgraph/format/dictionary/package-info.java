/**
 * The names of a graph's nodes: a sorted dictionary, front-coded by {@link
 * org.orbweaver.webgraph.format.dictionary.UrlDictionaryWriter}, whose comment specifies the
 * format, and read across its parts by {@link org.orbweaver.webgraph.format.dictionary.NodeNames}.
 */
package org.orbweaver.webgraph.format.dictionary;
