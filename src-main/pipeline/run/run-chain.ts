import type { Chain, ListedTool, LoadedStep } from '../../registry/listed-tool.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import { rulesFor } from '../../accounts/rules/rules-of.ts'
import { RECIPE_LIMITS } from '../../../src-shared/recipes/recipe.ts'
import { CallFailed } from '../../tool-kit/tool-context.ts'
import type { Call, CallObserver } from '../call.ts'
import { checkLarge, isLarge, toLargeInput, toSmallInput } from '../checks/check-call.ts'
import type { CheckedInput } from '../checks/checked-input.ts'
import { toolsBoundTo } from '../checks/seen-tools.ts'
import { withPresets } from '../checks/with-presets.ts'
import type { Departure } from '../departure.ts'
import { guardArguments } from '../guards/guard-arguments.ts'
import { guardResult } from '../guards/guard-result.ts'
import { guardsOn } from '../guards/guards-on.ts'
import { ShapedTool } from '../../registry/toolsets/shaped-tool.ts'
import type { Services } from '../services.ts'
import { chainFailed, type StepsSoFar } from './chain-failure.ts'
import { writtenResult, type ToolResult } from './run-tool.ts'

/** A call that can be run now. */
export interface ReadyCall {
  readonly tool: RegisteredTool
  readonly input: CheckedInput
  readonly departure: Departure
}

/** Runs a step as any call is run, from the cache or by its tool. */
type Run = (call: Call, ready: ReadyCall, services: Services) => Promise<ToolResult>

/**
 * Runs the steps of a recipe within its one call, which is reserved and charged as a whole. A step can do no more than
 * its caller could with a call of its own: the rules of the key hold for it, and so do the presets of its toolset.
 * @throws GatewayError naming the step that failed, NeedsKey
 */
export async function runChain(
  call: Call,
  { tool, input, departure, chain }: ReadyCall & { readonly chain: Chain },
  services: Services,
  run: Run,
): Promise<ToolResult> {
  const parts = { call, departure, chain, services, run }
  const done: LoadedStep[] = []
  const sums = { redacted: 0, chars: 0, fallbackUsed: false }
  const failure = (error: unknown, failed: LoadedStep | null): Error =>
    chainFailed(error, { call, tool, chain, departure, done, failed } satisfies StepsSoFar)
  const output = await chain
    .run(input.value(), async (step, fieldsOf, index) => {
      try {
        const { result, redacted } = await runStep(step, fieldsOf, index, parts)
        sums.redacted += redacted
        sums.chars += result.dataJson.length
        sums.fallbackUsed ||= result.fallbackUsed
        if (sums.chars > RECIPE_LIMITS.dataChars) throw new CallFailed(TOO_LONG)
        done.push(step)
        const { _engine, ...data } = result.data()
        return data
      } catch (error) {
        throw failure(error, step)
      }
    })
    .catch((error: unknown) => {
      throw done.length === chain.steps.length ? failure(error, null) : error
    })
  const { redacted, fallbackUsed } = sums
  const result = await writtenResult({ output, fallbackUsed }, call, tool, services)
  return redacted > 0 ? { ...result, redacted } : result
}

const TOO_LONG = `What the steps give is longer than ${RECIPE_LIMITS.dataChars / 1024 / 1024} MiB together.`

interface StepParts {
  readonly call: Call
  readonly departure: Departure
  readonly chain: Chain
  readonly services: Services
  readonly run: Run
}

async function runStep(
  { id, tool, listed }: LoadedStep,
  fieldsOf: () => Readonly<Record<string, unknown>>,
  index: number,
  { call, departure, chain, services, run }: StepParts,
) {
  const startedAt = performance.now()
  const observer = observerOf(call, index, chain.steps.length)
  observer?.progress(0, tool.definition.title)
  const step = departure.beginStep(tool)
  try {
    const prepared = await prepareStep(
      { ...stepCall(call, observer), slug: tool.slug, fields: fieldsOf() },
      tool,
      services,
    )
    const { result, redacted } = await runPrepared(prepared, { tool, step }, services, run)
    // What somebody else has done, and what was changed, cannot be taken back.
    departure.endStep(hasActed(listed))
    if (call.whole === undefined)
      call.observer?.stepEnded?.({ id, slug: tool.slug, ms: msSince(startedAt), data: result.data() })
    return { result, redacted }
  } catch (error) {
    if (call.whole === undefined)
      call.observer?.stepEnded?.({ id, slug: tool.slug, ms: msSince(startedAt), data: null })
    throw error
  }
}

function hasActed({ facts: { source, cacheable, sideEffects } }: ListedTool): boolean {
  return sideEffects === true || (source !== null && cacheable !== true)
}

// Fields that stand for a file are not read here: what a step gives comes from outside, and must not name files.
async function prepareStep(sent: Call, tool: RegisteredTool, services: Services) {
  const ruled = rulesFor(sent.account, services.keys)
  const shaped = toolsBoundTo(sent.account, services)?.find(tool.slug)
  const whole = shaped instanceof ShapedTool ? withPresets(sent, tool, shaped.shape) : sent
  if (ruled.length === 0) return { call: whole, guards: [] }
  const { call, refusal } = await guardArguments({ call: whole, tool, ruled }, services)
  if (refusal) throw refusal
  return { call, guards: guardsOn('results', ruled) }
}

async function runPrepared(
  { call, guards }: Awaited<ReturnType<typeof prepareStep>>,
  { tool, step }: { readonly tool: RegisteredTool; readonly step: Departure },
  services: Services,
  run: Run,
) {
  const large = tool.source === null && isLarge(call) ? await checkLarge(tool, call, services) : null
  const input = large ? toLargeInput(tool, call, large) : toSmallInput(tool, call)
  const ran = await run(call, { tool, input, departure: step }, services)
  const result = guards.length > 0 ? await guardResult(ran, { call, tool }, guards, services) : ran
  return { result, redacted: (call.redacted ?? 0) + (result.redacted ?? 0) }
}

// What is saved, recorded and charged is the whole.
function stepCall(call: Call, observer: CallObserver | undefined): Omit<Call, 'slug' | 'fields'> {
  const { account, agentMode, trace, sessionId, requestId, chargeId, caller, tools } = call
  return {
    ...{ account, agentMode, trace, sessionId, requestId, chargeId, caller, whole: call.whole ?? call },
    ...(tools === undefined ? {} : { tools }),
    ...(observer === undefined ? {} : { observer }),
  }
}

// A step's own progress is a part of the whole. Its tokens are not sent: what they write is not the answer.
function observerOf({ observer }: Call, index: number, of: number): CallObserver | undefined {
  if (!observer) return undefined
  return {
    started: () => undefined,
    progress: (percent, status) =>
      observer.progress(
        Math.floor(((index + Math.min(100, percent) / 100) / of) * 100),
        `Step ${index + 1} of ${of}: ${status}`,
      ),
    token: () => undefined,
  }
}

function msSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt)
}
