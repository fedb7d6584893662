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
