import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/** The fuses of Electron in the order in which its program has them; https://github.com/electron/fuses. */
const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** After the sentinel: the version of the list, and how many fuses it has. */
const WIRE = Buffer.from([
  ...Buffer.from(SENTINEL),
  1,
  FUSES.length,
  ...Buffer.from('0'.repeat(FUSES.length)),
])

/** A file in the place of Electron's program, which has nothing of it but its fuses, all of them off. */
export function standInProgram(): Buffer {
  return Buffer.concat([Buffer.from('\u007FELF a stand-in for the program of Electron\n'), WIRE])
}

/**
 * The fuses of a program, by the names that electron-builder has for them.
 * @throws Error for a program without any
 */
export function fusesOf(program: Buffer): Readonly<Record<string, boolean>> {
  const at = program.indexOf(SENTINEL)
  if (at < 0) throw new Error('The program has no fuses.')
  const states = program.subarray(at + SENTINEL.length + 2)
  return Object.fromEntries(FUSES.map((name, index) => [name, String.fromCharCode(states[index]!) === '1']))
}

interface AsarNode {
  readonly files?: Readonly<Record<string, AsarNode>>
  readonly unpacked?: boolean
}

/**
 * The files of an asar archive, and whether each lies outside of it. Its head is four numbers and a document of JSON.
 * @see https://github.com/electron/asar#format
 */
export function asarFiles(archive: string): ReadonlyMap<string, { readonly unpacked: boolean }> {
  const file = openSync(archive, 'r')
  try {
    const sizes = Buffer.alloc(16)
    readSync(file, sizes, 0, 16, 0)
    const head = Buffer.alloc(sizes.readUInt32LE(12))
    readSync(file, head, 0, head.length, 16)
    const found = new Map<string, { readonly unpacked: boolean }>()
    // The format's own document.
    addFiles(JSON.parse(head.toString()) as AsarNode, '', found)
    return found
  } finally {
    closeSync(file)
  }
}

function addFiles(node: AsarNode, path: string, found: Map<string, { readonly unpacked: boolean }>): void {
  for (const [name, child] of Object.entries(node.files ?? {})) {
    const own = path === '' ? name : `${path}/${name}`
    if (child.files === undefined) found.set(own, { unpacked: child.unpacked === true })
    else addFiles(child, own, found)
  }
}

/**
 * What is wrong with a packed desktop app.
 * @param folder the unpacked app, as electron-builder's target `dir` makes it on Linux
 * @param program the name of its program
 * @param wanted the fuses of the configuration
 */
export function faultsOf(
  folder: string,
  program: string,
  wanted: Readonly<Record<string, boolean>>,
): readonly string[] {
  const files = asarFiles(`${folder}/resources/app.asar`)
  const names = [...files.keys()]
  const needed = [
    'package.json',
    'LICENSE',
    'out/THIRD-PARTY-NOTICES.txt',
    'out/main/desktop.js',
    'out/main/package.json',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
  ]
  const fuses = fusesOf(readFileSync(`${folder}/${program}`))
  return [
    ...needed.filter((name) => !files.has(name)).map((name) => `${name} is not packed`),
    ...names
      .filter((name) => /^node_modules\/node-(linux|win)-/.test(name))
      .map((name) => `${name}: a second Node`),
    ...names
      .filter((name) => name.endsWith('.node') && files.get(name)?.unpacked !== true)
      .map((name) => `${name} is inside of the archive, where the system cannot load it`),
    ...(names.some((name) => name.endsWith('.node')) ? [] : ['no machine code is packed']),
    ...Object.entries(wanted)
      .filter(([name, on]) => fuses[name] !== on)
      .map(([name, on]) => `the fuse ${name} is not ${on ? 'on' : 'off'}`),
  ]
}
