package org.orbweaver.s3;

import java.io.Closeable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;
import org.jclouds.blobstore.domain.StorageMetadata;
import org.jclouds.blobstore.options.CopyOptions;
import org.jclouds.blobstore.options.ListContainerOptions;
import org.jclouds.rest.AuthorizationException;

/**
 * An S3 server with its objects in memory, which counts requests, and refuses all of them from the
 * n-th change on: so the client is as dead as a killed process.
 */
final class S3Server implements Closeable {
  private final BlobStoreContext context;
  private final BlobStore store;
  private final S3Proxy proxy;
  private final Map<String, Integer> requests = new TreeMap<>();
  private int changes;
  private int diesAt = Integer.MAX_VALUE;

  S3Server() throws Exception {
    context =
        ContextBuilder.newBuilder("transient")
            .credentials("test", "secret")
            .build(BlobStoreContext.class);
    store = context.getBlobStore();
    BlobStore watched =
        (BlobStore)
            Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BlobStore.class}, this::serve);
    proxy =
        S3Proxy.builder()
            .blobStore(watched)
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, "test", "secret")
            .ignoreUnknownHeaders(true)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .build();
    proxy.start();
    while (!proxy.getState().equals("STARTED")) {
      Thread.sleep(1);
    }
  }

  private Object serve(Object self, Method method, Object[] args) throws Throwable {
    String name = method.getName();
    boolean isChange = name.matches("(put|copy|remove|complete|upload).*");
    synchronized (requests) {
      requests.merge(name, 1, Integer::sum);
      changes += isChange ? 1 : 0;
      if (changes >= diesAt) {
        throw new AuthorizationException("the client is dead");
      }
    }
    try {
      return method.invoke(store, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Serves again, and counts from 0; dies at the n-th change. */
  void begin(int at) {
    synchronized (requests) {
      requests.clear();
      changes = 0;
      diesAt = at;
    }
  }

  int changes() {
    synchronized (requests) {
      return changes;
    }
  }

  /** The store's operations since {@link #begin}, by name. */
  Map<String, Integer> requests() {
    synchronized (requests) {
      return new TreeMap<>(requests);
    }
  }

  void bucket(String name) {
    store.createContainerInLocation(null, name);
  }

  /** Makes a bucket equal to another. */
  void copy(String from, String to) {
    store.deleteContainer(to);
    bucket(to);
    for (String key : keys(from)) {
      store.copyBlob(from, key, to, key, CopyOptions.NONE);
    }
  }

  /** The keys of all objects. */
  List<String> keys(String bucket) {
    List<String> keys = new ArrayList<>();
    String marker = null;
    do {
      ListContainerOptions options = ListContainerOptions.Builder.recursive();
      var page = store.list(bucket, marker == null ? options : options.afterMarker(marker));
      for (StorageMetadata object : page) {
        keys.add(object.getName());
      }
      marker = page.getNextMarker();
    } while (marker != null);
    return keys;
  }

  void remove(String bucket, String key) {
    store.removeBlob(bucket, key);
  }

  /** Settings with which {@code s3a:} is this server. */
  Configuration conf() {
    Configuration conf = new Configuration();
    conf.set("fs.s3a.endpoint", "http://127.0.0.1:" + proxy.getPort());
    conf.set("fs.s3a.endpoint.region", "us-east-1");
    conf.set("fs.s3a.access.key", "test");
    conf.set("fs.s3a.secret.key", "secret");
    conf.set(
        "fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
    conf.set("fs.s3a.path.style.access", "true");
    conf.set("fs.s3a.connection.ssl.enabled", "false");
    conf.set("fs.s3a.attempts.maximum", "1");
    conf.set("fs.s3a.retry.limit", "0");
    conf.set("fs.s3a.bucket.probe", "0");
    return conf;
  }

  @Override
  public void close() {
    try {
      // Hadoop keeps a client for each bucket's name; it would take the next server for this one.
      FileSystem.closeAll();
      proxy.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      context.close();
    }
  }
}
