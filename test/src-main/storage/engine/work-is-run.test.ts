import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../../src-main')
const DECLARED = /^\s*(?:export )?(?:function\*? |\*)?(#?\w+)\([^{}]*?\): Work</gm
const MADE_INSIDE = /^.*function ?\* ?\(.*$|^[ \t]+function ?\*.*$/gm
/** Where else than in `this` work comes from. */
const STORES = [
  'store',
  'stored',
  'idempotency',
  'receipts',
  'memory',
  '#stored',
  '#quota',
  '#pruning',
  '#versions',
  '#counters',
  '#queues',
  'audit',
  'ledger',
  '#ledger',
  'settings',
  'toolsets',
  'allowedOrigins',
  'folders',
  'signUps',
]

const texts = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }))
  .filter(({ text }) => text.includes("work.ts'"))

/** The functions and methods of a text that return work. */
function namesIn(text: string): string[] {
  return [...text.matchAll(DECLARED)].map(([, name]) => name!)
}

/** Calls that begin a line and whose result nobody takes. */
function lyingIn(text: string, all: readonly string[]): string[] {
  const own = namesIn(text).map((name) => `this\\.${name}`)
  const others = all.map((name) => `(?:[\\w#]+\\.)*(?:${STORES.join('|')})\\.${name}`)
  const call = new RegExp(String.raw`^\s*(?:if \(.*\) )?(?:${[...own, ...others].join('|')})\(.*`, 'gm')
  return [...text.matchAll(call)]
    .filter(({ index }) => !/(?:[=(,?:]|=>|yield\*|return)$/.test(text.slice(0, index).trimEnd()))
    .map(([line]) => line.trim())
}

// Catches: a generator that each call makes for itself, which V8 gives a shape of its own: calls cost a fifth more.
it('is written as methods and functions of modules', () => {
  const made = texts.flatMap(({ file, text }) =>
    [...text.matchAll(MADE_INSIDE)].map(([line]) => `${file}: ${line.trim()}`),
  )
  expect(made).toEqual([])
  expect('a(function* () {\n  function* b() {'.match(MADE_INSIDE)).toHaveLength(2)
})

// Catches: a call that makes work and never runs it, which the types allow and nothing would report.
it('leaves no work lying about: what makes some gives it to an engine or runs it', () => {
  const all = [...new Set(texts.flatMap(({ text }) => namesIn(text)))]
  expect(all).toEqual(expect.arrayContaining(['finish', 'refuseFull', 'pruneWhenDue', '#makeRoom']))
  expect(texts.flatMap(({ file, text }) => lyingIn(text, all).map((line) => `${file}: ${line}`))).toEqual(
    [],
  )
  const forgotten =
    '  *a(): Work<void> {\n    this.#stored.refuseFull(1)\n    yield* this.b()\n    this.a()\n  }'
  expect(lyingIn(forgotten, all)).toEqual(['this.#stored.refuseFull(1)', 'this.a()'])
})
