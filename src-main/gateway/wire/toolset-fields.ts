import { z } from 'zod'
import { TOOLSET_LIMITS, type ToolOfSet } from '../../../src-shared/toolsets/saved-toolset.ts'

const values = z.record(z.string().min(1).max(100), z.unknown())
const description = z.string().min(1).max(1_000)

const toolOfSet = z.strictObject({
  slug: z.string().min(1).max(64).describe('The slug of the tool'),
  description: description.optional().describe("Replaces the tool's own description"),
  fixed: values.optional().describe('Values of fields that callers do not see and cannot change'),
  defaults: values.optional().describe('Values of fields that a caller leaves out'),
} satisfies Record<keyof ToolOfSet, z.ZodType>)

const content = {
  description: description.optional().describe('What it is for'),
  tools: z.array(toolOfSet).min(1).max(TOOLSET_LIMITS.tools).describe('Its tools'),
}
const version = z.int().min(1).describe('Counts how often it was saved')
const updated_at = z.iso.datetime().describe('When it was saved last')

/** The name in the address. */
export const TOOLSET_PARAMETERS = [
  {
    name: 'id',
    in: 'path' as const,
    description: 'The name of the toolset',
    required: true,
    schema: { type: 'string' },
  },
]

/** The body that saves a toolset. */
export const toolsetFields = z.strictObject(content)

/** A saved toolset. */
export const toolset = z.object({
  name: z.string(),
  ...content,
  version,
  updated_at,
  missing_tools: z
    .array(z.string())
    .describe('Slugs that this gateway does not serve now; they are left out'),
})

/** A saved toolset in a list. */
export const toolsetSummary = z.object({
  name: z.string(),
  description: z.string().nullable(),
  version,
  tools: z.int().min(1).describe('How many tools it has'),
  keys: z.int().min(0).describe('How many working keys are bound to it'),
  updated_at,
})
