import {
  isScalar,
  LineCounter,
  parseAllDocuments,
  Parser,
  visit,
  type CollectionTag,
  type Document,
} from 'yaml'
import { keepsDigits } from '../../../../src-shared/numbers/number-digits.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** Enough for real files; ten levels of ten references each would be ten billion values. */
const MAX_ALIASES = 100

/**
 * Types of YAML 1.1 that are collections with a meaning: in JSON they are the mapping or the sequence that they are
 * written as (yaml-test-suite 2XXW, J7PZ).
 */
const COLLECTIONS: CollectionTag[] = [
  { tag: 'tag:yaml.org,2002:set', collection: 'map', resolve: (map) => map },
  { tag: 'tag:yaml.org,2002:omap', collection: 'seq', resolve: (items) => items },
  { tag: 'tag:yaml.org,2002:pairs', collection: 'seq', resolve: (items) => items },
]

export interface YamlDocuments {
  readonly values: unknown[]
  readonly warnings: string[]
}

/**
 * The values of the documents in a YAML text, integers as bigint. A value that is referenced twice
 * is the same object.
 * @throws InvalidInput with line and column of the first error, and for alias bombs
 */
export function readYaml(text: string, { merge }: { readonly merge: boolean }): YamlDocuments {
  const lineCounter = new LineCounter()
  // The library compares each key with every other, which takes seconds for a long mapping.
  const options = {
    intAsBigInt: true,
    merge,
    logLevel: 'silent',
    lineCounter,
    uniqueKeys: false,
    customTags: COLLECTIONS,
  } as const
  try {
    const parsed: readonly Document.Parsed[] = [...parseAllDocuments(text, options)]
    for (const { errors } of parsed) if (errors[0]) throw errors[0]
    checkDirectives(text)
    const documents = parsed.length > 1 ? parsed.filter((document) => !isOnlyComments(document)) : parsed
    for (const document of documents) checkKeys(document, lineCounter)
    return {
      values: documents.map((document): unknown => document.toJS({ maxAliasCount: MAX_ALIASES })),
      warnings: documents.flatMap((document) => [
        ...document.warnings.map(({ message }) => firstLineOf(message)),
        ...lostDigitsIn(document, lineCounter),
      ]),
    }
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    throw new InvalidInput('yaml', sentenceOf(error))
  }
}

/** YAML 1.2.2, 6.8.1 and 9.1.3: a directive belongs to a document that begins with ---, and %YAML is given once. */
function checkDirectives(text: string): void {
  if (!/^%/m.test(text)) return
  let versions = 0
  let isOpen = false
  for (const token of new Parser().parse(text)) {
    if (token.type === 'directive') {
      isOpen = true
      if (/^%YAML\b/.test(token.source) && ++versions > 1) throw new Error('%YAML is given more than once')
    } else if (token.type === 'document') {
      isOpen = false
      versions = 0
    }
  }
  if (isOpen) throw new Error('A directive needs a document that begins with --- after it')
}

// Between two ends of documents, comments without --- before them are not a document (YAML 1.2.2, example 9.3).
function isOnlyComments({ contents, directives }: Document.Parsed): boolean {
  if (directives?.docStart) return false
  return contents === null || (isScalar(contents) && contents.source === '' && contents.tag === undefined)
}

// YAML 1.2.2, section 3.2.1.1. A merge key is not one of the mapping's own keys.
function checkKeys(document: Document.Parsed, lines: LineCounter): void {
  visit(document, {
    Map: (_key, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue
        if (!seen.has(key.value)) {
          seen.add(key.value)
          continue
        }
        const at = lines.linePos(key.range?.[0] ?? 0)
        throw new InvalidInput(
          'yaml',
          `Not YAML: Map keys must be unique at line ${at.line}, column ${at.col}`,
        )
      }
    },
  })
}

// Integers arrive as bigint; a float has the closest value.
function lostDigitsIn(document: Document.Parsed, lines: LineCounter): string[] {
  const warnings: string[] = []
  visit(document, {
    Scalar: (_key, { value, source, range }) => {
      if (typeof value !== 'number' || !Number.isFinite(value) || source === undefined) return
      const written = source.replace(/^([+-]?)\./, '$10.')
      if (/^[\d.eE+-]+$/.test(written) && !keepsDigits(written))
        warnings.push(
          `${source.slice(0, 100)} on line ${lines.linePos(range?.[0] ?? 0).line} is ${value} as a 64-bit float`,
        )
    },
  })
  return warnings
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The text is not YAML'
  if (/Excessive alias count/.test(error.message))
    return 'The aliases repeat too much of the document; use fewer of them'
  if (error instanceof RangeError) return 'The text is nested too deeply; flatten it'
  return `Not YAML: ${firstLineOf(error.message)}`
}

// The lines below show the text at fault.
function firstLineOf(message: string): string {
  return message.split('\n', 1)[0]!.replace(/:$/, '').slice(0, 300).toWellFormed()
}
