import { describe, expect, it } from 'vitest'
import type { Data } from '../../../../src-shared/envelope.ts'
import { writeDataInTurns } from '../../../../src-main/pipeline/turns/hash-in-turns.ts'
import { writeData } from '../../../../src-main/registry/written-output.ts'

const LONG = 200_000
// Catches: a text that is cut within a character, members in another order, or a piece that is hashed twice.
const VALUES: Readonly<Record<string, object>> = {
  'a short value': { a: 1, b: [true, null, 'x'] },
  'a text of characters of two halves': { text: `x${'🙂'.repeat(LONG)}` },
  'a text that is escaped': { text: '"\\\n\u0001'.repeat(LONG) },
  'many items': { list: Array.from({ length: LONG }, (_, at) => [at, `${at}`]) },
  'many members': Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`é${at * 7_919}`, at])),
  'levels within levels': {
    z: { y: { x: ['a'.repeat(LONG), { w: {}, v: [], u: undefined }] } },
    a: { ü: 'b'.repeat(LONG), 'u\u0308': 0.1 },
  },
}

describe('an answer that is written in turns', () => {
  it.each(Object.entries(VALUES))('has the text and the hash of %s', async (_name, value) => {
    const data: Data = { ...value, _engine: 'external' }
    expect(await writeDataInTurns(data)).toEqual(writeData(data))
  })
})
