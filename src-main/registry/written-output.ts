import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { engineOfTier } from '../../src-shared/engines.ts'
import type { Data } from '../../src-shared/envelope.ts'
import type { ToolDefinition } from '../tool-kit/define-tool.ts'

/** An output as it is sent: the canonical JSON of `data`, and its SHA-256. */
export interface WrittenOutput {
  readonly dataJson: string
  readonly outputHash: string
}

/** Thrown when a handler returns what its own output schema does not allow: a bug of the tool. */
export class BrokenOutput extends Error {
  constructor(slug: string, cause: unknown) {
    super(`${slug} broke its own output schema`, { cause })
    this.name = 'BrokenOutput'
  }
}

/**
 * Checks the output of a handler.
 * @returns the `data` of its answer
 * @throws BrokenOutput
 */
export function checkOutput(definition: ToolDefinition, output: unknown): Data {
  const checked = definition.output.safeParse(output)
  if (!checked.success) throw new BrokenOutput(definition.slug, checked.error)
  return { ...checked.data, _engine: engineOfTier(definition.tier) }
}

/** Writes the `data` of an answer. */
export function writeData(data: Data): WrittenOutput {
  const dataJson = canonicalJson(data)
  return { dataJson, outputHash: hash('sha256', dataJson) }
}
