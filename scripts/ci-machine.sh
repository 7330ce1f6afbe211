#!/usr/bin/env bash
# Adds what a bare Debian machine lacks for the tests in a browser and in a sandbox. Never fails: without root the tests
# bring libraries of their own, only the Chinese in their pictures is then unreadable, and the tests of the sandbox are
# skipped.
set -uo pipefail

packages=()
libraries="$(/sbin/ldconfig -p 2>/dev/null)"
for library in libnss3.so libnspr4.so libexpat.so.1; do
  [[ "$libraries" == *"$library"* ]] || packages=(libnss3 libnspr4 libexpat1)
done
chinese="$(fc-list ':lang=zh' 2>/dev/null | head -n 1)"
command -v bwrap >/dev/null || packages+=(bubblewrap)
[ -n "$chinese" ] || packages+=(fontconfig fonts-dejavu-core fonts-wqy-microhei)
[ "${#packages[@]}" -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "not installed, for want of root: ${packages[*]}"
    exit 0
  fi
  as_root=(sudo -n)
fi
command -v apt-get >/dev/null || exit 0
echo "installing ${packages[*]}"
export DEBIAN_FRONTEND=noninteractive
{ "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}"; } \
  >/dev/null 2>&1 || echo "could not install ${packages[*]}: going on without"
exit 0
