#!/bin/sh
# Stands for ptxas: tells a version, and fails in the words of $FAKE_PTXAS.
if [ "$1" = --version ]; then
  echo "Cuda compilation tools, release 12.4, V12.4.131"
else
  echo "ptxas fatal   : $FAKE_PTXAS" >&2
  exit 255
fi
