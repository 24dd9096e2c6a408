/**
 * A crawl on an object store: S3A of Hadoop, with S3Proxy as the server in this JVM. The module is
 * apart from the others because of their libraries, which the product does not bring.
 */
package org.orbweaver.s3;
