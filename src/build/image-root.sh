#!/bin/sh
# image-root.sh FROM ROOT: lays out below ROOT all that the image holds, for the executable that FROM has.
# Runs in a Debian with the packages that the Dockerfile names.
set -eu
from=$1
root=$2
umask 022

# Copies a file to the same place below ROOT; of a link, what it leads to.
keep() {
  install -D -m "$1" "$2" "$root$2"
}

# Which package a file came from. Debian has moved /lib into /usr, and its lists only in part.
package_of() {
  real=$(readlink -f "$1")
  for name in "$1" "$real" "${real#/usr}"; do
    dpkg-query --search "$name" 2> /dev/null | grep -o -m 1 '^[^:]*' && return
  done
  echo "no package has $1" >&2
  return 1
}

install -D -m 755 "$from/hushlink" "$root/hushlink"
install -D -m 644 "$from/LICENSE" "$root/usr/share/doc/hushlink/copyright"

libraries=$(ldd "$from/hushlink")
case $libraries in *'not found'*)
  echo "$libraries" >&2
  exit 1
  ;;
esac
libraries=$(echo "$libraries" | grep -o '/[^ ]*')
# Not in a pipe, which would hide that a file has no package.
packages=$(for file in $libraries; do package_of "$file" || exit 1; done)
packages=$(echo "$packages" | sort -u)
certificates=/etc/ssl/certs/ca-certificates.crt

for library in $libraries; do keep 755 "$library"; done
keep 644 "$certificates"
keep 644 /etc/os-release

# What is asked of an image without a package manager: which packages its files are of, and under which licence.
for package in $packages ca-certificates; do
  mkdir -p "$root/var/lib/dpkg/status.d"
  dpkg-query --status "$package" > "$root/var/lib/dpkg/status.d/$package"
  keep 644 "/usr/share/doc/$package/copyright"
done

cat > "$root/etc/passwd" << 'END'
root:x:0:0:root:/:/sbin/nologin
hushlink:x:65532:65532:hushlink:/data:/sbin/nologin
END
cat > "$root/etc/group" << 'END'
root:x:0:
hushlink:x:65532:
END
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"

# For our own user, and for any other: whoever is in no list of users is of group 0.
mkdir "$root/data"
chown 65532:0 "$root/data"
chmod 770 "$root/data"

find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
