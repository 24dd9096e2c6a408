package org.orbweaver.crawler.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/**
 * The table, which exists with its column groups.
 *
 * @param name the table's
 * @param conf with HBase's settings
 */
record WebTable(TableName name, Configuration conf) {

  /** A column group (HBase's column family): columns stored, read and kept together. */
  enum ColumnGroup {
    /** How the request ended, and the headers of the answer. */
    FETCH(Integer.MAX_VALUE),
    /** The bytes of the page, and their type. */
    CONTENT(Integer.MAX_VALUE),
    /** The result of parsing them. */
    PARSE(Integer.MAX_VALUE),
    /**
     * The text of the links to the page; only the newest, since each fetch of a source would add
     * one.
     */
    ANCHOR(1);

    private final int versions;

    ColumnGroup(int versions) {
      this.versions = versions;
    }

    byte[] family() {
      return Bytes.toBytes(name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * Finds the table, or creates it with defaults except for the number of versions.
   *
   * @throws OrbException (failed) within a minute if HBase cannot be reached
   */
  static WebTable open(Configuration base, String table) throws IOException {
    TableName name;
    try {
      name = TableName.valueOf(table);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage(
          "--out: not a table of HBase: " + Console.safe(table) + " (" + e.getMessage() + ")");
    }
    Configuration conf = HBaseConfiguration.create(base);
    // HBase's own timeout, which the tasks use, is twenty minutes.
    Configuration hasty = new Configuration(conf);
    hasty.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    hasty.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 30_000);
    hasty.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 30_000);
    hasty.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 20_000);
    hasty.setInt("hbase.client.sync.wait.timeout.msec", 30_000);
    hasty.setInt("zookeeper.recovery.retry", 3);
    hasty.setInt("zookeeper.registry.async.get.timeout", 5_000);
    try (Connection connection = ConnectionFactory.createConnection(hasty);
        Admin admin = connection.getAdmin()) {
      if (admin.tableExists(name)) {
        check(admin.getDescriptor(name));
      } else {
        create(admin, name);
      }
    } catch (IOException e) {
      throw OrbException.failed(
          "cannot reach HBase by ZooKeeper at "
              + conf.get(HConstants.ZOOKEEPER_QUORUM)
              + ", port "
              + conf.get(HConstants.ZOOKEEPER_CLIENT_PORT)
              + ": "
              + Failure.reason(e)
              + " (is it running? hbase.zookeeper.quorum and hbase-site.xml say where)",
          e);
    }
    return new WebTable(name, conf);
  }

  private static void check(TableDescriptor table) {
    List<String> missing = new ArrayList<>();
    for (ColumnGroup group : ColumnGroup.values()) {
      if (!table.hasColumnFamily(group.family())) {
        missing.add(Bytes.toString(group.family()));
      }
    }
    if (!missing.isEmpty()) {
      throw OrbException.failed(
          "HBase table "
              + table.getTableName()
              + " has no column family "
              + String.join(", ", missing)
              + ": name another table, or add what is missing with 'alter' in 'hbase shell'");
    }
  }

  private static void create(Admin admin, TableName name) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    Arrays.stream(ColumnGroup.values())
        .map(
            group ->
                ColumnFamilyDescriptorBuilder.newBuilder(group.family())
                    .setMaxVersions(group.versions)
                    .build())
        .forEach(table::setColumnFamily);
    admin.createTable(table.build());
  }
}
