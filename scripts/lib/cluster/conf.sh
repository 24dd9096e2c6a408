# shellcheck shell=bash
# The configuration files of scripts/cluster, made anew at each start from its ports and folder:
#   DIR/conf                      what clients, daemons and containers read (HADOOP_CONF_DIR)
#   DIR/daemons/nodemanager-I     what differs from one NodeManager to the next
#   DIR/daemons/log4j.properties  the daemons' logs (not in conf: a client has its own)

readonly MAX_NODES=20
# Ports from BASE on: 14 for the daemons that exist once, then 4 for each NodeManager.
readonly FIXED_PORTS=14 PORTS_PER_NODE=4
# shellcheck disable=SC2034 # used by scripts/cluster
readonly PORTS_NEEDED=$((FIXED_PORTS + PORTS_PER_NODE * MAX_NODES))

# port_of DAEMON PURPOSE
port_of() {
  local offset node
  case $1/$2 in
    namenode/rpc) offset=0 ;;
    namenode/http) offset=1 ;;
    datanode/data) offset=2 ;;
    datanode/http) offset=3 ;;
    datanode/ipc) offset=4 ;;
    resourcemanager/rpc) offset=5 ;;
    resourcemanager/scheduler) offset=6 ;;
    resourcemanager/tracker) offset=7 ;;
    resourcemanager/admin) offset=8 ;;
    resourcemanager/web) offset=9 ;;
    historyserver/rpc) offset=10 ;;
    historyserver/admin) offset=11 ;;
    historyserver/web) offset=12 ;;
    nodemanager-*/*)
      node=${1#nodemanager-}
      offset=$((FIXED_PORTS + PORTS_PER_NODE * (node - 1)))
      case $2 in
        rpc) ;;
        localizer) offset=$((offset + 1)) ;;
        web) offset=$((offset + 2)) ;;
        shuffle) offset=$((offset + 3)) ;;
      esac
      ;;
  esac
  printf '%s\n' $((BASE + offset))
}

# The purposes of a daemon's ports.
ports_of() {
  case $1 in
    namenode) echo rpc http ;;
    datanode) echo data http ipc ;;
    resourcemanager) echo rpc scheduler tracker admin web ;;
    historyserver) echo rpc admin web ;;
    nodemanager-*) echo rpc localizer web shuffle ;;
  esac
}

# at DAEMON PURPOSE: the address for a configuration file.
at() { printf '127.0.0.1:%s\n' "$(port_of "$1" "$2")"; }

# write_site FILE: a Hadoop configuration file from lines «name value».
write_site() {
  printf '%s\n' '<?xml version="1.0" encoding="UTF-8"?>' \
    '<!-- Written by scripts/cluster at each start: changes made here are lost. -->' \
    '<configuration>' '</configuration>' >"$1.base"
  extend_site "$1.base" "$1"
  rm "$1.base"
}

# extend_site BASE FILE: FILE is BASE and the lines «name value» on standard input.
extend_site() {
  local name value
  {
    sed '/<\/configuration>/d' "$1"
    while read -r name value; do
      [[ -n $name && $name != \#* ]] || continue
      printf '  <property>\n    <name>%s</name>\n    <value>%s</value>\n  </property>\n' "$name" "$value"
    done
    printf '</configuration>\n'
  } >"$2.new"
  mv "$2.new" "$2"
}

write_conf() {
  local i
  write_site "$DIR/conf/core-site.xml" <<EOF
    fs.defaultFS hdfs://$(at namenode rpc)
    hadoop.tmp.dir $DIR/data/tmp
EOF

  write_site "$DIR/conf/hdfs-site.xml" <<EOF
    dfs.replication 1
    dfs.permissions.enabled false
    dfs.namenode.name.dir file://$DIR/data/namenode
    dfs.namenode.http-address $(at namenode http)
    dfs.datanode.data.dir file://$DIR/data/datanode
    dfs.datanode.address $(at datanode data)
    dfs.datanode.http.address $(at datanode http)
    dfs.datanode.ipc.address $(at datanode ipc)
    dfs.namenode.datanode.registration.ip-hostname-check false
    # One DataNode only: there is no other to replace it with when a pipeline fails.
    dfs.client.block.write.replace-datanode-on-failure.enable false
    # While the NameNode is away, a request asks again for ten minutes (docs/cluster.md).
    dfs.client.retry.policy.enabled true
    dfs.client.retry.policy.spec 25000,4
    # A DataNode is dead after 2 × recheck + 10 × heartbeat = 20 s (10 min 30 s by default).
    dfs.heartbeat.interval 1
    dfs.namenode.heartbeat.recheck-interval 5000
    # Leave safe mode as soon as the blocks are reported.
    dfs.namenode.safemode.extension 0
    # A small disk that is nearly full still serves.
    dfs.datanode.du.reserved 0
    dfs.namenode.resource.du.reserved 10485760
EOF

  write_site "$DIR/conf/yarn-site.xml" <<EOF
    yarn.resourcemanager.hostname 127.0.0.1
    yarn.resourcemanager.bind-host 127.0.0.1
    yarn.resourcemanager.address $(at resourcemanager rpc)
    yarn.resourcemanager.scheduler.address $(at resourcemanager scheduler)
    yarn.resourcemanager.resource-tracker.address $(at resourcemanager tracker)
    yarn.resourcemanager.admin.address $(at resourcemanager admin)
    yarn.resourcemanager.webapp.address $(at resourcemanager web)
    yarn.nodemanager.bind-host 127.0.0.1
    yarn.nodemanager.aux-services mapreduce_shuffle
    yarn.nodemanager.aux-services.mapreduce_shuffle.class org.apache.hadoop.mapred.ShuffleHandler
    yarn.application.classpath $DIR/conf,$DIR/lib/*
    # Two NodeManagers of 4 GB: an application master and two or three tasks each.
    yarn.nodemanager.resource.memory-mb 4096
    yarn.nodemanager.resource.cpu-vcores 4
    yarn.scheduler.minimum-allocation-mb 512
    yarn.scheduler.maximum-allocation-mb 4096
    yarn.scheduler.maximum-allocation-vcores 4
    yarn.nodemanager.vmem-check-enabled false
    yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage 99.9
    yarn.nodemanager.disk-health-checker.min-free-space-per-disk-mb 0
    # A node that says nothing for 20 s is lost (10 min by default); the ResourceManager looks
    # every third of that.
    yarn.nm.liveness-monitor.expiry-interval-ms 20000
    # An application master that says nothing for 90 s is given up (10 min by default): a node
    # whose disk fills as it prepares the container does not report it.
    yarn.am.liveness-monitor.expiry-interval-ms 90000
    # Containers are handed out with heartbeats: four a second instead of one.
    yarn.resourcemanager.nodemanagers.heartbeat-interval-ms 250
    # An application master gives a lost node's container up after 10 s of trying to end it there
    # (3 min by default, for which the task's next attempt waits).
    yarn.client.nodemanager-connect.max-wait-ms 10000
    yarn.client.nodemanager-connect.retry-interval-ms 1000
    # A NodeManager that comes back finds the ResourceManager within seconds.
    yarn.resourcemanager.connect.retry-interval.ms 2000
    yarn.resourcemanager.connect.max-wait.ms 60000
    # Logs of containers stay where they were written, for a day.
    yarn.log-aggregation-enable false
    yarn.nodemanager.log.retain-seconds 86400
EOF

  write_site "$DIR/conf/capacity-scheduler.xml" <<EOF
    yarn.scheduler.capacity.root.queues default
    yarn.scheduler.capacity.root.default.capacity 100
    # By default a tenth of the memory is for application masters: one of 1 GB would wait for the
    # other's end.
    yarn.scheduler.capacity.maximum-am-resource-percent 0.5
EOF

  write_site "$DIR/conf/mapred-site.xml" <<EOF
    mapreduce.framework.name yarn
    mapreduce.application.classpath $DIR/conf,$DIR/lib/*
    mapreduce.jobhistory.address $(at historyserver rpc)
    mapreduce.jobhistory.bind-host 127.0.0.1
    mapreduce.jobhistory.admin.address $(at historyserver admin)
    mapreduce.jobhistory.webapp.address $(at historyserver web)
    yarn.app.mapreduce.am.resource.mb 1024
    yarn.app.mapreduce.am.command-opts -Xmx768m -XX:+UseSerialGC
    yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms 250
    # The heap is .8 of it (mapreduce.job.heap.memory-mb.ratio).
    mapreduce.map.memory.mb 1536
    mapreduce.reduce.memory.mb 1536
    mapreduce.map.java.opts -XX:+UseSerialGC
    mapreduce.reduce.java.opts -XX:+UseSerialGC
EOF

  for ((i = 1; i <= NODES; i++)); do write_node_conf "nodemanager-$i"; done
  write_log4j
}

# This folder comes before DIR/conf on the NodeManager's class path, and Hadoop reads the first
# file of a name only: its files repeat what all share.
write_node_conf() {
  mkdir -p "$DIR/daemons/$1"
  extend_site "$DIR/conf/yarn-site.xml" "$DIR/daemons/$1/yarn-site.xml" <<EOF
    yarn.nodemanager.address $(at "$1" rpc)
    yarn.nodemanager.localizer.address $(at "$1" localizer)
    yarn.nodemanager.webapp.address $(at "$1" web)
    yarn.nodemanager.local-dirs $DIR/data/$1
    yarn.nodemanager.log-dirs $DIR/logs/$1
EOF
  # In yarn-site.xml the default of mapred-default.xml would win over it.
  extend_site "$DIR/conf/mapred-site.xml" "$DIR/daemons/$1/mapred-site.xml" <<EOF
    mapreduce.shuffle.port $(port_of "$1" shuffle)
EOF
}

write_log4j() {
  cat >"$DIR/daemons/log4j.properties" <<'EOF'
log4j.rootLogger=INFO, file
log4j.appender.file=org.apache.log4j.RollingFileAppender
log4j.appender.file.File=${orbweaver.cluster.log}
log4j.appender.file.MaxFileSize=20MB
log4j.appender.file.MaxBackupIndex=2
log4j.appender.file.layout=org.apache.log4j.PatternLayout
log4j.appender.file.layout.ConversionPattern=%d{ISO8601} %p %c: %m%n
EOF
}
