import { GatewayError } from '../../src-shared/errors.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import type { WrittenOutput } from '../registry/written-output.ts'
import type { Sharer } from '../shares/place.ts'
import { validateInput } from './checks/validate-input.ts'
import type { WorkerOutcome, WorkerPool } from '../workers/worker-pool.ts'

/** The result of running a call again. `unknown` proves nothing about the call: this machine could not run it. */
export type Recomputed =
  | { readonly kind: 'done'; readonly outputHash: string; readonly dataJson: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The tool and version that an answer names, and the sent fields. Without a version any version will do. */
export interface PastCall {
  readonly slug: string
  readonly version: number | null
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Runs a past call again, if this machine can: the same tool in the same version, whose output depends only on its
 * input.
 * @param tool the tool of that name here, if there is one
 * @param workers started with the first call
 * @param who for whom
 */
export async function recomputePast(
  { slug, version, fields }: PastCall,
  tool: RegisteredTool | null,
  workers: () => WorkerPool,
  who: Sharer,
): Promise<Recomputed> {
  if (!tool) return unknown(`This Toolgate has no tool ${JSON.stringify(slug)}.`)
  if (!tool.definition.cacheable)
    return unknown(
      `The output of ${slug} depends on more than its input, so running it again proves nothing.`,
    )
  if (version !== null && tool.version !== version)
    return unknown(
      `The answer is from version ${version} of ${slug}, but this Toolgate has version ${tool.version}.`,
    )
  return await recompute(tool, fields, workers(), who)
}

/**
 * Runs a tool whose output depends only on its input again, with no key, no charge and no gateway. It always runs in
 * a worker, even an inline tool, because the input comes from a stranger's file.
 * @param fields the tool's fields as they were sent
 */
async function recompute(
  tool: RegisteredTool,
  fields: Readonly<Record<string, unknown>>,
  workers: WorkerPool,
  who: Sharer,
): Promise<Recomputed> {
  let input: Record<string, unknown>
  try {
    input = validateInput(tool, fields)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { kind: 'failed', reason: `The input is not valid: ${error.message}` }
  }
  const { signal } = new AbortController()
  return toRecomputed(
    await workers.run({
      who,
      slug: tool.slug,
      native: tool.definition.native,
      input,
      now: 0,
      signal,
      onProgress: () => {},
    }),
  )
}

function toRecomputed(outcome: WorkerOutcome): Recomputed {
  switch (outcome.kind) {
    case 'done': {
      // tool-thread.ts answers the part `handler` with this type.
      const { dataJson, outputHash } = outcome.output as WrittenOutput
      return { kind: 'done', outputHash, dataJson }
    }
    case 'broken':
      return { kind: 'failed', reason: "The tool's output does not match its own schema." }
    case 'invalid':
    case 'failed':
      return { kind: 'failed', reason: `The tool refuses this input: ${outcome.message}` }
    case 'timed_out':
      return { kind: 'unknown', reason: 'The call took longer than a tool may run.' }
    case 'out_of_memory':
      return { kind: 'unknown', reason: 'The call needed more memory than a tool may use.' }
    case 'cancelled':
      return { kind: 'unknown', reason: 'The call was cancelled.' }
  }
}

function unknown(reason: string): Recomputed {
  return { kind: 'unknown', reason }
}
