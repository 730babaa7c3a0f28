#!/bin/sh
# Stands for ptxas: tells a version, fails in the words of $FAKE_PTXAS, or writes what is no cubin.
if [ "$1" = --version ]; then
  echo "Cuda compilation tools, release 12.4, V12.4.131"
elif [ -n "$FAKE_PTXAS" ]; then
  echo "ptxas fatal   : $FAKE_PTXAS" >&2
  exit 255
else
  for argument; do
    [ "$before" = -o ] && printf 'some code' > "$argument"
    before=$argument
  done
fi
