#!/bin/sh
# Installs a .deb, removes and purges it, in a copy of this system that is in memory and gone afterwards; prints what is
# there after each step. Needs root. throw-away-root.sh FILE.deb NAME
set -eu
[ "${IN_NAMESPACE:-}" ] || IN_NAMESPACE=1 exec unshare --mount --propagation private sh "$0" "$@"
deb=$1 name=$2
work=$(mktemp -d)
trap 'umount -R "$work"; rmdir "$work"' EXIT
mount -t tmpfs tmpfs "$work"
mkdir "$work/changes" "$work/work" "$work/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/changes,workdir=$work/work" "$work/root"
mount -t proc proc "$work/root/proc"
mount --bind /dev "$work/root/dev"
mkdir -p "$work/root/tmp"
cp "$deb" "$work/root/tmp/package.deb"

inside() { chroot "$work/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C "$@"; }
# What this system and dpkg keep of every package is left out.
changed() {
  (cd "$work/changes" && find . ! -type d ! -type c | sed 's/^\.//' | sort |
    grep -Ev '^/(tmp/package\.deb|var/(lib/(dpkg|apt)|cache|log)/.*|usr/share/applications/mimeinfo\.cache|usr/share/icons/hicolor/icon-theme\.cache|usr/share/mime/.*)$') || true
}
echo "== installed"
inside dpkg --force-depends --install /tmp/package.deb >&2
inside dpkg-query --show --showformat='status ${db:Status-Status}\n' "$name"
echo "starts $(inside readlink -f "/usr/bin/$name")"
changed
echo "== removed"
inside dpkg --remove "$name" >&2
changed
echo "== purged"
inside dpkg --purge "$name" >&2
inside dpkg-query --show --showformat='status ${db:Status-Status}\n' "$name" 2>/dev/null || echo 'status unknown'
changed
