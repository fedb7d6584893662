import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { describe, expect, it } from 'vitest'
import { NATIVES } from '../../build/package/natives.ts'

const CHUNKS = new URL('../../out/main/chunks/', import.meta.url)
const codeOf = (chunk: string): string => readFileSync(new URL(chunk, CHUNKS), 'utf8')
const NAMES = readdirSync(CHUNKS).filter((name) => name.endsWith('.js'))

/** A chunk and all that it loads at once. */
function loadedWith(chunk: string): Set<string> {
  const loaded = new Set([chunk])
  // A set goes on with what is added meanwhile.
  for (const each of loaded)
    for (const [, name] of codeOf(each).matchAll(/^(?:const|let) \w+ = require\("\.\/([^"]+)"\)/gm))
      loaded.add(name!)
  return loaded
}

function packagesIn(chunks: Iterable<string>): Set<string> {
  const marks = [...chunks].flatMap((chunk) => [
    ...codeOf(chunk).matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm),
  ])
  return new Set(marks.map(([, name]) => name!))
}

describe('the built gateway', () => {
  const tools = NAMES.find((name) =>
    codeOf(name).includes('// src-main/tools/crypto/crypto-hash-sha256.ts'),
  )!
  const start = NAMES.find((name) => codeOf(name).includes('// src-main/instance/start-gateway.ts'))!

  // Catches: a megabyte to read and compile at every start, for a helper that a start shares with a tool.
  it('starts without the definitions of its tools', () => {
    expect(tools).toBeDefined()
    const loaded = loadedWith(start)
    expect(loaded.size).toBeGreaterThan(10)
    expect(loaded).not.toContain(tools)
  })

  // Catches: helpers beside the tools in one chunk, so that the first call of any tool loads the libraries of all.
  it('loads the definitions of all tools without their libraries', () => {
    const packages = packagesIn(loadedWith(tools))
    expect(packages).toContain('zod')
    expect([...packages].filter((name) => !['zod', 'jsonc-parser', 'stemmer'].includes(name))).toEqual([])
  })

  // Catches: a third of the code of a start, for certificates that the gateway never makes.
  it('carries no library for certificates', () => {
    const packages = packagesIn(NAMES)
    expect(packages).toContain('listhen')
    expect(packages).not.toContain('node-forge')
  })

  it('requires only what Node has, and the packages with machine code', () => {
    const required = NAMES.flatMap((name) => [
      ...codeOf(name).matchAll(/^(?:const|let) \w+ = require\("([^."][^"]*)"\)/gm),
    ])
    const packages = new Set(required.map(([, name]) => name!).filter((name) => !isBuiltin(name)))
    expect(packages).toContain('better-sqlite3')
    expect([...packages].filter((name) => !['electron', ...NATIVES].includes(name))).toEqual([])
  })
})
