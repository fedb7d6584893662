import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inferModel, printTypeScript, type InferenceOptions } from '../../../src-main/inference/index.ts'
import { HOSTILE_KEYS, jsonValues, reversedKeys, toLiteral } from '../../support/tools/json-samples.ts'
import { errorsOf } from '../../support/sources/type-checker.ts'

const RUNS = 250
const samples = fc.sample(jsonValues, { numRuns: RUNS, seed: 20_260_131 })

function sourceFor(values: readonly unknown[], options: Partial<InferenceOptions> = {}): string {
  return printTypeScript(inferModel(values, options)).source
}

function checked(values: unknown[], options: Partial<InferenceOptions> = {}): string {
  const uses = values.map((value, i) => `export const value${i}: Root = ${toLiteral(value)};`)
  return `${sourceFor(values, options)}\n${uses.join('\n')}\n`
}

// Numbered files for one program, so that hundreds of outputs cost one start of the checker.
function files(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text, i) => [`sample${i}.ts`, text]))
}

// Declarations as a set and fields as sets: what key order may change is the order of lines, nothing else.
function unordered(source: string): string[] {
  return source
    .split('\n\n')
    .map((block) => block.trim().split('\n').toSorted().join('\n'))
    .toSorted()
}

describe('TypeScript for any JSON', () => {
  it('compiles under strict and takes the value, whatever the keys are', () => {
    expect(errorsOf(files(samples.map((value) => checked([value]))))).toEqual({})
  })

  it('takes all of several examples, under every option that changes types', () => {
    const groups = Array.from({ length: 60 }, (_, i) => samples.slice(4 * i, 4 * i + 4))
    const options = { tuples: true, enums: 'auto', formats: ['date', 'date-time'], notes: true } as const
    expect(errorsOf(files(groups.map((group) => checked(group, options))))).toEqual({})
  })

  it('is the same in every run, byte for byte', () => {
    const again = samples.map((value) => sourceFor([structuredClone(value)]))
    expect(samples.map((value) => sourceFor([value]))).toEqual(again)
  })

  it('declares the same types under the same names for keys in another order', () => {
    for (const value of samples) {
      expect(unordered(sourceFor([reversedKeys(value)]))).toEqual(unordered(sourceFor([value])))
    }
  })

  it('quotes every hostile key so that it stays a key', () => {
    const value = Object.fromEntries(
      HOSTILE_KEYS.map((key, i) => [key, i % 2 ? i : { [key]: [{ [key]: i }] }]),
    )
    const mixed = checked([value], { maps: 'never' })
    expect(errorsOf({ 'keys.ts': mixed })).toEqual({})
  })
})

describe('TypeScript from samples', () => {
  const rejected = (values: unknown[], wrong: string): string =>
    `${sourceFor(values)}\n// @ts-expect-error the samples rule it out\nexport const wrong: Root = ${wrong};\n`

  it('rejects what no sample shows', () => {
    const shapes = [
      { id: 1, tag: 'x' },
      { id: 2, tag: null, more: true },
    ]
    const events = Array.from({ length: 4 }, (_, i) =>
      i % 2 ? { type: 'move', x: 1, y: 2 } : { type: 'text', body: 'a', size: 3 },
    )
    const list = { value: 1, next: { value: 2, next: { value: 3, next: null } } }
    const texts = {
      'kind.ts': rejected(shapes, '{ id: "1", tag: null }'),
      'missing.ts': rejected(shapes, '{ tag: null }'),
      'null.ts': rejected(shapes, '{ id: null, tag: null }'),
      'excess.ts': rejected(shapes, '{ id: 1, tag: "x", other: 1 }'),
      'optional-is-not-null.ts': rejected(shapes, '{ id: 1, tag: "x", more: null }'),
      'variant.ts': rejected([events], '[{ type: "move", x: 1 }]'),
      'recursion.ts': rejected([list], '{ value: 1, next: { value: "2", next: null } }'),
      'map.ts': rejected([{ '2020-01-01': 1, '2020-01-02': 2 }], '{ "2020-01-03": "3" }'),
    }
    expect(errorsOf(texts)).toEqual({})
  })

  it('takes more of the same: deeper recursion, new keys of a dictionary', () => {
    const list = { value: 1, next: { value: 2, next: { value: 3, next: null } } }
    const deep = '{ value: 1, next: { value: 2, next: { value: 3, next: { value: 4, next: null } } } }'
    const rates = { '2020-01-01': 1, '2020-01-02': 2 }
    const texts = {
      'list.ts': `${sourceFor([list])}\nexport const more: Root = ${deep};\n`,
      'map.ts': `${sourceFor([rates])}\nexport const more: Root = { "2024-12-31": 3 };\n`,
    }
    expect(errorsOf(texts)).toEqual({})
  })
})
