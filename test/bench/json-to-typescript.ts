import jsonToTs from 'json-to-ts'
import { inferModel, printTypeScript } from '../../src-main/inference/index.ts'

const ROUNDS = 3

type Generator = (value: unknown, text: string) => unknown

const GENERATORS: Readonly<Record<string, Generator>> = {
  'JSON.parse + stringify': (_, text) => JSON.stringify(JSON.parse(text)),
  toolgate: (value) => printTypeScript(inferModel([value])).source,
  'json-to-ts': (value) => jsonToTs(value, { rootName: 'Root' }),
}

/** Milliseconds a megabyte of JSON, beside the libraries people use and the cost of parsing itself. */
export async function benchJsonToTypescript(): Promise<{ name: string; rows: Record<string, string>[] }> {
  const rows: Record<string, string>[] = []
  for (const [what, value] of Object.entries(documents())) {
    const text = JSON.stringify(value)
    const row: Record<string, string> = { what: `${what}, ${(text.length / 1e6).toFixed(2)} MB` }
    for (const [name, generate] of Object.entries(GENERATORS)) {
      const ms = await quickestOf(generate, value, text)
      row[name] = ms === null ? 'fails' : (ms / (text.length / 1e6)).toFixed(1)
    }
    rows.push(row)
  }
  return { name: 'JSON to TypeScript, ms per MB of JSON (CPU time, best of 3)', rows }
}

// CPU time, so that what else the machine does counts little; null where a generator throws.
async function quickestOf(generate: Generator, value: unknown, text: string): Promise<number | null> {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage()
    try {
      await generate(value, text)
    } catch {
      // A library that cannot take the document is shown as failing; that is a figure, too.
      return null
    }
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

function documents(): Record<string, unknown> {
  return {
    'list of records': Array.from({ length: 4_000 }, (_, i) => recordOf(i)),
    'tagged events': Array.from({ length: 5_000 }, (_, i) => eventOf(i)),
    'dictionary by id': Object.fromEntries(
      Array.from({ length: 4_000 }, (_, i) => [
        `${1000 + i * 7}`,
        { n: i, label: `l${i}`, parts: [i, i + 1] },
      ]),
    ),
    tree: treeOf(8),
    'many small types': Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`section${i}`, sectionOf(i)]),
    ),
  }
}

function recordOf(i: number): unknown {
  return {
    id: i,
    name: `name ${i}`,
    mail: i % 3 ? `user${i}@example.org` : null,
    tags: ['a', 'b', `t${i % 9}`],
    address: { street: `${i} High Street`, city: 'Springfield', geo: { lat: i / 7, lng: -i / 9 } },
    orders: [{ sku: `s${i}`, count: i % 5, ...(i % 4 === 0 && { gift: true }) }],
  }
}

function eventOf(i: number): unknown {
  const common = { id: i, at: '2026-01-31T12:00:00Z' }
  if (i % 3 === 0) return { ...common, type: 'push', branch: 'main', commits: [{ sha: `c${i}`, lines: i }] }
  if (i % 3 === 1) return { ...common, type: 'comment', body: `text ${i}`, author: { login: `u${i % 50}` } }
  return { ...common, type: 'release', tag: `v${i}`, assets: [], draft: false }
}

function treeOf(depth: number): unknown {
  const children = depth === 0 ? [] : Array.from({ length: 4 }, () => treeOf(depth - 1))
  return { name: `node ${depth}`, size: depth * 10, children }
}

function sectionOf(i: number): unknown {
  const fields = Array.from({ length: 8 }, (_, n) => [`field${i}_${n}`, n % 2 ? n : `${n}`] as const)
  return { ...Object.fromEntries(fields), limits: { [`min${i}`]: i, [`max${i}`]: i } }
}

if (import.meta.main) {
  const { name, rows } = await benchJsonToTypescript()
  console.log(name)
  console.table(rows)
}
