import { GatewayError } from '../../../src-shared/errors.ts'
import type { OpenJob } from '../../storage/jobs/job.ts'
import type { Registry } from '../../registry/registry.ts'
import { counted } from '../../../src-shared/counted.ts'

/** After this many attempts the job is assumed to be the reason why the gateway stopped. */
const MAX_ATTEMPTS = 3

/**
 * The reason why a job that was running when its process ended must not run again; null when it may. Only a pure
 * tool runs twice: for others it is unknown what the first run has already done.
 * @param credits what its first run was charged; null for nothing
 */
export function rerunRefusal(
  job: OpenJob,
  registry: Registry,
  credits: number | null,
): GatewayError | null {
  const cost =
    credits === null
      ? 'Nothing was charged.'
      : `It was charged ${counted(credits, 'credit')}, since a request had left or a model had been asked.`
  const details = credits === null ? {} : { credits_used: credits }
  if (job.attempts >= MAX_ATTEMPTS) {
    const times = `The gateway stopped ${counted(job.attempts, 'time')} while this job ran`
    return new GatewayError('handler_error', `${times}; it was not tried again. ${cost}`, details)
  }
  const tool = registry.find(job.slug)?.facts
  // A tool that no longer exists gets the error of an unknown slug, like any call of it.
  if (!tool || tool.cacheable) return null
  const isPure = !tool.sideEffects && tool.tier !== 'network' && tool.tier !== 'llm'
  if (isPure) return null
  return new GatewayError(
    'handler_error',
    `The gateway stopped while this job ran. ${job.slug} may have acted already, so it was not run a second ` +
      `time. ${cost} Check what it did before you send it again.`,
    details,
  )
}
