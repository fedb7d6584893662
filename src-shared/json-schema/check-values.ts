import { fitsFormat } from './schema-assertions.ts'
import type { Schema } from './schema-dialects.ts'
import { SchemaDocument } from './schema-document.ts'
import { SchemaEvaluator } from './schema-evaluator.ts'
import type { Fault } from './schema-faults.ts'

/**
 * Checks values against a schema that is known to be one, such as a tool's own.
 * @returns a function that tells what is wrong with a value, at most 100 faults
 */
export function createCheck(schema: Schema): (value: unknown) => readonly Fault[] {
  const evaluator = new SchemaEvaluator(new SchemaDocument(schema), fitsFormat)
  return (value) => evaluator.faultsOf(value).kept
}
