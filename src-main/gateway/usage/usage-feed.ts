import { sharerOf, type Account } from '../../accounts/account.ts'
import type { KeyStore } from '../../accounts/key-store.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { LedgerStore } from '../../ledger/ledger-store.ts'
import type { UsageLog, UsagePage, UsageRecord, UsageScope } from '../../ledger/usage-log.ts'
import type { FairShare, ShareOptions } from '../../shares/fair-share.ts'
import type { Shares } from '../../shares/shares.ts'
import type { ApprovalDesk } from '../../pipeline/approvals/approval-desk.ts'
import type { Engine } from '../../storage/engine/engine.ts'
import { toEventText } from '../reply/event-stream.ts'
import { UsageStream } from './usage-stream.ts'
import type { UsageSource, UsageText } from './usage-text.ts'

const STREAMS: ShareOptions = {
  name: 'usage_streams',
  what: 'a usage stream',
  limit: 200,
  perKey: 32,
  reserve: 32,
}
const RETRY_SECONDS = 15
/** Entries that a reader may be behind; older ones become a gap event. */
const MAX_BEHIND = 10_000
const PAGE_ENTRIES = 200
/** Commits within this span are sent together. */
const GATHER_MS = 25

export interface UsageFeedParts {
  readonly log: UsageLog
  readonly ledger: LedgerStore
  readonly keys: KeyStore
  readonly engine: Pick<Engine, 'observe'>
  readonly shares: Shares
  readonly approvals: Pick<ApprovalDesk, 'list' | 'observe'>
}

/**
 * Informs streams about new ledger entries. A stream is only a place in the log: one that reads slowly falls
 * behind, and one that reconnects continues where it was.
 */
export class UsageFeed implements UsageSource {
  readonly #parts: UsageFeedParts
  readonly #share: FairShare
  readonly #streams = new Set<UsageStream>()
  /** The newest page of each scope, built once for all streams at the same place. */
  readonly #newest = new Map<UsageScope, { readonly after: number; readonly page: UsageText }>()
  #seen = 0
  /** Counts how often pages were forgotten. */
  #turn = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(parts: UsageFeedParts) {
    this.#parts = parts
    this.#share = parts.shares.open(STREAMS)
    parts.engine.observe(() => this.#schedule())
    parts.approvals.observe((waiting) => {
      for (const stream of this.#streams) if (stream.scope === null) stream.notify(approvalsText(waiting))
    })
  }

  /**
   * Opens a stream of a key's events, or of all keys'.
   * @param after the id of the last event that the reader has seen; null to begin with the next event
   * @throws GatewayError rate_limited when too many are open
   */
  async open(account: Account, all: boolean, after: number | null): Promise<UsageStream> {
    const place = this.#share.tryEnter(sharerOf(account)) ?? this.#refuse(account.id)
    const scope = all ? null : this.#parts.ledger.payers.accountOf(account.id)
    const [head, newest] = await this.#begin(account.id, scope).catch((error: unknown) => {
      place.leave()
      throw error
    })
    if (this.#streams.size === 0) this.#seen = newest
    const stream: UsageStream = new UsageStream({
      feed: this,
      keyId: account.id,
      scope,
      after: after === null ? head : Math.min(after, head),
      onEnd: () => {
        this.#streams.delete(stream)
        place.leave()
      },
    })
    this.#streams.add(stream)
    const waiting = all ? this.#parts.approvals.list().length : 0
    if (waiting > 0) stream.notify(approvalsText(waiting))
    return stream
  }

  async #begin(keyId: string, scope: UsageScope): Promise<[number, number]> {
    const { ledger, log } = this.#parts
    // The first event tells it.
    await ledger.balanceOf(keyId)
    return await Promise.all([log.head(scope), log.head(null)])
  }

  /** Whether streams are open. */
  get isHeard(): boolean {
    return this.#streams.size > 0
  }

  /** Looks for entries, which another gateway may have written. */
  look(): void {
    this.#schedule()
  }

  /** Ends every stream. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const stream of [...this.#streams]) stream.end()
  }

  /** Whether the key still works. */
  isOpen(keyId: string): boolean {
    return !this.#closed && this.#parts.keys.findById(keyId) !== null
  }

  /** The first event of a stream: the balance of the key's account. Its id is the place where the stream begins. */
  opening(keyId: string, scope: UsageScope, seq: number): UsageText {
    const { balance } = this.#parts.ledger.lastKnown(keyId)
    return { text: this.#balanceText(keyId, scope, balance, seq), seq }
  }

  /** The next events after a place in the log; null when there are none yet. */
  async read(scope: UsageScope, after: number): Promise<UsageText | null> {
    const known = this.#newest.get(scope)
    if (known?.after === after) return known.page
    const gap = await this.#gap(scope, after)
    if (gap) return gap
    const turn = this.#turn
    const page = await this.#parts.log.after(scope, after, PAGE_ENTRIES)
    if (!page) return null
    const written = this.#write(page, scope)
    // Not a page that more entries belong to by now.
    if (turn === this.#turn) this.#newest.set(scope, { after, page: written })
    return written
  }

  async #gap(scope: UsageScope, after: number): Promise<UsageText | null> {
    const { log } = this.#parts
    // A quick check first: a scope cannot have more entries than sequence numbers.
    if ((await log.head(null)) - after <= MAX_BEHIND) return null
    const from = await log.before(scope, MAX_BEHIND)
    if (from <= after) return null
    const missed = await log.count(scope, after, from)
    return { text: missed > 0 ? toEventText('gap', { missed }, from) : '', seq: from }
  }

  #write({ records, seq }: UsagePage, scope: UsageScope): UsageText {
    return { text: records.map((record) => this.#eventText(record, scope)).join(''), seq }
  }

  #eventText(record: UsageRecord, scope: UsageScope): string {
    const { seq, balance } = record
    const account = this.#parts.ledger.payers.keyOf(record.account)
    if (record.kind === 'credit') return this.#balanceText(account, scope, balance, seq)
    const { requestId, slug, credits, engine, ok, unanswered, at } = record
    const data = {
      request_id: requestId,
      slug,
      credits,
      balance,
      engine,
      ok,
      ...(unanswered ? { unanswered } : {}),
      ts: new Date(at).toISOString(),
    }
    return toEventText('usage', { ...keyIn(account, scope), ...data }, seq)
  }

  #balanceText(keyId: string, scope: UsageScope, balance: number, seq: number): string {
    const { reserved } = this.#parts.ledger.lastKnown(keyId)
    return toEventText('balance', { ...keyIn(keyId, scope), balance, reserved }, seq)
  }

  #schedule(): void {
    if (this.#streams.size === 0 || this.#closed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // A database that is away is read again after the next commit.
      this.#notifyStreams().catch(() => undefined)
    }, GATHER_MS)
  }

  async #notifyStreams(): Promise<void> {
    const { log } = this.#parts
    // Before the accounts, so that what is committed in between is found again with the next commit.
    const { settled, newest } = await log.reached()
    const moved = new Set<UsageScope>(await log.accountsAfter(this.#seen))
    if (moved.size > 0) moved.add(null)
    this.#seen = Math.max(this.#seen, settled)
    // What has to come before the newest is on its way.
    if (settled < newest) this.#schedule()
    this.#turn++
    this.#newest.clear()
    for (const stream of [...this.#streams]) {
      if (!this.isOpen(stream.keyId)) stream.end()
      else if (moved.has(stream.scope)) stream.wake()
    }
  }

  #refuse(keyId: string): never {
    const ofKey = [...this.#streams].filter((stream) => stream.keyId === keyId).length
    const who = ofKey < STREAMS.perKey ? 'This gateway' : 'This key'
    throw new GatewayError(
      'rate_limited',
      `${who} has too many usage streams open. Close one, or try again in ${RETRY_SECONDS} seconds.`,
      { retry_after: RETRY_SECONDS },
    )
  }
}

// A stream of a single key does not repeat its id.
function keyIn(keyId: string, scope: UsageScope): { key_id?: string } {
  return scope === null ? { key_id: keyId } : {}
}

// Without an id: a reader continues in the log, and is told the number again when it comes back.
function approvalsText(waiting: number): string {
  return `event: approvals\ndata: ${JSON.stringify({ waiting })}\n\n`
}
