import { existsSync } from 'node:fs'

/** Where the sandbox builds the only files that its process sees. It must not be above any of them. */
const ROOTS = ['/mnt', '/media', '/srv', '/opt']
/** util-linux, which every distribution has. */
const UNSHARE = '/usr/bin/unshare'
const NEEDED = [UNSHARE, '/bin/sh', '/usr/bin/setpriv']
/** The system's programs and libraries. Each path costs a start some milliseconds. */
const SYSTEM = ['/usr', '/lib', '/lib64', '/bin', '/nix/store', '/dev/null']

/**
 * A file system with only the given paths, all of them read-only, then a program in it without any privileges. The
 * program is not the first process of its space, because that one ignores its own signals, such as V8's abort.
 */
const SCRIPT = `set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1; cwd=$2; shift 2
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev toolgate "$root"
while [ "$1" != -- ]; do
  if [ -L "$1" ]; then
    mkdir -p "$root\${1%/*}"; ln -s "$(readlink "$1")" "$root$1"
  elif [ -e "$1" ]; then
    if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root\${1%/*}"; : >"$root$1"; fi
    mount --rbind "$1" "$root$1"
    mount -o remount,bind,ro,nosuid,nodev "$root$1" || [ -c "$1" ]
  fi
  shift
done
shift
mkdir "$root/proc"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -o remount,bind,ro,nosuid,nodev "$root"
code=0
chroot "$root" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- env -C "$cwd" "$@" || code=$?
exit $code
`

/** Whether this system may have what a sandbox needs. Only trying shows whether it lets this user make one. */
export function mayHaveSandbox(): boolean {
  return process.platform === 'linux' && NEEDED.every((file) => existsSync(file))
}

/**
 * The command that runs a program in a sandbox: Linux's namespaces, which need no privileges. It sees the given files
 * and nothing else, cannot change them, and has neither a network nor other processes.
 * @param cwd the folder that the program starts in
 * @param paths the files and folders that it may read, besides the system's libraries
 * @returns null if the system lacks what this needs
 */
export function sandboxed(
  cwd: string,
  paths: readonly string[],
  program: readonly string[],
): { readonly command: string; readonly args: string[] } | null {
  const root = ROOTS.find((at) => existsSync(at) && !paths.some((path) => path.startsWith(`${at}/`)))
  if (!mayHaveSandbox() || root === undefined) return null
  const spaces = ['--user', '--map-root-user', '--net', '--mount', '--ipc', '--uts', '--pid', '--fork']
  const options = [...spaces, '--kill-child=SIGKILL', '--propagation', 'private']
  return {
    command: UNSHARE,
    args: [
      ...options,
      '/bin/sh',
      '-c',
      SCRIPT,
      'sandbox',
      root,
      cwd,
      ...SYSTEM,
      ...paths,
      '--',
      ...program,
    ],
  }
}
