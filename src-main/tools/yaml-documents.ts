import { parseAllDocuments, type Document } from 'yaml'
import { InvalidInput } from './tool-context.ts'

/** Enough for real files; ten levels of ten references each would be ten billion values. */
const MAX_ALIASES = 100

export interface YamlDocuments {
  readonly values: unknown[]
  readonly warnings: string[]
}

/**
 * The values of the documents of a YAML text, integers as bigint. Values with two references are the same object.
 * @throws InvalidInput with line and column of the first fault, and for alias bombs
 */
export function readYaml(text: string, { merge }: { readonly merge: boolean }): YamlDocuments {
  const options = { intAsBigInt: true, merge, logLevel: 'silent', prettyErrors: true } as const
  try {
    const documents: readonly Document.Parsed[] = [...parseAllDocuments(text, options)]
    for (const { errors } of documents) if (errors[0]) throw errors[0]
    return {
      values: documents.map((document): unknown => document.toJS({ maxAliasCount: MAX_ALIASES })),
      warnings: documents.flatMap(({ warnings }) => warnings.map(({ message }) => firstLineOf(message))),
    }
  } catch (error) {
    throw new InvalidInput('yaml', sentenceOf(error))
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The text is no YAML'
  if (/Excessive alias count/.test(error.message))
    return 'The aliases would repeat too much of the document; write it with fewer of them'
  if (error instanceof RangeError) return 'The text is nested too deeply; flatten it'
  return `Not YAML: ${firstLineOf(error.message)}`
}

// The lines below show the text at fault.
function firstLineOf(message: string): string {
  return message.split('\n', 1)[0]!.replace(/:$/, '').slice(0, 300).toWellFormed()
}
