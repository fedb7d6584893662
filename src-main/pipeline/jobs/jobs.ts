import { randomBytes } from 'node:crypto'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { JobAccepted, JobDeletion, JobStatus } from '../../../src-shared/jobs.ts'
import type { JobRecord, OpenJob } from '../../storage/jobs/job.ts'
import type { Call } from '../call.ts'
import { checkLarge, isLarge, toLargeInput, toSmallInput } from '../checks/check-call.ts'
import { guardArguments } from '../guards/guard-arguments.ts'
import { admitCall } from '../checks/admit-call.ts'
import type { Verdict } from '../approvals/verdict.ts'
import { approvalWaitOf } from '../approvals/needs-approval.ts'
import { findTool } from '../checks/find-tool.ts'
import { sharerOf } from '../../accounts/account.ts'
import type { FairShare, ShareOptions } from '../../shares/fair-share.ts'
import type { Work } from '../../storage/engine/work.ts'
import { askForJob } from './ask-for-job.ts'
import { JobRun, type JobParts } from './job-run.ts'
import { decideLeft } from './left-jobs.ts'
import { toStoredCall } from './stored-call.ts'
import type { Balance } from '../../ledger/ledger-store.ts'
import { insufficientCredits } from '../../ledger/insufficient-credits.ts'

/** Jobs wait for as long as it takes, also over a restart; how many may wait is checked when they are submitted. */
const JOBS: ShareOptions = {
  name: 'jobs',
  what: 'its turn',
  limit: 16,
  perKey: 4,
  reserve: 4,
  waiting: Infinity,
  waitMs: Infinity,
}
const MAX_WAITING_PER_KEY = 100
const MAX_WAITING = 10_000
/** A job runs for a few seconds at most, so a place is free after about as long. */
const FULL_RETRY_SECONDS = 2
/** How long runs may take to stop: a model that was asked has a second for its last word. */
const STOP_MS = 3_000

interface QueuedJob {
  readonly id: string
  readonly keyId: string
  readonly slug: string
}

/** Calls that run in the background. They are stored as rows, so accepted jobs survive the process. */
export class Jobs {
  readonly #parts: JobParts
  readonly #share: FairShare
  /** Ends the wait of a job that has not started. */
  readonly #waits = new Map<string, AbortController>()
  readonly #runs = new Map<string, { readonly run: JobRun; readonly ended: Promise<void> }>()
  /** The jobs that the previous process left open. */
  #left: readonly OpenJob[]
  #stopping = false

  /** Opens the queue; what the previous process left in it is read before anything new comes. */
  static async open(parts: JobParts): Promise<Jobs> {
    const { services, store } = parts
    return new Jobs(parts, store.isShared ? [] : await services.engine.read(() => store.open()))
  }

  private constructor(parts: JobParts, left: readonly OpenJob[]) {
    this.#parts = parts
    this.#share = parts.services.shares.open(JOBS)
    this.#left = left
  }

  /**
   * Checks a call and puts it into the queue, with the contents of its files.
   * @param withinTransaction runs in the transaction that makes the job durable
   * @throws GatewayError the error that the call itself would get; rate_limited, overloaded for a full queue
   */
  async submit(sent: Call, withinTransaction: (accepted: JobAccepted) => Work<void>): Promise<JobAccepted> {
    const { services, store } = this.#parts
    // Awaited before the queue is checked, so that no other call can take the free place.
    const admitted = await admitCall(sent, services)
    const { tool, ruled } = admitted
    // Guarded before it is stored, and once more when it runs.
    const { call, refusal } = await guardArguments(admitted, services)
    if (refusal) throw refusal
    const large = isLarge(call) ? await checkLarge(tool, call, services) : null
    const stored = await toStoredCall(call)
    const money = await services.ledger.balanceOf(call.account.id)
    this.#refuseFullQueue(call.account.id)
    if (large) toLargeInput(tool, call, large)
    else toSmallInput(tool, call)
    refuseUnaffordable(money, tool.definition.credits)
    const listed = findTool(tool.slug, call.account, services)
    const isAsked = approvalWaitOf(listed, ruled) !== null
    if (isAsked) services.approvals.refuseFull(call.account)

    const queued: QueuedJob = {
      id: `job_${randomBytes(12).toString('hex')}`,
      keyId: call.account.id,
      slug: tool.slug,
    }
    const accepted = {
      ok: true,
      job_id: queued.id,
      status: 'queued',
      poll: `/v1/jobs/${queued.id}`,
    } as const
    const { chargeId, requestId } = call
    const row = { ...queued, chargeId, requestId, call: stored, isAsked }
    const written = services.engine.write(queued.keyId, () =>
      accept(store.insert(row), withinTransaction(accepted)),
    )
    // Counted at once; if the row cannot be written, there is nothing to remove from the queue.
    this.#enqueue(queued, written)
    await written
    return accepted
  }

  /** @throws GatewayError not_found, also for another key's job */
  async find(keyId: string, id: string): Promise<JobRecord> {
    const { services, store } = this.#parts
    const job = await services.engine.read(() => store.find(keyId, id))
    if (job) return this.#withProgress(job)
    throw new GatewayError(
      'not_found',
      'There is no job with this id. GET /v1/jobs lists the jobs of this key.',
    )
  }

  /** The key's jobs, newest first, without their envelopes. */
  async list(
    keyId: string,
    options: { readonly limit: number; readonly before?: number; readonly status?: JobStatus },
  ): Promise<readonly JobRecord[]> {
    const { services, store } = this.#parts
    const jobs = await services.engine.read(() => store.list(keyId, options))
    return jobs.map((job) => this.#withProgress(job))
  }

  /**
   * Cancels a waiting or running job; deletes a finished one.
   * @throws GatewayError not_found
   */
  async delete(keyId: string, id: string): Promise<JobDeletion> {
    const { services, store } = this.#parts
    const { status, finishedAt, credits } = await this.find(keyId, id)
    const done = { ok: true, job_id: id } as const
    if (finishedAt !== null) {
      await services.engine.write(keyId, () => store.remove(keyId, id))
      return { ...done, status, action: 'removed', credits_used: credits }
    }
    // A run that settles first has already finished the row; one that settles later finds it cancelled, and is
    // charged only if something had happened outside by then.
    const isCancelled = await services.engine.write(keyId, () => store.cancel(id))
    if (isCancelled) await this.stop(id)
    const ended = await this.find(keyId, id)
    const action = isCancelled ? 'cancelled' : 'none'
    return { ...done, status: ended.status, action, credits_used: ended.credits }
  }

  /** Stops a job that was cancelled. */
  async stop(id: string): Promise<void> {
    this.#waits.get(id)?.abort()
    // Only its run knows what it costs.
    const running = this.#runs.get(id)
    running?.run.cancel()
    await within(STOP_MS, running?.ended)
  }

  /** Resumes the jobs of the previous process: waiting jobs run, running ones run again or fail. */
  async resume(): Promise<void> {
    const { services, store } = this.#parts
    const left = this.#left
    this.#left = []
    // Those of several gateways are taken with each beat.
    if (store.isShared) return
    const undecided = await services.engine.read(() => store.undecided())
    if (left.length + undecided.length === 0) return
    this.take(await services.engine.write('jobs', () => decideLeft(this.#parts, left, undecided)))
  }

  /** Lets jobs wait here, which have been written before. */
  take(jobs: readonly QueuedJob[]): void {
    for (const job of jobs) if (!this.#waits.has(job.id)) this.#enqueue(job)
  }

  /** How many more jobs could run here at once. */
  places(): number {
    const { limit, in_use, waiting } = this.#share.state()
    return this.#stopping || waiting > 0 ? 0 : Math.max(0, limit - in_use)
  }

  /** The jobs that wait or run here, with the runs of the latter. */
  here(): ReadonlyMap<string, JobRun | null> {
    const waiting = [...this.#waits.keys()].map((id) => [id, null] as const)
    const running = [...this.#runs].map(([id, { run }]) => [id, run] as const)
    return new Map<string, JobRun | null>([...waiting, ...running])
  }

  get isStopping(): boolean {
    return this.#stopping
  }

  /** Starts no more jobs and gives running ones at most `graceMs` to end. */
  async drain(graceMs: number): Promise<void> {
    this.#startNoMore()
    await this.#allEnded(graceMs)
  }

  /** Stops the jobs still running; their rows stay as they are for the next start. */
  async close(): Promise<void> {
    this.#startNoMore()
    for (const { run } of this.#runs.values()) run.leave()
    await this.#allEnded(STOP_MS)
  }

  // A job that waits for the owner stays in the queue.
  #startNoMore(): void {
    this.#stopping = true
    this.#parts.services.approvals.close()
    this.#share.close()
  }

  // A job that is cancelled or left before its turn has said so in its row, and needs no other end.
  #enqueue(job: QueuedJob, written?: Promise<void>): void {
    const { services, store } = this.#parts
    const account = services.keys.findById(job.keyId)
    const who = account ? sharerOf(account) : { id: job.keyId, isOwner: false }
    const left = new AbortController()
    this.#waits.set(job.id, left)
    const start = (verdict?: Verdict): Promise<void> =>
      this.#share.run(who, left.signal, async () => {
        // Work of another lane may overtake what writes the row. If that fails, the run finds none.
        await written?.catch(() => undefined)
        this.#waits.delete(job.id)
        await this.#run(job.id, verdict)
      })
    const asking = account && askForJob({ ...job, written }, account, left.signal, { services, store })
    const started = asking ? asking.then(start) : start()
    started.catch(() => this.#waits.delete(job.id))
  }

  #run(id: string, verdict: Verdict | undefined): Promise<void> {
    const run = new JobRun(id, this.#parts, verdict)
    const ended = run.run().finally(() => {
      // Not that of a later run, after this one was in vain.
      if (this.#runs.get(id)?.run === run) this.#runs.delete(id)
    })
    this.#runs.set(id, { run, ended })
    return ended
  }

  #allEnded(atMostMs: number): Promise<void> {
    return within(atMostMs, Promise.all([...this.#runs.values()].map(({ ended }) => ended)))
  }

  #withProgress(job: JobRecord): JobRecord {
    const run = job.status === 'running' ? this.#runs.get(job.id)?.run : undefined
    return run ? { ...job, progress: run.progress } : job
  }

  #refuseFullQueue(keyId: string): void {
    if (this.#share.waitingOf(keyId) >= MAX_WAITING_PER_KEY)
      throw queueFull(`${MAX_WAITING_PER_KEY} jobs of this key are already waiting`)
    if (this.#stopping || this.#share.state().waiting >= MAX_WAITING) {
      throw new GatewayError('overloaded', 'The queue of jobs is full. Try again in a moment.', {
        retry_after: FULL_RETRY_SECONDS,
      })
    }
  }
}

function* accept(inserting: Work<boolean>, within: Work<void>): Work<void> {
  if (!(yield* inserting)) throw queueFull('The waiting jobs of this key contain too much input')
  yield* within
}

// Credits are reserved when the job runs; this only spares the caller a job that is certain to fail.
function refuseUnaffordable({ balance, reserved }: Balance, need: number): void {
  const have = balance - reserved
  if (have < need) throw insufficientCredits('job', need, have)
}

/** Resolves with the work, or once it has taken too long. */
function within(atMostMs: number, work: Promise<unknown> | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, atMostMs)
    void Promise.resolve(work).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function queueFull(reason: string): GatewayError {
  return new GatewayError('rate_limited', `${reason}. Submit more once some of them have run.`, {
    retry_after: FULL_RETRY_SECONDS,
  })
}
