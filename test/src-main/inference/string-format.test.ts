import { isDate, isDateTime, isEmail, isUri, isUuid } from '@hyperjump/json-schema-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src-main/inference/string-format.ts'

const CHECKS = { date: isDate, 'date-time': isDateTime, email: isEmail, uri: isUri, uuid: isUuid }

const SAMPLES = [
  'http://user:pw@example.com:80/a/b;c?x=1&y=%20#z',
  'wss://[2001:db8::1]:9/a',
  'ada.l+news@mail.x-y.co.uk',
  '2024-02-29',
  '2024-02-29T10:00:00.5+05:30',
  '01890a5d-ac96-774b-bcce-b302099a8057',
]
const SIGNS = [...'ab1-._~:/?#[]@!$&\'()*+,;=%2F é"<>{}|\\^`0Z']

/** A sample with up to three characters more or fewer. */
const nearly = fc
  .tuple(
    fc.constantFrom(...SAMPLES),
    fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...SIGNS, '')), { maxLength: 3 }),
  )
  .map(([sample, changes]) =>
    changes.reduce(
      (text, [at, sign]) => text.slice(0, at) + sign + text.slice(at + (sign ? 0 : 1)),
      sample,
    ),
  )

describe('the format of a string', () => {
  it.each(SAMPLES)('is found in %s', (sample) => {
    expect(formatOf(sample)).not.toBeNull()
  })

  // A schema must not refuse the sample that it was made of.
  it.each([
    'https://example.com/?id[]=1',
    'https://example.com/?q={x}',
    'http://a/%%30%30',
    'http://münchen.de/',
    'http://a.com/#b#c',
    'a@b-.com',
  ])('is not claimed for %s', (text) => {
    expect(formatOf(text)).toBeNull()
  })

  it('is one that JSON Schema takes the string for', () => {
    fc.assert(
      fc.property(nearly, (text) => {
        const format = formatOf(text)
        expect(format === null || CHECKS[format](text), text).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
})
