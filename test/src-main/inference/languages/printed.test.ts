import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { inferModel, LANGUAGES_PRINTED, printLanguage } from '../../../../src-main/inference/index.ts'
import { errorsOf } from '../../../support/sources/type-checker.ts'
import { DOCUMENTS, EVERYTHING, sourceIn } from '../../../support/tools/printed-types.ts'

const EXPECTED = join(import.meta.dirname, '../../../fixtures/printed-types')

describe('one document with something of everything', () => {
  it.each(LANGUAGES_PRINTED)('is printed in %s as a reader of that language would write it', (language) => {
    const file = join(EXPECTED, `${language}.txt`)
    expect(existsSync(file)).toBe(true)
    expect(sourceIn(language, EVERYTHING)).toBe(readFileSync(file, 'utf8'))
  })

  it('has a printed source for no other language', () => {
    const files = readdirSync(EXPECTED).filter((name) => name.endsWith('.txt'))
    expect(files.toSorted()).toEqual(LANGUAGES_PRINTED.map((language) => `${language}.txt`).toSorted())
  })
})

// The Java machine refuses a class whose constructor takes more than 255 slots; a 64-bit number takes two.
it.each(['kotlin', 'scala'] as const)('a record too large for a constructor is a map in %s', (language) => {
  const print = (fields: number, value: unknown) => {
    const record = Object.fromEntries(Array.from({ length: fields }, (_, at) => [`field${at}`, value]))
    return printLanguage(language, inferModel([record], { integers: true, maps: 'never' }), {
      typesOnly: true,
    })
  }
  const isMap = (fields: number, value: unknown) => /= Map\W/.test(print(fields, value))
  expect([isMap(242, 'a'), isMap(243, 'a'), isMap(123, 1), isMap(124, 1)]).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(print(300, 'a')).toContain('// 300 fields are more than')
})

// We do not depend on Flow's own checker; what is printed is also TypeScript, but for an open object.
it('Flow types take their document', () => {
  const texts = DOCUMENTS.map((document) => sourceIn('flow', document)).filter(
    (text) => !/^ {2}\.\.\.$/m.test(text),
  )
  expect(texts.length).toBeGreaterThan(50)
  const files = texts.map((text, at) => [`d${at}.ts`, text] as const)
  expect(errorsOf(Object.fromEntries(files))).toEqual({})
})

type Check = ((value: unknown) => boolean) & { isRequired: (value: unknown) => boolean }

function check(accepts: (value: unknown) => boolean): Check {
  const optional = (value: unknown): boolean => value === undefined || value === null || accepts(value)
  return Object.assign(optional, {
    isRequired: (value: unknown) => value !== undefined && value !== null && accepts(value),
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What prop-types does, for values instead of props. */
const PropTypes = {
  any: check(() => true),
  bool: check((value) => typeof value === 'boolean'),
  number: check((value) => typeof value === 'number'),
  string: check((value) => typeof value === 'string'),
  array: check(Array.isArray),
  oneOf: (values: unknown[]) => check((value) => values.includes(value)),
  oneOfType: (checks: Check[]) => check((value) => checks.some((one) => one(value))),
  arrayOf: (one: Check) => check((value) => Array.isArray(value) && value.every((item) => one(item))),
  objectOf: (one: Check) =>
    check((value) => isObject(value) && Object.values(value).every((item) => one(item))),
  shape: (fields: Record<string, Check>) =>
    check(
      (value) =>
        isObject(value) &&
        Object.keys(fields).every((key) =>
          fields[key]!(Object.hasOwn(value, key) ? value[key] : undefined),
        ),
    ),
}

function propTypesFor(document: unknown): Check {
  const source = sourceIn('prop-types', document)
  const script = ts.transpile(source, {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2022,
    esModuleInterop: true,
  })
  const exported: Record<string, Check> = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- our own printer's source, run as a caller would
  new Function('exports', 'require', script)(exported, () => ({ __esModule: true, default: PropTypes }))
  return exported['Root']!
}

describe('the validators of prop-types', () => {
  it('take their document, whatever its keys are', () => {
    for (const document of DOCUMENTS)
      expect(propTypesFor(document)(document), JSON.stringify(document)).toBe(true)
  })

  it('refuse what the document rules out', () => {
    const root = propTypesFor(EVERYTHING)
    for (const wrong of [
      { id: 'x' },
      { tags: [1] },
      { people: [{}] },
      { tree: { value: 'x' } },
      { rates: { EUR: 'x' } },
    ])
      expect(root({ ...EVERYTHING, ...wrong }), JSON.stringify(wrong)).toBe(false)
  })
})

// serde would take a list for the first struct, and fill it field by field.
it('lists come before records in what serde tries in Rust', () => {
  const text = sourceIn('rust', { a: [{ b: 1 }, [2], 'x'] })
  expect(text).toMatch(
    /pub enum \w+ \{\n {4}IntegerList\(Vec<i64>\),\n {4}Text\(String\),\n {4}A\(A\),\n\}/,
  )
})

describe('names that a language or its library has already', () => {
  it('are not imported into Haskell, or get a mark', () => {
    const text = sourceIn('haskell', { results: [{ a: 1 }], user: { error: 'x' } })
    expect(text).toMatch(
      /^import Data\.Aeson \(FromJSON \(\.\.\), ToJSON \(\.\.\), object, withObject, \(\.:\), \(\.=\)\)$/m,
    )
    expect(text).toMatch(/^data Result = Result$/m)
    expect(text).toContain('{ userError_ :: Text')
  })

  it.each(['nil', 'any', 'pid', 'reference', 'keyError'])('are left to Elixir: %s', (key) => {
    const modules = sourceIn('elixir', { [key]: { a: 1 } }).match(/^defmodule .*$/gm)
    expect(modules).toEqual([
      'defmodule Root do',
      `defmodule Root${key.charAt(0).toUpperCase()}${key.slice(1)} do`,
    ])
  })

  it.each([
    ['crystal', 'options', 'class'],
    ['crystal', 'link', 'class'],
    ['crystal', 'token', 'class'],
    ['csharp', 'system', 'public sealed record'],
    ['php', 'dateTime', 'final class'],
    ['ruby', 'keyError', ''],
    ['haskell', 'integral', 'data'],
  ] as const)('are left to %s: %s', (language, key, word) => {
    const name = key.charAt(0).toUpperCase() + key.slice(1)
    expect(sourceIn(language, { [key]: { a: 1 } })).toMatch(new RegExp(`^${word} ?Root${name}\\b`, 'm'))
  })

  // The library would write the key into its message as it is, and with it end the text.
  it('are read in Crystal where a quote is in the key, since the property may be nil', () => {
    expect(sourceIn('crystal', { '"': 1, a: 1 })).toContain(
      '@[JSON::Field(key: "\\"", emit_null: true)]\n  property field : Int64?\n  property a : Int64\n',
    )
  })

  it('are whole in C++ and Go, whatever characters they have', () => {
    expect(sourceIn('cpp', { 'a\0é': 1 })).toContain('j.at(std::string("a\\000é", 4)).get_to(value.a_e);')
    expect(sourceIn('go', { "\ufeff''": 1 })).toContain(String.raw`these keys: "\ufeff'\u0027"`)
  })
})

it('every key of a record is in its source, as a name, in an annotation or in a note', () => {
  const keys = Object.keys(EVERYTHING)
  for (const language of LANGUAGES_PRINTED.filter((one) => one !== 'c')) {
    const source = sourceIn(language, EVERYTHING)
    for (const key of keys)
      expect(source, `${language} ${key}`).toMatch(new RegExp(`(?<![\\w-])${key}(?![\\w-])`, 'i'))
  }
})

it('a source is the same in every run', () => {
  for (const language of LANGUAGES_PRINTED)
    expect(sourceIn(language, structuredClone(EVERYTHING))).toBe(sourceIn(language, EVERYTHING))
})
