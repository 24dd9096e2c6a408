/**
 * Documents made byte by byte, ordinary and hostile ones, reproducible from a seed: {@link
 * org.orbweaver.testkit.documents.OrdinaryDocuments} and {@link
 * org.orbweaver.testkit.documents.HostileDocuments}.
 */
package org.orbweaver.testkit.documents;
