# Sourced by scripts/orb in a source tree, whose folder is $home. Builds what has changed and sets $image to the
# folder to run from.
#
# Images stand in target/run, one folder a build; `current` is a link to the newest. A build makes a new folder and
# moves the link, so that what is running keeps its jars. Each run holds a shared lock on its image (file
# descriptor 8, which Java inherits); a later build removes the images that nobody holds.
# shellcheck shell=bash

images=$home/target/run

stale() {
  [[ ! -e $images/current/.built ]] ||
    [[ -n $(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/src/main "$home"/build \
      "$home"/conf/orbweaver-default.xml "$home"/conf/*-urlfilter.txt \
      -newer "$images/current/.built" -print -quit) ]]
}

build() {
  command -v mvn >/dev/null || { echo "orb: building needs Maven (mvn is not on the PATH)" >&2; exit 1; }
  mkdir -p "$home/logs"
  echo "orb: building (output in $home/logs/build.log) ..." >&2
  local new
  new=$images/$(date -u +%Y%m%d%H%M%S).$$
  mkdir "$new"
  # Checks belong to `mvn verify`.
  # Before the build: what changes while it runs is newer.
  touch "$new/.built"
  if ! (cd "$home" && mvn -B -ntp -Dmaven.test.skip=true -Dspotless.check.skip -Dforbiddenapis.skip -pl bench -am package) >"$home/logs/build.log" 2>&1; then
    rm -rf "$new"
    echo "orb: the build failed; the end of $home/logs/build.log:" >&2
    tail -n 20 "$home/logs/build.log" >&2
    exit 1
  fi
  : >"$new/.lock"
  cp -R "$home/orb/target/image/." "$new"
  mkdir "$new/bench"
  cp "$home"/bench/target/*.jar "$home"/testkit/target/*.jar "$new/bench"
  ln -sfn "${new##*/}" "$images/.current"
  mv -T "$images/.current" "$images/current"
  remove_unused "$new"
}

# Removes the images but the newest that nobody runs from, and what an interrupted build left.
remove_unused() {
  local old
  for old in "$images"/[0-9]*; do
    [[ $old == "$1" ]] || {
      if [[ -e $old/.lock ]]; then flock -n "$old/.lock" rm -rf "$old" || true; else rm -rf "$old"; fi
    }
  done
}

# Takes the newest image, and keeps it from being removed as long as this process and its heir, Java, live.
hold() {
  until image=$(readlink -f "$images/current") && { exec 8<"$image/.lock"; } 2>/dev/null && flock -s 8 &&
    [[ -e $image/.lock ]]; do
    : # A build has just removed it: there is a newer one.
  done
}

if stale; then
  mkdir -p "$images"
  exec 9>"$images/.building"
  flock 9
  if stale; then build; fi
  exec 9>&-
fi
hold
