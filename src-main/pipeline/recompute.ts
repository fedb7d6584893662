import type { Data } from '../../src-shared/envelope.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { pureAnswer, pureTask } from '../extensions/folder/run-pure.ts'
import type { RanScript, ScriptTask } from '../extensions/folder/script-thread.ts'
import { PointsToNothing } from '../extensions/recipes/fill-links.ts'
import type { Chain } from '../registry/listed-tool.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { checkOutput, type WrittenOutput } from '../registry/written-output.ts'
import type { Sharer } from '../shares/place.ts'
import { validateInput } from './checks/validate-input.ts'
import { writeDataInTurns } from './turns/hash-in-turns.ts'
import { parseInTurns } from './turns/parse-in-turns.ts'
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
  /** What stands for the definition of a source's tool; null for any. */
  readonly definition: string | null
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
  { slug, version, definition, fields }: PastCall,
  tool: RegisteredTool | null,
  workers: () => WorkerPool,
  who: Sharer,
): Promise<Recomputed> {
  if (!tool) return unknown(`This Toolgate has no tool ${JSON.stringify(slug)}.`)
  if (!tool.definition.cacheable)
    return unknown(
      `The output of ${slug} depends on more than its input, so running it again proves nothing.`,
    )
  // Of a script its file counts, and not how often others beside it were approved; of a recipe all that it is made of.
  if (tool.source !== null) {
    if (definition !== null && definition !== tool.source.definition)
      return unknown(
        tool.chain
          ? `The answer is from another ${slug} than is saved here: it, or a tool of it, was changed.`
          : `The answer is from another version of the file of ${slug} than the one that is open here.`,
      )
  } else if (version !== null && tool.version !== version)
    return unknown(
      `The answer is from version ${version} of ${slug}, but this Toolgate has version ${tool.version}.`,
    )
  return tool.chain
    ? await recomputeChain(tool, tool.chain, fields, { workers: workers(), who })
    : await recompute(tool, fields, workers(), who)
}

// Each step runs again by itself, as its tool would.
async function recomputeChain(
  tool: RegisteredTool,
  chain: Chain,
  fields: PastCall['fields'],
  on: { readonly workers: WorkerPool; readonly who: Sharer },
): Promise<Recomputed> {
  let failed: Recomputed | null = null
  try {
    const output = await chain.run(validateInput(tool, fields), async (step, fieldsOf) => {
      const again = step.tool.chain
        ? await recomputeChain(step.tool, step.tool.chain, fieldsOf(), on)
        : await recompute(step.tool, fieldsOf(), on.workers, on.who)
      if (again.kind !== 'done') {
        failed = { ...again, reason: `Step ${step.id}: ${again.reason}` }
        throw new StepNotRun()
      }
      // Only `writeData` makes such a text.
      const { _engine, ...data } = (await parseInTurns(again.dataJson)) as Data
      return data
    })
    return { kind: 'done', ...(await writeDataInTurns(checkOutput(tool, output))) }
  } catch (error) {
    if (failed) return failed
    if (error instanceof GatewayError || error instanceof PointsToNothing)
      return { kind: 'failed', reason: `The recipe refuses this input: ${error.message}` }
    throw error
  }
}

class StepNotRun extends Error {}

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
  const { script } = tool.definition
  if (script !== undefined) return await rerunScript(tool, input, (task) => runScript(task, workers, who))
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

/** Runs a task with a script in a worker. */
export async function runScript(
  task: ScriptTask,
  workers: WorkerPool,
  who: Sharer,
): Promise<WorkerOutcome> {
  const { signal } = new AbortController()
  return await workers.run({
    ...{ who, slug: 'scripts', part: 'script', input: { ...task }, now: 0, signal, onProgress: () => {} },
  })
}

/** Runs a pure script again. @param run in a worker */
async function rerunScript(
  tool: RegisteredTool,
  input: Record<string, unknown>,
  run: (task: ScriptTask) => Promise<WorkerOutcome>,
): Promise<Recomputed> {
  const outcome = await run(pureTask(tool.definition.script ?? '', input))
  if (outcome.kind !== 'done') return toRecomputed(outcome)
  try {
    // A worker answers this task with this type.
    const data = await pureAnswer(outcome.output as RanScript, parseInTurns)
    const { dataJson, outputHash } = await writeDataInTurns(checkOutput(tool, data))
    return { kind: 'done', outputHash, dataJson }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { kind: 'failed', reason: `The script fails: ${error.message}` }
  }
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
