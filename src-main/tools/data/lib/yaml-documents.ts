import { isScalar, LineCounter, parseAllDocuments, visit, type Document } from 'yaml'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** Enough for real files; ten levels of ten references each would be ten billion values. */
const MAX_ALIASES = 100

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
  const options = { intAsBigInt: true, merge, logLevel: 'silent', lineCounter, uniqueKeys: false } as const
  try {
    const documents: readonly Document.Parsed[] = [...parseAllDocuments(text, options)]
    for (const { errors } of documents) if (errors[0]) throw errors[0]
    for (const document of documents) checkKeys(document, lineCounter)
    return {
      values: documents.map((document): unknown => document.toJS({ maxAliasCount: MAX_ALIASES })),
      warnings: documents.flatMap(({ warnings }) => warnings.map(({ message }) => firstLineOf(message))),
    }
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    throw new InvalidInput('yaml', sentenceOf(error))
  }
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
