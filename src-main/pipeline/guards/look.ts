import { sharerOf } from '../../accounts/account.ts'
import { lookThroughJson, type GuardTask } from '../../guards/look-through-json.ts'
import { sizeOfPatterns } from '../../guards/own-patterns.ts'
import type { Call } from '../call.ts'
import type { LookedTask } from '../../workers/worker-messages.ts'
import type { Services } from '../services.ts'

/** A guard's detectors take up to a millisecond for 50 characters: so many are looked through here, by one guard. */
const INLINE_CHARS = 2_000
/** Characters times the steps that patterns take for each. */
const INLINE_STEPS = 200_000

/** Thrown when nobody has looked through the whole: it took too long, or no worker was free. */
export class NotLookedThrough extends Error {}

/**
 * Looks through a JSON object: a short one at once, any other in a worker.
 * @param slug the tool whose argument or result it is
 * @throws NotLookedThrough
 */
export async function look(
  task: GuardTask,
  { account, requestId, caller }: Pick<Call, 'account' | 'requestId' | 'caller'>,
  slug: string,
  services: Services,
): Promise<LookedTask> {
  if (await isShort(task)) return await lookThroughJson(task)
  const outcome = await services.workers
    .run({
      who: sharerOf(account),
      slug,
      part: 'guard',
      input: task,
      now: services.now(),
      signal: caller.signal,
      onProgress: () => undefined,
    })
    .catch((error: unknown) => {
      throw new NotLookedThrough('No worker was free', { cause: error })
    })
  // tool-thread.ts answers `guard` with this type.
  if (outcome.kind === 'done') return outcome.output as LookedTask
  if (outcome.kind === 'failed') services.reportBug(new Error(outcome.message), requestId)
  throw new NotLookedThrough(outcome.kind)
}

async function isShort({ json, guards }: GuardTask): Promise<boolean> {
  const detectors = guards.filter(({ kinds }) => kinds !== undefined).length
  if (json.length * Math.max(1, detectors) > INLINE_CHARS) return false
  const patterns = guards.flatMap(({ patterns: own = [] }) => own)
  return patterns.length === 0 || json.length * (await sizeOfPatterns(patterns)) <= INLINE_STEPS
}
