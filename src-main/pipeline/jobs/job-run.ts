import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from '../../accounts/account.ts'
import { GatewayError, type ErrorCode } from '../../../src-shared/errors.ts'
import type { JobStore } from '../../storage/jobs/job-store.ts'
import type { ClaimedJob, JobOutcome } from '../../storage/jobs/job.ts'
import type { Work } from '../../storage/engine/work.ts'
import { internalError } from '../batch.ts'
import type { Verdict } from '../approvals/verdict.ts'
import type { Answer } from '../call.ts'
import { execute } from '../execute.ts'
import type { Services } from '../services.ts'
import { readStoredCall } from './stored-call.ts'

const MAX_ENVELOPE_BYTES = 8 * 1024 * 1024
/** How long to wait before writing a job's end again, when the disk is full or the database is away. */
const RETRY_MS: Partial<Record<ErrorCode, number>> = { storage_full: 5_000, storage_unavailable: 1_000 }

export interface JobParts {
  readonly store: JobStore
  readonly services: Services
  /** Writes the envelope that the call would have answered with. */
  readonly toEnvelope: (answer: Answer) => string
}

/** One run of one job, from the queue to its end. */
export class JobRun {
  readonly #id: string
  readonly #parts: JobParts
  readonly #verdict: Verdict | undefined
  /** Why it stops: the job was cancelled, or the gateway ends and leaves the job as it is. */
  readonly #stopped = new AbortController()
  #leftOpen = false
  #owner: string | null = null
  #progress = 0

  /** @param verdict what the owner has decided about it; undefined for a job that was not asked about */
  constructor(id: string, parts: JobParts, verdict?: Verdict) {
    this.#id = id
    this.#parts = parts
    this.#verdict = verdict
  }

  /** The gateway that runs it, where several share the queue; null until it has begun. */
  get owner(): string | null {
    return this.#owner
  }

  /** 0 to 99; a job reaches 100 when its end is on disk. */
  get progress(): number {
    return this.#progress
  }

  /** Stops a job whose row is marked as cancelled. */
  cancel(): void {
    this.#stopped.abort()
  }

  /** Stops the run and leaves the row as it is, for the next start to decide. */
  leave(): void {
    this.#leftOpen = true
    this.#stopped.abort()
  }

  /** Runs the job, unless it was cancelled while it waited, and saves how it ended. */
  async run(): Promise<void> {
    try {
      const job = await this.#durably(() => this.#parts.store.claim(this.#id))
      if (!job) return
      this.#owner = job.owner
      await this.#runClaimed(job)
    } catch (error) {
      // A stopping gateway makes no more writes; the row already holds what the next start must know.
      if (!this.#leftOpen) this.#parts.services.reportBug(error, this.#id)
    }
  }

  async #runClaimed(job: ClaimedJob): Promise<void> {
    try {
      await this.#execute(job)
    } catch (error) {
      if (this.#leftOpen) return
      if (!(error instanceof GatewayError)) this.#parts.services.reportBug(error, job.requestId)
      const known = error instanceof GatewayError ? error : internalError(error)
      await this.#end(this.#failedWith(known))
    }
  }

  async #execute(job: ClaimedJob): Promise<void> {
    const { services } = this.#parts
    const { signal } = this.#stopped
    let saved = false
    const answer = await execute(
      {
        ...(await readStoredCall(job.call)),
        slug: job.slug,
        isCounted: true,
        ...(this.#verdict === undefined ? {} : { verdict: this.#verdict }),
        account: this.#accountOf(job),
        requestId: job.requestId,
        chargeId: job.chargeId,
        caller: { signal, gone: () => signal.aborted },
        observer: {
          started: () => undefined,
          progress: (percent) => this.#advance(percent),
          token: () => undefined,
        },
        withinTransaction: (charged) => {
          saved = true
          return this.#saveCharged(charged)
        },
        withinUnanswered: (error) => this.#saveUnanswered(error),
      },
      services,
    )
    // needs_key is an answer that is not charged.
    if (!saved)
      await this.#end({ status: 'completed', envelope: this.#parts.toEnvelope(answer), credits: 0 })
  }

  // Runs in the charge's transaction: an error here undoes the charge. False for a job that was cancelled meanwhile.
  *#saveCharged(answer: Answer): Work<boolean> {
    const { store } = this.#parts
    const { creditsUsed: credits } = answer
    const envelope = this.#parts.toEnvelope(answer)
    if (Buffer.byteLength(envelope) > MAX_ENVELOPE_BYTES) {
      throw new GatewayError(
        'handler_error',
        `The result is larger than the ${MAX_ENVELOPE_BYTES} bytes that a job can store. Nothing was charged. ` +
          `Send the call to POST /v1/${answer.slug}, or split the input.`,
      )
    }
    if (yield* store.finish(this.#id, { status: 'completed', envelope, credits }, this.#owner)) return true
    yield* store.decide(this.#id, credits, this.#owner)
    return false
  }

  // Runs in the charge's transaction too. A job that the gateway leaves keeps its state, for the next start.
  *#saveUnanswered(error: GatewayError): Work<void> {
    const outcome = this.#failedWith(error)
    const { store } = this.#parts
    if (!this.#leftOpen && (yield* store.finish(this.#id, outcome, this.#owner))) return
    yield* store.decide(this.#id, outcome.credits, this.#owner)
  }

  #failedWith(error: GatewayError): Extract<JobOutcome, { status: 'failed' }> {
    const credits = error.details.credits_used ?? 0
    return { status: 'failed', error: error.toErrorObject(), progress: this.#progress, credits }
  }

  #accountOf({ keyId }: ClaimedJob): Account {
    const account = this.#parts.services.keys.findById(keyId)
    if (account) return account
    throw new GatewayError(
      'invalid_key',
      'The key of this job was revoked or expired before the job ran. Nothing was charged.',
    )
  }

  #advance(percent: number): void {
    this.#progress = Math.max(this.#progress, Math.min(99, Math.floor(percent) || 0))
  }

  // A job that was cancelled in between has already ended, and stays cancelled; only its cost is still to be written.
  async #end(outcome: JobOutcome): Promise<void> {
    await this.#durably(() => this.#writeEnd(outcome))
  }

  *#writeEnd(outcome: JobOutcome): Work<void> {
    const { store } = this.#parts
    if (yield* store.finish(this.#id, outcome, this.#owner)) return
    yield* store.decide(this.#id, outcome.credits, this.#owner)
  }

  async #durably<T>(work: () => Work<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#parts.services.engine.write(this.#id, work)
      } catch (error) {
        const ms = error instanceof GatewayError ? RETRY_MS[error.code] : undefined
        if (ms === undefined || this.#leftOpen) throw error
        await pause(ms, undefined, { ref: false })
      }
    }
  }
}
