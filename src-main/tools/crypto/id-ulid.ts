import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

export default defineTool({
  slug: 'id-ulid',
  title: 'ULID',
  summary: 'Makes ULIDs: ids of 26 characters that sort by their time of creation.',
  searchWords: [
    'sortable id',
    'time-ordered id',
    'unique key by time',
    'lexicographic',
    'chronological identifier',
    'unique id',
    'ordered identifier',
    'k-sortable',
    'monotonic',
    'id with a timestamp',
    'ordered id',
    'sortable uuid',
    'database id',
    'id generator',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  related: ['crypto-uuid', 'crypto-nanoid'],
  takes: { ulid: ['ulid'] },
  firstFor: ['ulid'],
  gives: 'ulid',
  mainOutput: 'ulids',

  input: z.strictObject({
    count: z
      .int()
      .min(1)
      .max(1_000)
      .default(1)
      .describe('Number of ULIDs; those of a call are in ascending order'),
    time_ms: z
      .int()
      .min(0)
      .max(281_474_976_710_655)
      .optional()
      .describe('The time they start with, in milliseconds since 1970; now if not set'),
    ulid: z
      .string()
      .regex(/^[0-7][\dA-HJKMNP-TV-Z]{25}$/i, 'Send a ULID: 26 characters, without I, L, O and U')
      .optional()
      .describe('A ULID whose time they start with, in place of `time_ms`'),
  }),
  output: z.strictObject({
    ulids: z.array(z.string().describe('A ULID in upper case')).describe('The ULIDs'),
    time_ms: z.int().min(0).describe('The time they start with, in milliseconds since 1970'),
    time: z.string().nullable().describe('The same in ISO 8601; null after the year 9999'),
  }),

  examples: [
    { title: 'One for now', input: {} },
    { title: 'Three in ascending order', input: { count: 3 } },
    // The specification of ULID: this time is written 01ARYZ6S41 (github.com/ulid/spec).
    { title: 'For a time in the past', input: { time_ms: 1_469_918_176_385 } },
    { title: 'The time of a ULID, and one more of it', input: { ulid: '01ARYZ6S41TSV4RRFFQ69G5FAV' } },
  ],

  handler: async ({ count, time_ms, ulid }, ctx) => {
    const { monotonicFactory, decodeTime } = await import('ulid')
    if (ulid !== undefined && time_ms !== undefined)
      throw new InvalidInput('ulid', 'Send a time or a ULID to take it from, not both')
    const time = ulid === undefined ? (time_ms ?? ctx.now().getTime()) : decodeTime(ulid.toUpperCase())
    // A byte has 256 values and a letter 32, so every letter is equally likely.
    const make = monotonicFactory(() => (ctx.random(1)[0] ?? 0) / 256)
    // The library takes 0 for now. The first ten characters are the time, and 0 is written with zeros.
    const ulidAt = time === 0 ? () => `0000000000${make(1).slice(10)}` : () => make(time)
    return { ulids: Array.from({ length: count }, ulidAt), time_ms: time, time: isoOf(time) }
  },
})

/** The last millisecond that ISO 8601 writes with a year of four digits. */
const YEAR_9999_MS = 253_402_300_799_999

function isoOf(time: number): string | null {
  return time > YEAR_9999_MS ? null : new Date(time).toISOString()
}
