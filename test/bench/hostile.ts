import { crc32, deflateRawSync } from 'node:zlib'
import { AUTHORIZED, startMeasuredGateway } from './measured-gateway.ts'
import type { MeasuredServer } from './measured-server.ts'
import type { BenchTable } from './run.ts'

const SECONDS = 6
const MANY = 10_000_000
/** What the issue of the catalogue asks for: an end in so long, and other calls answered in so long meanwhile. */
const END_MS = 5_000
const BESIDE_P99_MS = 250

/** The calls beside: 16 connections that each send the next as soon as they have an answer. */
const BESIDE = {
  connections: 16,
  seconds: SECONDS,
  method: 'POST' as const,
  path: '/v1/crypto-hash-sha256',
  headers: AUTHORIZED,
  body: '{"text":"beside #"}',
}

type Attack = readonly [what: string, slug: string, input: object]

const ATTACKS: readonly Attack[] = [
  ['catastrophic regex', 'exec-javascript', { code: `/^(a+)+$/.test("${'a'.repeat(40)}!")` }],
  [
    'catastrophic regex',
    'text-json-path',
    { json: [`${'a'.repeat(40)}!`], path: '$[?(@.match(/^(a+)+$/))]' },
  ],
  [
    'catastrophic regex',
    'data-jsonata',
    { json: {}, expression: `$match("${'a'.repeat(40)}!", /^(a+)+$/)` },
  ],
  ['1e7 elements', 'exec-jq', { json: 1, filter: `[range(${MANY})]` }],
  ['1e7 elements', 'exec-javascript', { code: `Array.from({ length: ${MANY} }, (_, i) => ({ i }))` }],
  [
    '1e7 elements',
    'data-jsonata',
    { json: {}, expression: `$map([1..${MANY}], function($n) { { "n": $n } })` },
  ],
  ['1e7 elements', 'math-evaluate', { expression: `sum(map(range(0, ${MANY}), f(x) = x + 1))` }],
  ['zip bomb', 'doc-docx-to-markdown', { docx: zipBomb('word/document.xml') }],
  ['zip bomb', 'doc-xlsx-to-json', { xlsx: zipBomb('xl/workbook.xml') }],
  [
    'allocation loop',
    'exec-javascript',
    { code: 'const a = []; for (;;) a.push(new Array(1e5).fill(a.length))' },
  ],
  ['allocation loop', 'exec-jq', { json: 1, filter: '[1] | until(false; . + .)' }],
  [
    'allocation loop',
    'data-jsonata',
    { json: {}, expression: '($f := function($s) { $f($s & $s & "x") }; $f("x"))' },
  ],
  ['endless loop', 'exec-javascript', { code: 'for (;;) { try { for (;;); } catch {} }' }],
  ['endless loop', 'exec-jq', { json: 1, filter: 'def f: f; f' }],
  [
    'endless loop',
    'exec-sql-on-json',
    { sql: 'WITH c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c' },
  ],
  ['endless template', 'text-template', { template: nested(), data: { t: Array(10).fill(1) } }],
]

/** Calls that would not end or not fit, one after another and two at a time, and what others notice of them. */
export async function benchHostile(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  try {
    const rows = [await rowOf(gateway, ['nothing', '', {}])]
    for (const attack of ATTACKS) rows.push(await rowOf(gateway, attack))
    return {
      name: `Hostile calls on both worker threads, and ${BESIDE.connections} connections beside them`,
      rows,
    }
  } finally {
    await stop()
  }
}

async function rowOf(gateway: MeasuredServer, attack: Attack): Promise<Record<string, string>> {
  const [what, slug] = attack
  const beside = gateway.under(BESIDE)
  const ends = slug === '' ? [] : await Promise.all([attacked(gateway, attack), attacked(gateway, attack)])
  const { p50Ms, p99Ms, failures } = await beside
  const slowest = Math.max(0, ...ends.map(({ ms }) => ms))
  return {
    what: `${what} ${slug}`,
    answer: [...new Set(ends.map((end) => end.answer))].join(', '),
    'ends in ms': slowest.toFixed(0),
    'p50 beside': p50Ms.toFixed(1),
    'p99 beside': p99Ms.toFixed(1),
    verdict: slowest < END_MS && p99Ms < BESIDE_P99_MS && failures === 0 ? 'good' : 'TOO SLOW',
  }
}

async function attacked(
  gateway: MeasuredServer,
  [, slug, input]: Attack,
): Promise<{ readonly answer: string; readonly ms: number }> {
  const startedAt = performance.now()
  const url = `http://127.0.0.1:${gateway.port}/v1/${slug}`
  const answer = await fetch(url, { method: 'POST', headers: AUTHORIZED, body: JSON.stringify(input) })
  const text = await answer.text()
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? 'ok'
  return { answer: `${answer.status} ${code}`, ms: performance.now() - startedAt }
}

/** An archive of half a megabyte whose one part is half a gigabyte of spaces, and says so. */
function zipBomb(name: string): string {
  const content = Buffer.alloc(500_000_000, 0x20)
  const part = deflateRawSync(content)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(part.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), part])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end]).toString('base64')
}

function nested(): string {
  return '{{#t}}'.repeat(9) + 'x'.repeat(10) + '{{/t}}'.repeat(9)
}
