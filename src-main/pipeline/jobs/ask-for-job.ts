import type { Account } from '../../accounts/account.ts'
import { rulesFor } from '../../accounts/rules/rules-of.ts'
import type { Verdict } from '../approvals/verdict.ts'
import { approvalWaitOf } from '../approvals/needs-approval.ts'
import type { JobParts } from './job-run.ts'
import { readStoredCall } from './stored-call.ts'

/** A job in the queue. */
interface WrittenJob {
  readonly id: string
  readonly slug: string
  /** Ends when its row is on disk; undefined for one that was there before. */
  readonly written: Promise<void> | undefined
}

/**
 * Asks the owner about a job before its turn, so that it holds no place of a running job meanwhile and is asked about
 * again after a restart.
 * @returns null for a job that needs no approval; otherwise how the wait ends, undefined for one that has gone
 */
export function askForJob(
  { id, slug, written }: WrittenJob,
  account: Account,
  signal: AbortSignal,
  { services, store }: Pick<JobParts, 'services' | 'store'>,
): Promise<Verdict | undefined> | null {
  const ruled = rulesFor(account, services.keys)
  const tool = ruled.length > 0 ? services.registry.find(slug) : null
  const seconds = tool && approvalWaitOf(tool, ruled)
  if (!tool || seconds === null) return null
  return ask()

  async function ask(): Promise<Verdict | undefined> {
    await written
    const text = await services.engine.read(() => store.callOf(id))
    if (text === null) return undefined
    const { fields, origin } = await readStoredCall(text)
    const asked = { account, slug, fields, requestId: id, ...(origin === undefined ? {} : { origin }) }
    return await services.approvals.ask(asked, tool?.facts.credits ?? 0, seconds ?? 0, signal)
  }
}
