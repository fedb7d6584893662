import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { textEntry, withFolders } from './program-tree.ts'
import { tarOf, type TarEntry } from './tar.ts'

/** What the control file of a Debian package says. */
export interface DebFacts {
  readonly version: string
  readonly description: string
  /** Of Debian, such as amd64. */
  readonly architecture: string
  readonly copyright: string
}

/** The window has a package `toolgate`, which electron-builder makes; both have the same command. */
export const DEB_NAME = 'toolgate-gateway'
const PLACE = 'usr/lib/toolgate'
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** @throws Error for a processor for which Node has no program */
export function debArchitecture(arch: string): string {
  const found = ARCHITECTURES[arch]
  if (found === undefined) throw new Error(`There is no Debian package for ${arch}.`)
  return found
}

// Only root could have made it, by running Toolgate as root.
const PRERM = `#!/bin/sh
set -e
rm -rf "\${DPKG_ROOT:-}/${PLACE}/lib/toolgate/out/main/compiled"
`

/**
 * A Debian package of a program, which needs no program of Debian to be made. Its command is a link, its service is
 * made by `toolgate service install` for whoever wants one, and removing it leaves nothing but users' data.
 * @param tree its files, without a folder above them
 * @param seconds the time of every file, since 1970
 * @see https://manpages.debian.org/bookworm/dpkg-dev/deb.5.en.html
 */
export function debOf(tree: readonly TarEntry[], facts: DebFacts, seconds: number): Buffer {
  const data = withFolders([
    ...tree
      .filter(({ kind }) => kind !== 'folder')
      .map((entry) => ({ ...entry, path: `${PLACE}/${entry.path}` })),
    ...tree.flatMap(({ path }) => manLink(path)),
    { kind: 'link', path: 'usr/bin/toolgate', to: '../lib/toolgate/bin/toolgate' },
    textEntry(`usr/share/doc/${DEB_NAME}/copyright`, facts.copyright),
  ])
  const control = [
    textEntry('control', controlText(data, facts)),
    textEntry('md5sums', md5sums(data)),
    textEntry('prerm', PRERM, 0o755),
  ]
  return arOf(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', packed(control, seconds)],
      ['data.tar.gz', packed(data, seconds)],
    ],
    seconds,
  )
}

// `man` looks in one folder, from which a link leads to each page.
function manLink(path: string): TarEntry[] {
  const [, name] = /^lib\/toolgate\/man\/([^/]+)$/.exec(path) ?? []
  if (name === undefined) return []
  return [{ kind: 'link', path: `usr/share/man/man1/${name}`, to: `../../../lib/toolgate/${path}` }]
}

function controlText(data: readonly TarEntry[], facts: DebFacts): string {
  const bytes = data.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0)
  return `Package: ${DEB_NAME}
Version: ${facts.version.replaceAll('-', '~')}
Architecture: ${facts.architecture}
Maintainer: The Toolgate developers <developers@toolgate.invalid>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6 (>= 2.28), libstdc++6
Conflicts: toolgate
Section: utils
Priority: optional
Description: ${facts.description.replace(/\.$/, '')}
 The gateway and the command toolgate, without a window. To have it start at
 login, run: toolgate service install
`
}

function md5sums(data: readonly TarEntry[]): string {
  return data
    .filter((entry) => entry.kind === 'file')
    .map((entry) => `${createHash('md5').update(entry.read()).digest('hex')}  ${entry.path}\n`)
    .join('')
}

// dpkg wants every path to begin with "./".
function packed(entries: readonly TarEntry[], seconds: number): Buffer {
  const dotted = [
    { kind: 'folder', path: '.' } as const,
    ...entries.map((entry) => ({ ...entry, path: `./${entry.path}` })),
  ]
  return gzipSync(Buffer.concat([...tarOf(dotted, seconds)]), { level: 9 })
}

function arOf(members: readonly (readonly [name: string, bytes: Buffer])[], seconds: number): Buffer {
  const parts = members.flatMap(([name, bytes]) => [
    Buffer.from(
      `${name.padEnd(16)}${String(seconds).padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}` +
        `${String(bytes.length).padEnd(10)}\`\n`,
    ),
    bytes,
    Buffer.from(bytes.length % 2 === 1 ? '\n' : ''),
  ])
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}
