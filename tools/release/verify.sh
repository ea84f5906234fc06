#!/bin/sh
# Verifies a download of Parlay Desk: sh verify.sh KEY.pem [FOLDER]
# Needs OpenSSL 3 or newer and sha256sum (or shasum), nothing else. Checks the signature of the list of checksums by the
# release key, then every file of the folder by that list, and the signed statement of how they were made. Get this script
# and the key from the repository, not from where the files are: who could change those could change these.
set -eu
LC_ALL=C
export LC_ALL
# With these, cd could enter another folder of the same name, which would be verified in place of this one.
unset CDPATH OLDPWD
# Not by echo, which in some shells obeys backslashes: a name could take back what was printed.
fail() { printf 'NOT VERIFIED: %s\n' "$1" >&2; exit 1; }
need() {
  [ -e "$1" ] || [ -L "$1" ] || fail "$1 is missing"
  [ -f "$1" ] && [ ! -L "$1" ] || fail "$1 is a link, a folder or a device, not a file"
}

[ $# -ge 1 ] || fail 'name the public key: sh verify.sh KEY.pem [FOLDER]'
need "$1"
key=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
# Older ones, and LibreSSL, cannot verify a file by Ed25519.
case $(openssl version 2>/dev/null || echo none) in
  OpenSSL\ [3-9].* | OpenSSL\ [1-9][0-9].*) ;;
  none) fail 'openssl is not installed: install OpenSSL 3 or newer' ;;
  *) fail "OpenSSL 3 or newer is needed, this is $(openssl version): install it and put it first on the path" ;;
esac
cd "${2:-.}" || fail 'no such folder'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
openssl pkey -pubin -in "$key" -noout -text 2>/dev/null | grep -qi 'ed25519' || fail 'the key is not a public Ed25519 key'
verify() { openssl pkeyutl -verify -rawin -pubin -inkey "$key" -in "$1" -sigfile "$2" >/dev/null 2>&1; }

need SHA256SUMS
need SHA256SUMS.sig
verify SHA256SUMS SHA256SUMS.sig || fail 'SHA256SUMS is not signed by this key'
# Only plain names in the signed list: nothing outside the folder is read.
grep -Evq '^[0-9a-f]{64}  [A-Za-z0-9_.+][A-Za-z0-9_.+-]*$' SHA256SUMS && fail 'SHA256SUMS has a line that it must not have'
if command -v sha256sum >/dev/null; then sum=sha256sum; else sum='shasum -a 256'; fi

checked=0
for file in * .[!.]* ..?*; do
  [ -e "$file" ] || [ -L "$file" ] || continue
  # Unnamed here: characters of control would be obeyed by the terminal.
  case $file in -* | *[!A-Za-z0-9_.+-]*) fail 'a file in this folder has a name that no file of a release has' ;; esac
  case $file in SHA256SUMS | SHA256SUMS.sig) continue ;; esac
  { [ "$file" -ef "$key" ] || [ "$file" -ef "$self" ]; } 2>/dev/null && continue
  need "$file"
  wanted=$(awk -v name="$file" '$2 == name { print $1 }' SHA256SUMS)
  [ -n "$wanted" ] || fail "$file is not part of this release"
  [ "$($sum <"./$file" | cut -d' ' -f1)" = "$wanted" ] || fail "$file was changed"
  printf 'ok  %s\n' "$file"
  checked=$((checked + 1))
done
[ "$checked" -gt 0 ] || fail 'there is no file to verify here'

if [ -f provenance.dsse.json ]; then
  field() { sed -n "s/.*\"$1\":\"\([A-Za-z0-9+\/=]*\)\".*/\1/p" provenance.dsse.json; }
  field payload | openssl base64 -d -A >"$work/payload"
  field sig | openssl base64 -d -A >"$work/sig"
  type=application/vnd.in-toto+json
  printf 'DSSEv1 %d %s %d ' ${#type} $type "$(wc -c <"$work/payload")" | cat - "$work/payload" >"$work/signed"
  verify "$work/signed" "$work/sig" || fail 'provenance.dsse.json is not signed by this key'
  echo "Made from $(sed -n 's/.*"gitCommit":"\([0-9a-f]*\)".*/commit \1/p' "$work/payload")"
fi
echo "VERIFIED: $checked files"
