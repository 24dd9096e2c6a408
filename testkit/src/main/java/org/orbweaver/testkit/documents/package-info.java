/**
 * Documents made byte by byte, ordinary ones and hostile ones, the same from the same seed: {@link
 * org.orbweaver.testkit.documents.OrdinaryDocuments} and {@link
 * org.orbweaver.testkit.documents.HostileDocuments}.
 */
package org.orbweaver.testkit.documents;
