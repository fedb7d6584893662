import type { DescribedTool } from '../described-tool.ts'
import { withPrice } from '../mcp-tool.ts'
import type { JsonSchema } from '../registry.ts'
import {
  ANTHROPIC_RULES,
  ANTHROPIC_STRICT_LIMITS,
  NO_LIMITS,
  OPENAI_LIMITS,
  OPENAI_RULES,
  type RequestLimits,
  type StrictRules,
} from './strict-rules.ts'
import { toStrictSchema } from './strict-schema.ts'

/** The APIs of models whose format of tools `GET /v1/tools` writes. */
export const MODEL_APIS = ['openai', 'anthropic'] as const
export type ModelApi = (typeof MODEL_APIS)[number]

/** A tool, or a field of one, that a model's API cannot be sent, and why. */
interface LeftOut {
  readonly slug: string
  readonly field?: string
  readonly reason: string
}

/** The tools of one request to a model's API. */
export interface ModelTools {
  readonly tools: readonly object[]
  readonly leftOut: readonly LeftOut[]
  /** How many of the tools were considered; the others are for another request. */
  readonly taken: number
}

interface ApiFormat {
  readonly rules: StrictRules
  readonly limits: RequestLimits
  readonly strictLimits: RequestLimits
  readonly write: (tool: ModelTool) => object
}

interface ModelTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly strict: boolean
}

const FORMATS: Readonly<Record<ModelApi, ApiFormat>> = {
  openai: {
    rules: OPENAI_RULES,
    limits: OPENAI_LIMITS,
    strictLimits: OPENAI_LIMITS,
    write: ({ name, description, schema, strict }) => ({
      type: 'function',
      function: { name, description, ...(strict ? { strict } : {}), parameters: schema },
    }),
  },
  anthropic: {
    rules: ANTHROPIC_RULES,
    limits: NO_LIMITS,
    strictLimits: ANTHROPIC_STRICT_LIMITS,
    write: ({ name, description, schema, strict }) => ({
      name,
      description,
      ...(strict ? { strict } : {}),
      input_schema: schema,
    }),
  },
}

/** Writes tools for a model's API, from the first on, as many as one request may have. */
export function toModelTools(tools: readonly DescribedTool[], api: ModelApi, strict: boolean): ModelTools {
  const { write, limits, strictLimits } = FORMATS[api]
  const most = strict ? strictLimits : limits
  const written: object[] = []
  const leftOut: LeftOut[] = []
  const used = { tools: 0, optional: 0, unions: 0 }
  let taken = 0
  for (const tool of tools) {
    const said = strict ? strictToolOf(tool, api, most) : { ...PLAIN, schema: tool.inputSchema }
    if ('reason' in said) leftOut.push({ slug: tool.slug, reason: said.reason })
    else {
      used.tools++
      used.optional += said.optional
      used.unions += said.unions
      if (exceeds(used, most)) break
      leftOut.push(...said.omitted.map((field) => ({ slug: tool.slug, ...field })))
      written.push(write({ ...namedAs(tool), schema: said.schema, strict }))
    }
    taken++
  }
  return { tools: written, leftOut, taken }
}

const PLAIN = { optional: 0, unions: 0, omitted: [] }

function strictToolOf(tool: DescribedTool, api: ModelApi, most: RequestLimits) {
  const said = toStrictSchema(tool.inputSchema, FORMATS[api].rules)
  if ('reason' in said || !exceeds({ ...said, tools: 1 }, most)) return said
  return { reason: 'the input has more optional fields or kinds of values than a request may have' }
}

function exceeds(used: RequestLimits, most: RequestLimits): boolean {
  return used.tools > most.tools || used.optional > most.optional || used.unions > most.unions
}

function namedAs({ slug, definition }: DescribedTool): Pick<ModelTool, 'name' | 'description'> {
  return { name: slug, description: withPrice(definition.summary, definition.credits) }
}
