import { randomBytes } from 'node:crypto'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { JobAccepted, JobDeletion, JobStatus } from '../../../src-shared/jobs.ts'
import type { JobRecord, OpenJob } from '../../storage/job-store.ts'
import type { Call } from '../call.ts'
import { checkLarge, isLarge, toLargeInput, toSmallInput } from '../check-call.ts'
import { checkScope } from '../check-scope.ts'
import { findTool } from '../execute.ts'
import { JobQueue, type QueuedJob } from './job-queue.ts'
import { JobRun, type JobParts } from './job-run.ts'
import { rerunRefusal } from './rerun-refusal.ts'
import { toStoredCall } from './stored-call.ts'
import { insufficientCredits } from '../../ledger/insufficient-credits.ts'

const RUNNING_PER_KEY = 4
const RUNNING = 16
const MAX_WAITING_PER_KEY = 100
const MAX_WAITING = 10_000
/** A job runs for a few seconds at most, so a place is free after about as long. */
const FULL_RETRY_SECONDS = 2
/** How long runs may take to notice that they should stop. */
const STOP_MS = 1_000

/** Calls that run in the background. They are stored as rows, so accepted jobs survive the process. */
export class Jobs {
  readonly #parts: JobParts
  readonly #queue = new JobQueue({ runningPerKey: RUNNING_PER_KEY, running: RUNNING })
  readonly #runs = new Map<string, { readonly run: JobRun; readonly ended: Promise<void> }>()
  /** The jobs that the previous process left open. */
  #left: readonly OpenJob[]
  #stopping = false

  constructor(parts: JobParts) {
    this.#parts = parts
    this.#left = parts.store.open()
  }

  /**
   * Checks a call and puts it into the queue.
   * @param withinTransaction runs in the transaction that makes the job durable
   * @throws GatewayError the error that the call itself would get; rate_limited, overloaded for a full queue
   */
  async submit(call: Call, withinTransaction: (accepted: JobAccepted) => void): Promise<JobAccepted> {
    const { services, store } = this.#parts
    const listed = findTool(call.slug, services)
    checkScope(call, listed, services)
    // Awaited before the queue is checked, so that no other call can take the free place.
    const tool = await listed.load()
    const large = isLarge(call) ? await checkLarge(tool, call, services) : null
    this.#refuseFullQueue(call.account.id)
    if (large) toLargeInput(tool, call, large)
    else toSmallInput(tool, call)
    this.#refuseUnaffordable(call.account.id, tool.definition.credits)

    const queued: QueuedJob = { id: `job_${randomBytes(12).toString('hex')}`, keyId: call.account.id }
    const accepted = {
      ok: true,
      job_id: queued.id,
      status: 'queued',
      poll: `/v1/jobs/${queued.id}`,
    } as const
    const { chargeId, requestId } = call
    const row = { ...queued, slug: tool.slug, chargeId, requestId, call: toStoredCall(call) }
    const written = services.commits.enqueue(() => {
      if (!store.insert(row)) throw queueFull('The waiting jobs of this key contain too much input')
      withinTransaction(accepted)
    })
    // Counted at once; if the row cannot be written, there is nothing to remove from the queue.
    this.#queue.add(queued)
    this.#startNext()
    await written
    return accepted
  }

  /** @throws GatewayError not_found, also for another key's job */
  find(keyId: string, id: string): JobRecord {
    const job = this.#parts.store.find(keyId, id)
    if (job) return this.#withProgress(job)
    throw new GatewayError(
      'not_found',
      'There is no job with this id. GET /v1/jobs lists the jobs of this key.',
    )
  }

  /** The key's jobs, newest first, without their envelopes. */
  list(
    keyId: string,
    options: { readonly limit: number; readonly before?: number; readonly status?: JobStatus },
  ): readonly JobRecord[] {
    return this.#parts.store.list(keyId, options).map((job) => this.#withProgress(job))
  }

  /**
   * Cancels a waiting or running job; deletes a finished one.
   * @throws GatewayError not_found
   */
  async delete(keyId: string, id: string): Promise<JobDeletion> {
    const { services, store } = this.#parts
    const { status, finishedAt } = this.find(keyId, id)
    const done = { ok: true, job_id: id } as const
    if (finishedAt !== null) {
      await services.commits.enqueue(() => store.remove(keyId, id))
      return { ...done, status, action: 'removed' }
    }
    // A run that settles first has already finished the row; one that settles later finds it
    // cancelled and charges nothing.
    const isCancelled = await services.commits.enqueue(() => store.cancel(id))
    if (!isCancelled) return { ...done, status: this.find(keyId, id).status, action: 'none' }
    this.#queue.remove({ keyId, id })
    this.#runs.get(id)?.run.cancel()
    return { ...done, status: 'cancelled', action: 'cancelled' }
  }

  /** Resumes the jobs of the previous process: waiting jobs run, running ones run again or fail. */
  async resume(): Promise<void> {
    const { services, store } = this.#parts
    const left = this.#left.map((job) => ({
      job,
      refusal: job.status === 'running' ? rerunRefusal(job, services.registry) : null,
    }))
    this.#left = []
    if (left.length === 0) return
    await services.commits.enqueue(() => {
      for (const { job, refusal } of left) {
        if (refusal) store.finish(job.id, { status: 'failed', error: refusal.toErrorObject(), progress: 0 })
        else store.requeue(job.id)
      }
    })
    for (const { job, refusal } of left) if (!refusal) this.#queue.add(job)
    this.#startNext()
  }

  /** Starts no more jobs and gives running ones at most `graceMs` to end. */
  async drain(graceMs: number): Promise<void> {
    this.#stopping = true
    await this.#allEnded(graceMs)
  }

  /** Stops the jobs still running; their rows stay as they are for the next start. */
  async close(): Promise<void> {
    this.#stopping = true
    for (const { run } of this.#runs.values()) run.leave()
    await this.#allEnded(STOP_MS)
  }

  #startNext(): void {
    while (!this.#stopping) {
      const next = this.#queue.take()
      if (!next) return
      const run = new JobRun(next.id, this.#parts)
      const ended = run.run().finally(() => {
        this.#runs.delete(next.id)
        this.#queue.release(next)
        this.#startNext()
      })
      this.#runs.set(next.id, { run, ended })
    }
  }

  #allEnded(atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, atMostMs)
      void Promise.all([...this.#runs.values()].map(({ ended }) => ended)).then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #withProgress(job: JobRecord): JobRecord {
    const run = job.status === 'running' ? this.#runs.get(job.id)?.run : undefined
    return run ? { ...job, progress: run.progress } : job
  }

  #refuseFullQueue(keyId: string): void {
    if (this.#queue.waiting(keyId) >= MAX_WAITING_PER_KEY)
      throw queueFull(`${MAX_WAITING_PER_KEY} jobs of this key are already waiting`)
    if (this.#stopping || this.#queue.length >= MAX_WAITING) {
      throw new GatewayError('overloaded', 'The queue of jobs is full. Try again in a moment.', {
        retry_after: FULL_RETRY_SECONDS,
      })
    }
  }

  // Credits are reserved when the job runs; this only spares the caller a job that is certain to fail.
  #refuseUnaffordable(keyId: string, need: number): void {
    const { balance, reserved } = this.#parts.services.ledger.balanceOf(keyId)
    const have = balance - reserved
    if (have < need) throw insufficientCredits('job', need, have)
  }
}

function queueFull(reason: string): GatewayError {
  return new GatewayError('rate_limited', `${reason}. Submit more once some of them have run.`, {
    retry_after: FULL_RETRY_SECONDS,
  })
}
