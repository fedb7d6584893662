import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import type { Data } from '../../src-shared/envelope.ts'
import type { Issue } from '../../src-shared/errors.ts'
import type { RegisteredTool } from './listed-tool.ts'

/** An output as it is sent: the canonical JSON of `data`, and its SHA-256. */
export interface WrittenOutput {
  readonly dataJson: string
  readonly outputHash: string
}

/** Thrown when a handler returns what its own output schema does not allow: a bug of the tool. */
export class BrokenOutput extends Error {
  constructor(slug: string, issues: readonly Issue[]) {
    const cause = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
    super(`${slug} broke its own output schema`, { cause })
    this.name = 'BrokenOutput'
  }
}

/**
 * Checks the output of a handler.
 * @returns the `data` of its answer
 * @throws BrokenOutput
 */
export function checkOutput({ slug, engine, output: schema }: RegisteredTool, output: unknown): Data {
  const checked = schema.check(output)
  if (!checked.ok) throw new BrokenOutput(slug, checked.issues)
  return { ...checked.value, _engine: engine }
}

/** Whether the `data` of an answer still is what its tool has declared, after labels were put into it. */
export function matchesOutput({ output: schema, definition }: RegisteredTool, data: Data): boolean {
  const { _engine, ...rest } = data
  const labelled = schema.check(rest)
  return labelled.ok && definition.isAsDeclared?.(labelled.value) !== false
}

/** Writes the `data` of an answer. */
export function writeData(data: Data): WrittenOutput {
  const dataJson = canonicalJson(data)
  return { dataJson, outputHash: hash('sha256', dataJson) }
}
