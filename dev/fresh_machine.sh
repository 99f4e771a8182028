# SPDX-License-Identifier: BSD-3-Clause
# To be sourced by scripts that set `machine`: a folder that becomes a Debian with nothing in it, and commands that run there.

can_make_a_machine() {
    if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
        echo "skipped: a fresh Debian: it takes root and debootstrap (package debootstrap)"
        return 1
    fi
}

# What it said is in $machine.log. The machine knows its own name, or every start of Open MPI would wait for five seconds.
make_machine() {
    rm -rf "$machine"
    mkdir -p "$(dirname "$machine")"
    debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$machine" >"$machine.log" || {
        tail "$machine.log"
        return 1
    }
    cp /etc/resolv.conf "$machine/etc"
    echo "127.0.0.1 localhost $(hostname)" >"$machine/etc/hosts"
    inside apt-get -q update >>"$machine.log"
}

# Mounts live as long as the command, in a namespace of its own: nothing of this machine is below the folder when it is removed. The
# folder is the root of that namespace, not only of the command, because tests enter namespaces by their roots.
inside() {
    unshare --mount sh -ec 'mount --rbind "$0" "$0"
        cd "$0"
        mount -t proc proc proc
        mount --rbind /sys sys
        mount --rbind /dev dev
        pivot_root . mnt
        exec chroot . env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            sh -ec "umount -l /mnt; exec \"\$@\"" sh "$@"' "$machine" "$@"
}
