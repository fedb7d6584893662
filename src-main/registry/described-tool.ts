import type { AnsweringSource } from '../../src-shared/receipt.ts'
import type { ToolDefinition } from '../tool-kit/define-tool.ts'
import type { JsonSchema } from './field-schema.ts'
import type { Chain } from './listed-tool.ts'

/** All that documents say of a tool, in plain values. */
export interface DescribedTool {
  readonly slug: string
  readonly version: number
  readonly definition: Pick<ToolDefinition, (typeof PLAIN)[number]>
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  /** Who answers its calls; absent for a tool of this build. */
  readonly source?: AnsweringSource | null
  /** The steps of a recipe; absent or null for any other tool. */
  readonly chain?: Chain | null
  /** The structured content that a tool of a source has declared. */
  readonly structuredSchema?: JsonSchema | undefined
}

/** The members of a definition that documents show. */
export const PLAIN = [
  'title',
  'summary',
  'category',
  'tier',
  'credits',
  'cacheable',
  'sideEffects',
  'aliases',
  'takes',
  'firstFor',
  'gives',
  'mainOutput',
  'standards',
  'related',
  'mainField',
  'examples',
] as const satisfies readonly (keyof ToolDefinition)[]
