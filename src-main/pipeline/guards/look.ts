import { sharerOf } from '../../accounts/account.ts'
import { lookThroughJson, type GuardTask } from '../../guards/look-through-json.ts'
import { sizeOfPatterns } from '../../guards/own-patterns.ts'
import type { Call } from '../call.ts'
import type { LookedTask } from '../../workers/worker-messages.ts'
import type { Services } from '../services.ts'

/** Detectors take up to a millisecond for each 50 characters, which are looked through here up to this many. */
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
  if (json.length > INLINE_CHARS) return false
  const patterns = guards.flatMap(({ patterns: own = [] }) => own)
  return patterns.length === 0 || json.length * (await sizeOfPatterns(patterns)) <= INLINE_STEPS
}
