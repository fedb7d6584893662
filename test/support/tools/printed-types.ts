import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import {
  inferModel,
  namesTakenIn,
  printLanguage,
  type LanguageName,
} from '../../../src-main/inference/index.ts'
import { HOSTILE_KEYS, jsonValues } from './json-samples.ts'

/** One document with something of everything that a printer has to say. */
export const EVERYTHING = {
  id: 9_007_199_254_740_993,
  'full-name': 'Ada',
  class: 'x',
  tags: ['a'],
  scores: [1, 2.5],
  unknown: null,
  nothing: [],
  created: '2026-01-31T10:00:00Z',
  mixed: [1, 'x', null],
  rates: { EUR: 1, USD: 1.08, GBP: 0.9, JPY: 160 },
  rows: [
    ['a', 1, true],
    ['b', 2, false],
    ['c', 3, null],
  ],
  people: [
    { name: 'Bo', age: 3 },
    { name: 'Cy', nick: 'c' },
  ],
  tree: { value: 1, next: { value: 2, next: { value: 3, next: null } } },
  events: [
    { type: 'move', x: 1, y: 2 },
    { type: 'text', body: 'a', size: 3 },
    { type: 'move', x: 3, y: 4 },
    { type: 'text', body: 'b', size: 1 },
  ],
}

const KEYS = HOSTILE_KEYS.filter((key) => key.isWellFormed())
const WORDS =
  'class type fn def end self this in is when object int double string List default operator val hashCode hash method ' +
  'json Equals copy toString package namespace module import struct enum union switch for while return nil null true None'

/** Documents that name their fields in every way that could break a source. */
export const DOCUMENTS: readonly unknown[] = [
  EVERYTHING,
  Object.fromEntries(KEYS.map((key, at) => [key, at % 2 ? at : 'x'])),
  ...KEYS.map((key) => ({ [key]: 1, [`${key}2`]: { [key]: 'x' }, [key.toUpperCase()]: [true] })),
  Object.fromEntries(WORDS.split(' ').map((word, at) => [word, at % 3 ? at : { [word]: at }])),
  Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`k${'abcdefg'[at % 7]}${at}`, at % 2 ? at : `${at}`]),
  ),
  // Types and functions of the languages' libraries.
  {
    results: [{ id: 1 }],
    series: [{ id: 'a' }],
    user: { error: 'x' },
    any: { name: 1 },
    keyError: { key: 'k' },
    pid: { number: 7 },
    object: { with: [true] },
    options: { strict: true },
    warnings: [{ code: 1 }],
    dateTime: { zone: 'UTC' },
    links: [{ href: 'x' }],
    thread: { posts: 3 },
    override: { by: 'x' },
    system: { arch: 'x' },
    Address: { street: 'x' },
  },
  { a: 1, A: 2, 'a!': 3, 'a b': 4, a_b: 5, aB: 6, address: { address: { address: 'x' } } },
  ...fc
    .sample(jsonValues, { numRuns: 60, seed: 7 })
    .filter((value) => !/\\ud[89a-f]/.test(JSON.stringify(value))),
]

/** The source for one document. */
export function sourceIn(language: LanguageName, document: unknown, typesOnly = false): string {
  const model = inferModel([document], { integers: true, reservedNames: namesTakenIn(language) })
  return printLanguage(language, model, { typesOnly })
}

/**
 * Whether a program is installed; a machine without it says so instead of passing in silence.
 * @param args what it must do to be new enough
 */
export function isInstalled(
  program: string,
  what: string,
  args: readonly string[] = ['--version'],
): boolean {
  const { status } = spawnSync(program, args)
  if (status !== 0) console.warn(`${program} is not installed: ${what} is not compiled by this run.`)
  return status === 0
}

/** Runs a program in a folder. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
): { status: number | null; output: string } {
  // javac writes names such as 名前 only where the locale has them.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env })
  return { status, output: `${stdout}${stderr}`.slice(0, 4_000) }
}
