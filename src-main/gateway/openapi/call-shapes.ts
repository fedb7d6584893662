import { z } from 'zod'
import { ENGINE_CONFIDENCE, type Engine } from '../../../src-shared/engines.ts'
import type { AgentBlock, BatchAnswer, Guarantees, Meta, TraceSpan } from '../../../src-shared/envelope.ts'
import { MAX_BATCH_CALLS, MAX_SESSION_ID_CHARS } from '../../../src-shared/limits.ts'
import { errorObject } from './error-shapes.ts'
import { receipt, redacted } from './proof-shapes.ts'
import { recipeSteps } from './tool-shapes.ts'
import type { ShapeOf } from './shape-of.ts'

// Object.keys loses the types of the keys; the table has exactly these.
const engine = z
  .enum(Object.keys(ENGINE_CONFIDENCE) as [Engine, ...Engine[]])
  .describe('What handled the call: real is computed, llm is generated')

const credits = z.int().min(0).describe('Credits that a call costs')
const balance = z.int().min(0).describe('Credits that the key holds after the call')
const latencyMs = z.int().min(0).describe('Milliseconds the call took inside the gateway')
const ok = z.literal(true)
const openObject = z.record(z.string(), z.unknown())

export const meta = z
  .object({
    api: z.string().describe('Slug of the tool'),
    credits_used: z.int().min(0).describe('Credits charged for this call'),
    balance,
    latency_ms: latencyMs,
    ms: latencyMs.describe('The same as latency_ms'),
    engine,
    confidence: z.number().min(0).max(1).describe('Determined by the engine'),
    output_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the RFC 8785 canonical JSON of data, in hexadecimal'),
    redacted,
  } satisfies ShapeOf<Meta>)
  .describe('The cost of the call and what handled it')

export const guarantees = z
  .object({
    schema_valid: z.boolean().describe('The output matches the schema of the tool'),
    validated: z.boolean().describe('The input was checked against the schema of the tool'),
    fallback_used: z.boolean().describe('A second provider answered'),
  } satisfies ShapeOf<Guarantees>)
  .describe('What was checked')

export const agentBlock = z
  .object({
    suggestions: z.array(z.string()).describe('Slugs of tools to consider next'),
    cache_fingerprint: z.string().describe('Equal for equal tools and inputs'),
    cost_breakdown: z.object({
      this_call: z.int().min(0),
      memory_cost: z.int().min(0),
      potential_cache_savings: z.int().min(0),
    }),
    memory_persisted: z
      .object({ namespace: z.string(), key: z.string() })
      .nullable()
      .describe('Where memory-get finds the result; null when the memory is full'),
  } satisfies ShapeOf<AgentBlock>)
  .describe('Present in agent mode')

export const traceSpan = z
  .object({
    name: z.string(),
    start_ms: z.number().min(0),
    duration_ms: z.number().min(0),
  } satisfies ShapeOf<TraceSpan>)
  .describe('One step of the call')

export const needsKeyData = z
  .object({
    _engine: z.literal('needs_key'),
    message: z.string().describe('What to set up'),
    providers: z.array(z.string()).describe('Providers that can answer this call'),
  })
  .describe('The tool needs a provider and none is set up; nothing was charged')

/** The gateway's own fields, in an item of a batch or for all of them. */
const ownFields = {
  mode: z.literal('agent').optional().describe('Adds the agent block and saves the result'),
  trace: z.boolean().optional().describe('Adds a trace of the steps of each call'),
  session_id: z
    .string()
    .min(1)
    .max(MAX_SESSION_ID_CHARS)
    .optional()
    .describe('The namespace of the memory in which agent mode saves the result'),
  receipt: z.boolean().optional().describe('Adds a signed receipt to every call that succeeds'),
}

export const batchRequest = z
  .object({
    calls: z
      .array(
        z.object({
          slug: z.string().describe('The name of a tool'),
          input: z.unknown().optional().describe('The body that POST /v1/{slug} takes'),
          ...ownFields,
        }),
      )
      .min(1)
      .max(MAX_BATCH_CALLS)
      .describe('The calls, which run in parallel'),
    ...ownFields,
  })
  .meta({
    example: {
      calls: [
        { slug: 'crypto-hash-sha256', input: { text: 'abc' } },
        { slug: 'text-diff', input: { before: 'one', after: 'two' } },
      ],
    },
  })

const batchItem = z.object({
  slug: z.string(),
  ok: z.boolean(),
  data: openObject.optional().describe('The output of the tool, if the call succeeded'),
  error: errorObject.optional().describe('Why the call failed'),
  credits,
  latency_ms: latencyMs,
  redacted,
  agent: agentBlock.optional().describe('The agent block of the call, if requested'),
  trace: z.array(traceSpan).optional().describe('Present if requested'),
  receipt: receipt.optional().describe('The signed receipt of the call, if requested'),
})

export const batch = z.object({
  ok: z.boolean().describe('True when at least one call succeeded'),
  results: z.array(batchItem).describe('In the order of the calls'),
  total_credits: z.int().min(0),
  balance,
  calls_count: z.int().min(1),
  partial: ok.optional().describe('Present when some calls succeeded and some failed'),
} satisfies ShapeOf<BatchAnswer>)

export const dryRun = z.object({
  ok,
  dry_run: z.literal(true),
  slug: z.string(),
  name: z.string(),
  credits,
  estimated_cost_usd: z.string().describe('The price of the credits in dollars'),
  can_afford: z.boolean(),
  balance: z.int().min(0),
  balance_after: z.int().min(0).describe('The balance that would be left'),
  steps: recipeSteps,
  has_handler: z.boolean(),
  input_schema: openObject.describe('The JSON Schema of the input, with the list of required fields'),
  input_validation: z.object({
    valid: z.boolean(),
    missing_fields: z.array(z.string()),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
  hints: z.record(z.string(), z.string()).describe('Requests that would run the tool'),
})
