import { expect, it } from 'vitest'
import { readLock } from '../../../src-main/extensions/npm/read-lock.ts'

const INTEGRITY = `sha512-${'a'.repeat(86)}==`
const REGISTRY = 'https://registry.example/x/-/x-1.0.0.tgz'

/** A lockfile of a server that needs one other package. */
function lockWith(needed: object): string {
  const server = {
    ...{ version: '1.0.0', resolved: REGISTRY, integrity: INTEGRITY },
    bin: { server: 'index.js' },
  }
  const packages = { '': {}, 'node_modules/server': server, 'node_modules/needed': needed }
  return JSON.stringify({ lockfileVersion: 3, packages })
}

it('takes a lockfile whose packages all have an integrity', () => {
  const plan = readLock(lockWith({ version: '2.0.0', resolved: REGISTRY, integrity: INTEGRITY }), 'server')
  expect(plan).toMatchObject({ name: 'server', version: '1.0.0', entry: 'index.js', count: 2 })
})

// Catches: a package that may be another one tomorrow, though its owner has agreed to what it is today.
it.each([
  ['of a repository', { version: '2.0.0', resolved: 'git+ssh://git@example.com/needed.git#0a1b' }],
  ['of an address without an integrity', { version: '2.0.0', resolved: REGISTRY }],
  ['of a folder', { resolved: '../needed', link: true }],
])('refuses a package %s, which cannot be pinned', (_what, needed) => {
  expect(() => readLock(lockWith(needed), 'server')).toThrow(
    /^needed, which server needs, .*cannot be pinned/,
  )
})
