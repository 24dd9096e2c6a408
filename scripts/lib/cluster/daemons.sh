# shellcheck shell=bash
# The processes of scripts/cluster: their jars, start, stop and health. A daemon NAME has
# DIR/run/NAME.pid, DIR/logs/NAME.log (Hadoop's) and DIR/logs/NAME.out (the JVM's).

readonly DEPENDENCY_PLUGIN=org.apache.maven.plugins:maven-dependency-plugin:3.9.0
readonly DAEMON_OPTS="-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true \
--add-opens=java.base/java.lang=ALL-UNNAMED"
# How long each may take, in seconds, on a slow and busy machine.
readonly START_LIMIT=180 STOP_LIMIT=30

# shellcheck disable=SC2153 # NODES is set by scripts/cluster
all_daemons() {
  local i
  printf '%s\n' namenode datanode resourcemanager historyserver
  for ((i = 1; i <= NODES; i++)); do printf 'nodemanager-%s\n' "$i"; done
}

main_class() {
  case $1 in
    namenode) echo org.apache.hadoop.hdfs.server.namenode.NameNode ;;
    datanode) echo org.apache.hadoop.hdfs.server.datanode.DataNode ;;
    resourcemanager) echo org.apache.hadoop.yarn.server.resourcemanager.ResourceManager ;;
    historyserver) echo org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer ;;
    nodemanager-*) echo org.apache.hadoop.yarn.server.nodemanager.NodeManager ;;
  esac
}

main_port() {
  if [[ $1 == datanode ]]; then port_of "$1" data; else port_of "$1" rpc; fi
}

web_port() {
  case $1 in
    namenode | datanode) port_of "$1" http ;;
    *) port_of "$1" web ;;
  esac
}

# ---- Java and jars ------------------------------------------------------------------------------

JAVA=
find_java() {
  local home=${JAVA_HOME:-} version
  if [[ -z $home ]]; then
    command -v java >/dev/null || fail "no java on the PATH, and JAVA_HOME is not set: install a JDK 17"
    home=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
  fi
  [[ -x $home/bin/java ]] || fail "no Java at $home (JAVA_HOME): install a JDK 17"
  version=$("$home/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
  if ! [[ $version =~ ^[0-9]+$ ]] || ((version < 17)); then
    fail "$home is Java ${version:-unknown}: 17 is needed"
  fi
  # The NodeManagers hand it on to the containers.
  export JAVA_HOME=$home
  JAVA=$home/bin/java
}

# Copies Hadoop's jars into the folder, once: a running cluster then outlives «mvn clean».
get_jars() {
  local version stamp
  version=$(sed -n 's:.*<hadoop\.version>\(.*\)</hadoop\.version>.*:\1:p' "$HERE/../pom.xml")
  [[ -n $version ]] || fail "found no hadoop.version in $HERE/../pom.xml"
  stamp="$version $(cksum <"$LIB/pom.xml")"
  [[ "$(cat "$DIR/lib/.complete" 2>/dev/null)" != "$stamp" ]] || return 0
  [[ -z $(running_daemons) ]] \
    || fail "the cluster runs with other jars than Hadoop $version: stop it, then start it again"
  command -v mvn >/dev/null || fail "mvn is not on the PATH: Maven fetches Hadoop's jars"
  say "getting Hadoop $version from Maven (once, about 100 MB)"
  rm -rf "${DIR:?}/lib" "$DIR/lib.new"
  mvn -B -ntp -q -f "$LIB/pom.xml" "$DEPENDENCY_PLUGIN:copy-dependencies" \
    "-Dhadoop.version=$version" "-DoutputDirectory=$DIR/lib.new" \
    -DincludeScope=runtime >"$DIR/logs/maven.log" 2>&1 \
    || fail "Maven could not get Hadoop $version: see $DIR/logs/maven.log"
  # HDFS's web pages, which the daemons insist on, are in a jar of tests only.
  (cd "$DIR/lib.new" && "$JAVA_HOME/bin/jar" xf hadoop-hdfs-"$version"-tests.jar webapps) \
    || fail "cannot unpack hadoop-hdfs-$version-tests.jar with $JAVA_HOME/bin/jar: is it a JDK?"
  rm "$DIR"/lib.new/*-tests.jar
  printf '%s\n' "$stamp" >"$DIR/lib.new/.complete"
  mv "$DIR/lib.new" "$DIR/lib"
}

# ---- processes ----------------------------------------------------------------------------------

command_line() {
  if [[ -d /proc/self ]]; then
    { tr '\0' ' ' <"/proc/$1/cmdline"; } 2>/dev/null || true
  else
    ps -o command= -p "$1" 2>/dev/null || true
  fi
}

# A process id may have gone to another program since it was written down: the mark tells.
mark() { printf -- '-Dorbweaver.cluster.log=%s/logs/%s.log ' "$DIR" "$1"; }

pid_of() {
  local pid
  pid=$(cat "$DIR/run/$1.pid" 2>/dev/null) || return 1
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  [[ "$(command_line "$pid") " == *"$(mark "$1")"* ]] || return 1
  printf '%s\n' "$pid"
}

is_running() { pid_of "$1" >/dev/null; }

running_daemons() {
  local file name
  for file in "$DIR"/run/*.pid; do
    name=$(basename "$file" .pid)
    if is_running "$name"; then printf '%s\n' "$name"; fi
  done
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# A block of free ports below the range from which systems take ports for outgoing connections.
choose_ports() {
  local try base port
  for ((try = 0; try < 50; try++)); do
    base=$((20000 + (RANDOM % 110) * 100))
    for ((port = base; port < base + PORTS_NEEDED; port++)); do
      if listens "$port"; then continue 2; fi
    done
    printf '%s\n' "$base"
    return 0
  done
  return 1
}

check_ports() {
  local purpose port
  for purpose in $(ports_of "$1"); do
    port=$(port_of "$1" "$purpose")
    if listens "$port"; then
      fail "port $port of the $1 is taken by another program: free it, or choose others with --ports BASE"
    fi
  done
}

# class_path DAEMON
class_path() {
  if [[ -d $DIR/daemons/$1 ]]; then printf '%s:' "$DIR/daemons/$1"; fi
  printf '%s' "$DIR/conf:$DIR/daemons:$DIR/lib:$DIR/lib/*"
}

format_if_new() {
  [[ ! -e $DIR/data/namenode/current/VERSION ]] || return 0
  [[ ! -e $DIR/data/datanode/current/VERSION ]] \
    || fail "$DIR/data/namenode is gone but data/datanode is not: not formatting over it"
  say "formatting HDFS in $DIR/data"
  # -force: a format that was cut short leaves an incomplete folder; there is no data yet.
  # shellcheck disable=SC2046,SC2086
  HADOOP_CONF_DIR=$DIR/conf "$JAVA" $DAEMON_OPTS "$(mark format | tr -d ' ')" \
    -cp "$(class_path namenode)" "$(main_class namenode)" -format -force -nonInteractive \
    >"$DIR/logs/format.out" 2>&1 || fail "HDFS could not be formatted: see $DIR/logs/format.out and format.log"
}

launch() {
  local name=$1 session=nohup
  if command -v setsid >/dev/null; then session=setsid; fi
  rm -f "$DIR/run/$name.pid"
  (
    cd "$DIR" || exit
    export HADOOP_CONF_DIR=$DIR/conf
    # The shell writes its id down and becomes the daemon: no moment without a record of it.
    # shellcheck disable=SC2016,SC2086
    exec $session bash -c 'echo $$ >"$0"; exec "$@"' "$DIR/run/$name.pid" \
      "$JAVA" $DAEMON_OPTS "$(mark "$name" | tr -d ' ')" -cp "$(class_path "$name")" \
      "$(main_class "$name")" </dev/null >"$DIR/logs/$name.out" 2>&1 9>&-
  ) &
  local deadline=$((SECONDS + 10))
  until is_running "$name"; do
    ((SECONDS < deadline)) || fail "$name did not start: see $DIR/logs/$name.out"
    sleep 0.1
  done
}

# stop_daemons NAME…: in this order. NodeManagers may go together, but all must be gone before what
# they depend on is told, and so on.
stop_daemons() {
  local name nodes=()
  for name in "$@"; do
    if [[ $name != nodemanager-* ]]; then await_end ${nodes[@]+"${nodes[@]}"}; fi
    kill "$(pid_of "$name")" 2>/dev/null || true
    if [[ $name == nodemanager-* ]]; then nodes+=("$name"); else await_end "$name"; fi
  done
  await_end ${nodes[@]+"${nodes[@]}"}
}

await_end() {
  local deadline=$((SECONDS + STOP_LIMIT)) name
  for name in "$@"; do
    while is_running "$name"; do
      if ((SECONDS >= deadline)); then
        say "$name does not stop: killing it"
        kill_daemon "$name"
      fi
      sleep 0.1
    done
    rm -f "$DIR/run/$name.pid"
  done
}

kill_daemon() {
  local pid
  pid=$(pid_of "$1") || return 0
  kill -9 "$pid" 2>/dev/null || true
  while is_running "$1"; do sleep 0.05; done
  rm -f "$DIR/run/$1.pid"
}

# end_containers FOLDER/: kills the containers whose logs are below that folder. Those of a
# NodeManager that was killed go on running without it.
end_containers() {
  local folder pid
  [[ -d /proc/self ]] || return 0
  for folder in /proc/[0-9]*; do
    pid=${folder#/proc/}
    [[ "$(command_line "$pid")" != *"-Dyarn.app.container.log.dir=$1"* ]] || kill -9 "$pid" 2>/dev/null || true
  done
}

# ---- health -------------------------------------------------------------------------------------

# bean DAEMON QUERY: a JMX bean as JSON. By bash alone: a fresh machine may lack curl.
bean() {
  # shellcheck disable=SC2016
  timeout 5 bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0" && printf "GET /jmx?qry=%s HTTP/1.0\r\nHost: localhost\r\n\r\n" "$1" >&3 && cat <&3' \
    "$(web_port "$1")" "$2" 2>/dev/null || true
}

# attribute NAME: its value in the JSON on standard input, empty if it is not there.
attribute() { sed -n "s/^ *\"$1\" : \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\r\{0,1\}\$/\1/p" | head -n 1; }

live_datanodes() { bean namenode 'Hadoop:service=NameNode,name=FSNamesystemState' | attribute NumLiveDataNodes; }
live_nodemanagers() { bean resourcemanager 'Hadoop:service=ResourceManager,name=ClusterMetrics' | attribute NumActiveNMs; }

hdfs_state() {
  local info live
  info=$(bean namenode 'Hadoop:service=NameNode,name=FSNamesystemState')
  live=$(attribute NumLiveDataNodes <<<"$info")
  if [[ -z $live ]]; then echo "not responding"; return; fi
  if [[ $(attribute FSState <<<"$info") == Operational ]]; then
    echo "ready, $live of 1 DataNodes live"
  else
    echo "in safe mode, $live of 1 DataNodes live"
  fi
}

yarn_state() {
  local metrics live lost
  metrics=$(bean resourcemanager 'Hadoop:service=ResourceManager,name=ClusterMetrics')
  live=$(attribute NumActiveNMs <<<"$metrics")
  lost=$(attribute NumLostNMs <<<"$metrics")
  if [[ -z $live ]]; then echo "not responding"; return; fi
  echo "$live of $NODES NodeManagers live, ${lost:-0} lost"
}

health() {
  if listens "$(main_port "$1")" && [[ -n $(bean "$1" 'java.lang:type=Runtime' | attribute VmName) ]]; then
    echo healthy
  else
    echo "not responding"
  fi
}

# Waits until each daemon that runs answers, HDFS is writable, the NodeManagers are registered.
wait_healthy() {
  local deadline=$((SECONDS + START_LIMIT)) name
  for name in $(selected); do
    until [[ $(health "$name") == healthy ]]; do
      is_running "$name" || fail "$name ended while starting: $(last_error "$name")"
      ((SECONDS < deadline)) || fail "$name is not responding after $START_LIMIT s: see $DIR/logs/$name.log"
      sleep 0.3
    done
  done
  if is_running namenode && is_running datanode; then
    until [[ $(hdfs_state) == "ready, 1 of"* ]]; do
      ((SECONDS < deadline)) || fail "HDFS is not writable after $START_LIMIT s: see $DIR/logs/namenode.log"
      sleep 0.3
    done
  fi
  if is_running resourcemanager; then
    until (($(live_nodemanagers) >= $(running_daemons | grep -c '^nodemanager-' || true))); do
      ((SECONDS < deadline)) \
        || fail "the NodeManagers are not registered after $START_LIMIT s: see $DIR/logs/resourcemanager.log"
      sleep 0.3
    done
  fi
}

# The last complaint in a daemon's log, on one line.
last_error() {
  local line
  line=$(grep -hE ' (ERROR|FATAL) |Exception|^Error' "$DIR/logs/$1.log" "$DIR/logs/$1.out" 2>/dev/null | tail -n 1 | cut -c 1-200)
  printf '%s (see %s/logs/%s.log and .out)' "${line:-no reason given}" "$DIR" "$1"
}
