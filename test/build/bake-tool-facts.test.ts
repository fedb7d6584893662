import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readAllFacts } from '../../src-main/tools/all-facts.ts'

const CHUNKS = new URL('../../out/main/chunks/', import.meta.url)

// Unnoticed, every start would import every definition again.
it('the built gateway carries the facts of every tool exactly as the definitions state them', async () => {
  const built = readdirSync(CHUNKS)
    .map((name) => readFileSync(new URL(name, CHUNKS), 'utf8'))
    .find((code) => code.includes('readAllFacts ='))
  const written = /"(?:\\.|[^"\\])*crypto-hash-sha256(?:\\.|[^"\\])*"/.exec(built ?? '')?.[0]
  expect(JSON.parse(JSON.parse(written ?? '""') as string)).toEqual(await readAllFacts())
})

// Catches: helpers beside the tools in one chunk, so that the first call of any tool loads the libraries of all.
it('the built definitions of all tools load no library', () => {
  const tools = readdirSync(CHUNKS).find((name) => /^tools-.*\.js$/.test(name)) ?? ''
  const code = readFileSync(new URL(tools, CHUNKS), 'utf8')
  const imported = [...code.matchAll(/^import\b[^;]*?from "([^"]+)"/gm)].map(([, from]) => from!)
  expect(imported.length).toBeGreaterThan(0)
  expect(imported.filter((from) => !from.startsWith('./') && !from.startsWith('node:'))).toEqual([])
})
