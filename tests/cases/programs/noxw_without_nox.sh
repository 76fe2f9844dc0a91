#!/bin/sh
[ "$1" = --path ] && echo 'export PATH="$PWD/.nox/demo/bin:$PATH"' && exit
[ "$1 $3" = "-s --" ] || exit 9
session=$2
shift 3
exec .nox/demo/bin/sightbench "$session" "$@"
