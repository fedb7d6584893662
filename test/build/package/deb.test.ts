import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { debArchitecture, debOf, DEB_NAME } from '../../../build/package/deb.ts'
import { textEntry, withFolders } from '../../../build/package/program-tree.ts'
import { tarOf, type TarEntry } from '../../../build/package/tar.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const has = (program: string) => spawnSync(program, ['--version']).status === 0
const LONG = `lib/${'folder-of-a-library/'.repeat(9)}a-file-in-it.js`
const START = '#!/bin/sh\necho "from $0"\n'
const tree: TarEntry[] = [
  textEntry('bin/toolgate', START, 0o755),
  textEntry('lib/é 中.txt', 'x'.repeat(512)),
  textEntry(LONG, 'far away'),
  textEntry('lib/toolgate/man/toolgate.1.gz', 'a man page'),
  textEntry('lib/toolgate/out/main/cli.js', ''),
]
const SECONDS = 1_800_000_000

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    // What dpkg asks for lies where not everyone has it on their path.
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, TZ: 'UTC' },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}

describe('a tar archive', () => {
  it.skipIf(!has('tar'))('is unpacked by the tar of the system, with all paths, modes and bytes', () => {
    const folder = makeTempDir()
    writeFileSync(join(folder, 'a.tar'), Buffer.concat([...tarOf(withFolders(tree), SECONDS)]))
    run('tar', '-xf', join(folder, 'a.tar'), '-C', folder)
    for (const entry of tree)
      if (entry.kind === 'file') expect(readFileSync(join(folder, entry.path))).toEqual(entry.read())
    expect(statSync(join(folder, 'bin/toolgate')).mode & 0o777).toBe(0o755)
    expect(statSync(join(folder, LONG)).mtimeMs).toBe(SECONDS * 1000)
  })

  it('is the same bytes for the same files, and refuses a path that would be cut', () => {
    const bytes = () => Buffer.concat([...tarOf(withFolders(tree), SECONDS)])
    expect(bytes().equals(bytes())).toBe(true)
    expect(() => [...tarOf([textEntry('x'.repeat(101), '')], SECONDS)]).toThrow('too long')
    expect(() => [...tarOf([{ kind: 'link', path: 'a', to: 'x'.repeat(101) }], SECONDS)]).toThrow(
      'too long',
    )
  })
})

describe.skipIf(!has('dpkg-deb'))('the Debian package', () => {
  const facts = {
    version: '1.2.0-rc.1',
    description: 'A gateway for tools.',
    architecture: 'all',
    copyright: 'MIT',
  }
  const packed = (): { folder: string; deb: string } => {
    const folder = makeTempDir()
    const deb = join(folder, 'a.deb')
    writeFileSync(deb, debOf(tree, facts, SECONDS))
    return { folder, deb }
  }

  it('says to dpkg-deb what it is', () => {
    const { deb } = packed()
    const field = (name: string) => run('dpkg-deb', '--field', deb, name).trim()
    expect([field('Package'), field('Version'), field('Architecture')]).toEqual([
      DEB_NAME,
      '1.2.0~rc.1',
      'all',
    ])
    expect(field('Description').split('\n')[0]).toBe('A gateway for tools')
    // The window's own package has the same command.
    expect(field('Conflicts')).toBe('toolgate')
    expect(run('dpkg-deb', '--contents', deb)).toMatch(
      /root\/root.*\.\/usr\/bin\/toolgate -> \.\.\/lib\/toolgate\/bin\/toolgate/,
    )
    const root = join(makeTempDir(), 'root')
    run('dpkg-deb', '--extract', deb, root)
    expect(readFileSync(join(root, 'usr/share/man/man1/toolgate.1.gz'), 'utf8')).toBe('a man page')
  })

  it('installs into a root of its own, runs through its link, verifies, and leaves nothing when it is removed', () => {
    const { folder, deb } = packed()
    const root = join(folder, 'root')
    for (const name of ['updates', 'info', 'triggers'])
      mkdirSync(join(root, 'var/lib/dpkg', name), { recursive: true })
    for (const name of ['status', 'available']) writeFileSync(join(root, 'var/lib/dpkg', name), '')
    const dpkg = (...args: string[]) =>
      run(
        'dpkg',
        `--root=${root}`,
        '--log=/dev/null',
        '--force-not-root',
        '--force-depends',
        '--force-script-chrootless',
        ...args,
      )
    dpkg('--install', deb)
    expect(readlinkSync(join(root, 'usr/bin/toolgate'))).toBe('../lib/toolgate/bin/toolgate')
    expect(run(join(root, 'usr/bin/toolgate'))).toContain('from ')
    expect(dpkg('--verify', DEB_NAME)).toBe('')
    mkdirSync(join(root, 'usr/lib/toolgate/lib/toolgate/out/main/compiled'), { recursive: true })
    dpkg('--remove', DEB_NAME)
    expect(readdirSync(root)).toEqual(['var'])
    expect(existsSync(join(root, 'usr'))).toBe(false)
  })

  it('is made for the processors that Debian and Node share', () => {
    expect([debArchitecture('x64'), debArchitecture('arm64')]).toEqual(['amd64', 'arm64'])
    expect(() => debArchitecture('mips')).toThrow('mips')
  })
})
