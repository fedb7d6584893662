import { hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { ENGINE_CONFIDENCE, engineOfTier, type Engine } from '../../../src-shared/engines.ts'
import { SIGNUP_GRANT_CREDITS } from '../../../src-shared/prices.ts'
import type { DescribedTool } from '../../registry/described-tool.ts'

/** The engine that handles a tool's calls when they succeed. */
export function engineOf({ definition, source, chain }: DescribedTool): Engine {
  if (chain) return chain.engine
  return source ? 'external' : engineOfTier(definition.tier)
}

/** The inputs of a tool's examples, as bodies. */
export function requestExamplesOf({ definition }: DescribedTool): object {
  return namedExamples(definition.examples.map(({ title, input }) => [title, input]))
}

/** The outputs of a tool's examples, in their envelopes, with the hash that each would have. */
export function answerExamplesOf(tool: DescribedTool): object {
  const known = tool.definition.examples.filter(({ output }) => output !== undefined)
  if (known.length === 0) return {}
  return {
    examples: namedExamples(known.map(({ title, output }) => [title, toEnvelope(tool, output ?? {})])),
  }
}

// Readers of OpenAPI follow every $ref, in data too, so an example that contains one is left out.
function namedExamples(examples: readonly (readonly [string, object])[]): object {
  return Object.fromEntries(
    examples
      .filter(([, value]) => !JSON.stringify(value).includes('"$ref"'))
      .map(([summary, value], index) => [`example-${index + 1}`, { summary, value }]),
  )
}

function toEnvelope(tool: DescribedTool, output: object): object {
  const engine = engineOf(tool)
  const data = { ...output, _engine: engine }
  const { credits } = tool.definition
  return {
    ok: true,
    data,
    meta: {
      api: tool.slug,
      credits_used: credits,
      balance: SIGNUP_GRANT_CREDITS - credits,
      latency_ms: 1,
      ms: 1,
      engine,
      confidence: ENGINE_CONFIDENCE[engine],
      output_hash: hash('sha256', canonicalJson(data)),
    },
    guarantees: { schema_valid: true, validated: true, fallback_used: false },
  }
}
