#!/bin/sh
# cargo as trybuild calls it, in the build folder of everything else here: with flags, a
# target and a folder of its own it builds every dependency once more, twice.
left=$#
while [ "$left" -gt 0 ]; do
  word=$1
  shift
  left=$((left - 1))
  case $word in
    --config=*) ;;
    --target)
      shift
      left=$((left - 1))
      ;;
    *) set -- "$@" "$word" ;;
  esac
done
case ${CARGO_TARGET_DIR-} in
  */tests/trybuild) export CARGO_TARGET_DIR="${CARGO_TARGET_DIR%/tests/trybuild}" ;;
esac
exec cargo "$@"
