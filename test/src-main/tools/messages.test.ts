import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadTool, TOOL_MODULES } from '../../../src-main/tools/index.ts'
import { runs, SEED } from '../../support/runs.ts'
import { runTool } from '../../support/tools/run-tool.ts'
import type { Json } from '../../support/gateway/test-gateway.ts'

/** Texts that no tool expects: broken in every language, empty in meaning, and names of what objects inherit. */
const HOSTILE = [
  '\u0000',
  '{"a": 1,,}',
  '{{{{',
  '))))((((',
  '[1, 2',
  '\'"`',
  'constructor',
  '__proto__',
  'await x; await y',
  '%%{init}%%',
  '<a><b></a>',
  '*/90 * * 13 *',
  'SELECT * FROM WHERE',
  '${x} {{#a}} {{> b}} {% include "x" %}',
  '2024-13-45T99:99',
  'a: [b\n  c: }',
]

/** What helps nobody who sent an input: words of the language, of libraries and of their stacks. */
const INTERNALS =
  /\bundefined\b|\bNaN\b|\[object |is not a function|is not iterable|Cannot (?:read|set|destructure|convert)|\bexpecting\b|ENOENT|EINVAL|\n\s+at \S+ \(|\.[cm]?[jt]s:\d|node_modules|\b(?:Type|Range|Syntax|Reference|Internal|Zod|Assertion)Error\b|Openapi API|invalid_type|Maximum call stack|memory access|unreachable executed|bwipp|\bajv\b|\bacorn\b|mathjs|\bAST\b|\bJSON at position\b/i
/** Output fields that say something about the input. */
const SAYINGS = new Set([
  'message',
  'messages',
  'reason',
  'reasons',
  'note',
  'notes',
  'warning',
  'warnings',
  'error',
  'errors',
  'hint',
])

/**
 * The fields whose every text is a fine one, so that the tool computes a costly hash or starts an interpreter. Each
 * text of the list is also tried with fields that are cheap; here a few are, and in the long run all of them.
 */
const COSTLY: readonly string[] = [
  'exec-javascript code',
  'exec-jq filter',
  'exec-jq json',
  'crypto-decrypt-aes password',
  'crypto-decrypt-aes context',
  'crypto-encrypt-aes text',
  'crypto-encrypt-aes password',
  'crypto-encrypt-aes context',
  'crypto-password-hash password',
  'crypto-password-verify password',
]
const COSTLY_STEP = runs(8, 1)
/** Programs are what these texts are meant to break: more of them. */
const PROGRAM_STEP = runs(4, 1)

interface Said {
  readonly what: string
  readonly text: string
}

function textsFor(slug: string, field: string): readonly string[] {
  if (!COSTLY.includes(`${slug} ${field}`)) return HOSTILE
  const step = slug.startsWith('exec-') ? PROGRAM_STEP : COSTLY_STEP
  return HOSTILE.filter((_, index) => (index + SEED) % step === 0)
}

async function saidBy(slug: string, field: string, text: string, example: object): Promise<Said[]> {
  const what = `${slug} ${field}=${JSON.stringify(text)}`
  try {
    return sayingsIn(await runTool(slug, { ...example, [field]: text })).map((one) => ({ what, text: one }))
  } catch (error) {
    // A refusal by the schema is worded by the gateway, not by the tool.
    if (error instanceof z.ZodError) return []
    const { name, message } = error as Error
    if (!/^(?:InvalidInput|CallFailed|NeedsKey)$/.test(name))
      throw new Error(`${what} ends in a ${name}: ${message}`, { cause: error })
    return [{ what, text: message }]
  }
}

// What was sent may be quoted, and a program's own words for its faults, marked as such.
function quotedApart(slug: string, said: string, sent: string): string {
  const apart = said.replaceAll(sent, '')
  if (slug === 'exec-javascript') return apart.replace(/^\w+Error: /, '')
  return slug === 'exec-jq' ? apart.replace(/^jq says: [^]*/, '') : apart
}

function sayingsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return SAYINGS.has(key) ? [value] : []
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((one) => sayingsIn(one, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    sayingsIn(one, SAYINGS.has(key) && typeof one === 'string' && name === 'message' ? 'message' : name),
  )
}

describe('what a tool says about a hostile text', () => {
  it.each(Object.keys(TOOL_MODULES))('is a sentence for people: %s', async (slug) => {
    // It searches the catalogue of a gateway, which is not here.
    if (slug === 'tools-search') return
    const tool = (await loadTool(slug))!
    if (tool.tier === 'network' || tool.tier === 'llm' || (tool.sideEffects && 'url' in tool.input.shape))
      return
    const { properties } = z.toJSONSchema(tool.input, { io: 'input' }) as Json
    const fields = Object.entries<Json>(properties)
      .filter(
        ([name, schema]) =>
          name === tool.mainField || (schema.type === 'string' && schema.enum === undefined),
      )
      .map(([name]) => name)
    const bad: Said[] = []
    for (const field of fields)
      for (const text of textsFor(slug, field))
        for (const said of await saidBy(slug, field, text, tool.examples[0]!.input))
          // What was sent may be quoted.
          if (INTERNALS.test(quotedApart(slug, said.text, text))) bad.push(said)
    expect(bad).toEqual([])
    // Catches: a text that a library takes for a key, which changes every object of the process.
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
