import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { threadCpuMs } from '../../../support/cpu-time.ts'
import { runs, SEED } from '../../../support/runs.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS, HOSTILE_VALUES } from '../../../support/tools/hostile-values.ts'
import { lawTools, leavesOf, outcomeOf, runsHere, type LawTool } from '../../../support/tools/law-tools.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

/** Each place of each input takes its turn with a part of the values, and in the long run with all of them. */
const OFTEN = runs(16, 1)
/** They start a process or compute a costly hash for each call. */
const COSTLY = new Set([
  'crypto-decrypt-aes',
  'crypto-encrypt-aes',
  'crypto-password-hash',
  'crypto-password-verify',
  'exec-javascript',
  'exec-jq',
  'exec-sql-on-json',
  'svg-generate-chart',
  'vision-barcode-generate',
])
/** A tool that runs on the gateway's own thread may hold it no longer, in milliseconds of processor time. */
const MAX_INLINE_MS = 100

const tools = (await lawTools()).filter(runsHere)

/** An input with a value in one place of it, and lists and objects on the way where there are none. */
function withValue(base: unknown, path: readonly string[], value: unknown): unknown {
  const [head, ...rest] = path
  if (head === undefined) return value
  if (head === '[]') {
    const list: unknown[] = Array.isArray(base) ? base : []
    return [withValue(list[0], rest, value), ...list.slice(1)]
  }
  const object = typeof base === 'object' && base !== null && !Array.isArray(base) ? (base as Json) : {}
  const name = head === '*' ? (Object.keys(object)[0] ?? 'a') : head
  return { ...object, [name]: withValue(object[name], rest, value) }
}

function valuesFor(schema: Json): readonly unknown[] {
  if (schema.enum !== undefined || schema.const !== undefined) return []
  if (schema.type === undefined || schema.type === 'object') return [...HOSTILE_VALUES, ...HOSTILE_TEXTS]
  if (schema.type === 'string') return HOSTILE_TEXTS
  if (schema.type !== 'number' && schema.type !== 'integer') return []
  return [schema.minimum ?? -1e308, schema.maximum ?? 1e308, 0, -0, 5e-324, 0.1 + 0.2, 2 ** 53 + 2]
}

function* inputsOf({ slug, input, definition }: LawTool): Generator<unknown> {
  const every = COSTLY.has(slug) ? OFTEN * 10 : OFTEN
  let turn = SEED
  for (const { path, schema } of leavesOf(input)) {
    const inputs = definition.examples.map((example) => example.input as Json)
    const base = inputs.find((one) => one[path[0]!] !== undefined) ?? inputs[0]
    // Numbers have few values, of which the ends are the ones that matter.
    const step = schema.type === 'number' || schema.type === 'integer' ? Math.min(every, 2) : every
    for (const value of valuesFor(schema)) if (turn++ % step === 0) yield withValue(base, path, value)
  }
}

beforeEach(() => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) vi.spyOn(console, method)
})

afterEach(() => {
  // Catches: a library that prints what it was given on the output of the gateway.
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    expect(console[method]).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  // Catches: a name that a library takes for a way into the objects that all objects inherit from.
  expect(Object.keys(Object.prototype)).toEqual([])
})

describe('a hostile value in any place of an input', () => {
  it.each(tools.map((tool) => [tool.slug, tool] as const))(
    'is answered or refused in words, and soon: %s',
    async (slug, tool) => {
      // What the first call loads does not count.
      await outcomeOf(slug, tool.definition.examples[0]!.input)
      for (const input of inputsOf(tool)) {
        const what = JSON.stringify(input).slice(0, 500)
        const cpuMs = async () => {
          const before = threadCpuMs()
          await outcomeOf(slug, input).catch((error: unknown) => {
            throw new Error(`${slug} breaks on ${what}`, { cause: error })
          })
          return threadCpuMs() - before
        }
        const first = await cpuMs()
        if (tool.definition.worker === true || first <= MAX_INLINE_MS) continue
        // Once more, without what the machine did beside it.
        expect(Math.min(await cpuMs(), await cpuMs()), what).toBeLessThan(MAX_INLINE_MS)
      }
    },
  )
})

// Generators make names of keys, and have to find another one for as long as a name is taken.
describe('hostile names of members', () => {
  const generators = tools.filter(({ slug }) => /^code-json-to-|schema-generate$/.test(slug))

  it.each(generators.map((tool) => [tool.slug, tool] as const))(
    'get names in the code of %s',
    async (slug, { input }) => {
      const named = Object.fromEntries(HOSTILE_NAMES.map((name, index) => [name, index]))
      const languages: readonly string[] = input.properties.language?.enum ?? ['']
      for (const language of languages.filter((_, index) => (index + SEED) % OFTEN === 0 || index === 0))
        for (const json of [named, { a: named, b: [named, { [HOSTILE_NAMES[0]!]: named }] }]) {
          const outcome = await outcomeOf(slug, { json, ...(language === '' ? {} : { language }) })
          expect(outcome, `${slug} ${language}`).toHaveProperty('data.result')
        }
    },
  )
})
