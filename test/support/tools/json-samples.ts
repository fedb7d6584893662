import fc from 'fast-check'

/** Keys that break generators: prototype names, quotes, separators, emoji, reserved words, digits, none at all. */
export const HOSTILE_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '😀',
  '\u2028',
  '\u2029',
  '"',
  "'",
  '`',
  '${x}',
  '\\',
  '\n',
  '\r',
  '\u0000',
  '*/',
  '//',
  'class',
  'Date',
  'Record',
  'Object',
  'Error',
  'string',
  'any',
  '1',
  '01',
  '-',
  'a-b',
  'a b',
  'é',
  'имя',
  '名前',
  'ﬁ',
  '\ud800',
]

const KEYS = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('id', 'name', 'type', 'items', 'children', 'next', 'data', 'value', 'user'),
  },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_KEYS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 99 }).map(String) },
)

/** Random JSON values with keys that come back, so that shapes meet, recur and nearly agree. */
export const jsonValues: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(null, true, 0, 'a', 'b', '2026-01-31', '2026-01-31T23:59:59Z'),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ maxLength: 5 }),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    // Entries and not fc.dictionary: `__proto__` has to become a key like any other.
    fc.array(fc.tuple(KEYS, tie('value')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value

/** A value as a TypeScript expression. */
export function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLiteral).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => {
    const name = JSON.stringify(key).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    return `${key === '__proto__' ? `[${name}]` : name}: ${toLiteral(member)}`
  })
  return `{ ${members.join()} }`
}

/** The same value with the keys of every object in reverse order. */
export function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversedKeys(member)]),
  )
}
