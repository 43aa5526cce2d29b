# Reads the folder of the test process, then waits. `bye` ends it at once. When the
# pipe closes without it, the test process is gone: whatever still names the folder
# is ended with everything below it, and the folder is removed. `spare NAME` keeps one
# folder below it, and what names that one and no other.
trap '' INT TERM HUP QUIT PIPE
IFS= read -r root || exit 0
case $root in */e2e-*) ;; *) exit 0 ;; esac
spared=" "
while IFS= read -r line; do
  case $line in
    bye) exit 0 ;;
    "spare "*) spared="$spared${line#spare } " ;;
  esac
done

# The folders to clean up: the whole one, or all in it that are not spared.
folders() {
  if [ "$spared" = " " ]; then
    printf '%s\n' "$root"
    return
  fi
  for folder in "$root"/*/; do
    folder=${folder%/}
    case $spared in
      *" ${folder##*/} "*) ;;
      *) printf '%s\n' "$folder" ;;
    esac
  done
}

# Sets `found` to the ids that carry a mark, and `table` to all as id:parent.
look() {
  found=" "
  table=
  marks=$(folders | sed 's|.*|=&/|')
  # No mark at all would be found in everything.
  [ -n "$marks" ] || return
  if [ -r /proc/self/stat ]; then
    for file in $(printf '%s\n' "$marks" | grep -lF -f - /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null); do
      pid=${file#/proc/}
      found="$found${pid%%/*} "
    done
    for file in /proc/[0-9]*/stat; do
      { IFS= read -r line <"$file"; } 2>/dev/null || continue
      pid=${line%% *}
      set -- ${line##*) }
      table="$table $pid:$2"
    done
  else
    while read -r pid parent command; do
      table="$table $pid:$parent"
      IFS='
'
      for mark in $marks; do
        case $command in *"$mark"*) found="$found$pid " ;; esac
      done
      unset IFS
    done <<END
$(ps -axww -o pid=,ppid=,command=)
END
  fi
  more=1
  while [ -n "$more" ] && [ "$found" != " " ]; do
    more=
    for pair in $table; do
      case $found in *" ${pair%%:*} "*) continue ;; esac
      case $found in *" ${pair##*:} "*)
        found="$found${pair%%:*} "
        more=1
        ;;
      esac
    done
  done
}

# Twice nothing, a moment apart: a process may be between being made and being named.
quiet=0
tries=0
while [ "$quiet" -lt 2 ] && [ "$tries" -lt 50 ]; do
  look
  killed=
  for pid in $found; do
    [ "$pid" = $$ ] || { kill -9 "$pid" 2>/dev/null && killed=1; }
  done
  if [ -n "$killed" ]; then quiet=0; else quiet=$((quiet + 1)); fi
  folders | while IFS= read -r folder; do rm -rf "$folder"; done
  tries=$((tries + 1))
  sleep 0.1
done
folders | while IFS= read -r folder; do rm -rf "$folder"; done
