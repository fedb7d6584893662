import type { Issue } from '../../src-shared/errors.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** The result of checking a value: the value as the tool gets it, or each problem. */
export type Checked =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** What a tool takes or gives, as the call path needs it, wherever the tool comes from. */
export interface FieldSchema {
  /** In draft 2020-12, without `$schema`. */
  readonly json: JsonSchema
  /** In the dialect of OpenAPI 3.0. */
  readonly openApi: JsonSchema
  /** The names of the fields, in their order. */
  readonly fields: ReadonlySet<string>
  check(value: unknown): Checked
}

/** The schemas of a tool. */
export interface ToolSchemas {
  readonly input: FieldSchema
  readonly output: FieldSchema
  /** The structured content that a source has declared for its tool. */
  readonly structured?: JsonSchema | undefined
}
