import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { parseInTurns } from '../../../src-main/pipeline/turns/parse-in-turns.ts'
import { longestTurnMs } from '../../support/turn-time.ts'
import { writeInTurns } from '../../../src-main/pipeline/turns/write-in-turns.ts'

const LONG = 70_000
const long = 'x'.repeat(LONG)
const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, name: `n ${id}` }))
const deep = Array.from({ length: 35 }, () => JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) as unknown)

// Values with parts that are longer than what is read or written in one go, at any place.
const names = fc.constantFrom('a', '', '7', '1', '\n', '\\', 'a"b', '__proto__', long)
const leaf = fc.constantFrom<unknown>(null, true, 0, -1.5e-7, '', '[1]', '{"a":', 'a\\"', long, rows, deep)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(names, tie('value')), { maxLength: 3, selector: ([name]) => name })
      .map((members) => Object.fromEntries(members)),
  ),
}))

describe('a long JSON text that is read in turns', () => {
  it('has the value that it has when it is read at once, however it is laid out', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(undefined, 1, '\t\r\n'), async (written, indent) => {
        const text = JSON.stringify(written, null, indent)
        expect(JSON.stringify(await parseInTurns(text))).toBe(JSON.stringify(written))
      }),
      { seed: 1, numRuns: 30 },
    )
  })

  it('cuts a long text at no escape and at no character, wherever they lie', async () => {
    const units = ['\\\\', '\\"', '\\n', '\\u0041', '\\ud83d\\ude00', '🙂', 'é', '\\\\u0041', '\\ud83d']
    for (const unit of units)
      for (let ahead = 0; ahead < 12; ahead++) {
        const literal = `"${'x'.repeat(ahead)}${unit.repeat(300_000 / unit.length)}${'y'.repeat(LONG)}"`
        const text = `{"a":[1,${literal}],"b":${literal}}`
        expect((await parseInTurns(text)) as object).toEqual(parseJson(text))
      }
  })

  it('leaves the event loop to others while a text of many escapes is read', async () => {
    const text = JSON.stringify({ a: '"\\'.repeat(2_000_000), b: rows })
    await parseInTurns(text)
    // Of the processor; at once it takes three times as long.
    expect(await longestTurnMs(() => parseInTurns(text))).toBeLessThan(120)
  })

  it('refuses a long text with what must not be in it, and says where', async () => {
    const bad = (part: string) => parseInTurns(`{"a":"${'x'.repeat(600_000)}${part}${long}"}`)
    await expect(bad('\n')).rejects.toThrow(/control character.*position/is)
    await expect(bad('\\x')).rejects.toThrow(/escape.*position/is)
    await expect(bad('\\u00g0')).rejects.toThrow(/escape.*position/is)
  })

  it('treats repeated names, names like numbers and `__proto__` as the engine does', async () => {
    const text = `{"b":1,"__proto__":{"c":${JSON.stringify(rows)}},"2":0,"1":0,"b":${JSON.stringify(long)}}`
    const read = (await parseInTurns(text)) as Record<string, unknown>
    expect(Object.keys(read)).toEqual(Object.keys(parseJson(text) as object))
    expect(JSON.stringify(read)).toBe(JSON.stringify(parseJson(text)))
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })

  const list = JSON.stringify(rows)
  const items = list.slice(1, -1)
  it.each([
    ['a comma at the end', `[${items},]`],
    ['a comma at the beginning', `[,${items}]`],
    ['two commas', `[${items},,${list}]`],
    ['a comma before a long part', `[,${list}]`],
    ['a member without a value', `{"a":,"b":${list}}`],
    ['no comma', `[${list}${list}]`],
    ['a long part and no comma after it', `[${list} 1]`],
    ['a comma after a long part', `[${list},]`],
    ['no end', `[${items}`],
    ['no end of a text', `["${long}`],
    ['the wrong end', `[${items}}`],
    ['the wrong end inside', `{"a":[${list}}]`],
    ['more after the end', `${list} []`],
    ['another end', `${list}]`],
    ['no colon', `{"a" ${list}}`],
    ['two colons', `{"a"::${list}}`],
    ['a member without a name', `{"a":1,${list}}`],
    ['a name that is not a text', `{1:${list}}`],
    ['a comma at the end of members', `{"a":${list},}`],
    ['an item with a name', `[${items},"a":1]`],
    ['a broken name', `{"\\q":${list}}`],
    ['a broken item', `[${items},01]`],
    ['nothing', ' '.repeat(LONG)],
  ])('is refused, as by the engine, with %s', async (_what, text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
    await expect(parseInTurns(text)).rejects.toThrow(SyntaxError)
  })

  it('is refused exactly when the engine refuses it, whatever a slip has done to it', async () => {
    const slip = fc.record({
      at: fc.nat(60),
      fromEnd: fc.boolean(),
      put: fc.constantFrom('', ...',:[]{}"1 '),
    })
    await fc.assert(
      fc.asyncProperty(value, slip, async (written, { at, fromEnd, put }) => {
        const whole = JSON.stringify([written, rows, written])
        const place = fromEnd ? whole.length - at : at
        const text = whole.slice(0, place) + put + whole.slice(place + (put === '' ? 1 : 0))
        const read = await parseInTurns(text).catch(() => undefined)
        expect(JSON.stringify(read)).toBe(JSON.stringify(parsedOr(text)))
      }),
      { seed: 1, numRuns: 60 },
    )
  })
})

/** What the engine reads; undefined where it refuses. */
function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

it('a long value that is written in turns has the text that it has when it is written at once', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (written) => {
      expect(await writeInTurns(written)).toBe(JSON.stringify(written))
    }),
    { seed: 1, numRuns: 30 },
  )
})

it('members without a value are left out of it', async () => {
  const call = { session: undefined, fields: { text: long, rows: undefined }, other: { none: undefined } }
  expect(await writeInTurns(call)).toBe(JSON.stringify(call))
  expect(await writeInTurns({ text: undefined })).toBe('{}')
})
