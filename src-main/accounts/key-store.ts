import type { Database, Statement } from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { GatewayError } from '../../src-shared/errors.ts'
import { DEFAULT_RATE_LIMIT, RATE_WINDOW_SECONDS } from '../../src-shared/limits.ts'
import type { SqliteLedger } from '../ledger/sqlite-ledger.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import {
  isInForce,
  type Account,
  type KeyBudget,
  type KeyKind,
  type Permission,
  type Scopes,
} from './account.ts'
import { hashApiKey, isApiKeyShape, makeApiKey } from './api-key.ts'
import { emailKeyOf, KEY_COLUMNS, toAccount, toRow, type KeyRow } from './key-row.ts'

export const MAX_RATE_LIMIT = 1_000_000_000
export const MAX_WINDOW_SECONDS = 86_400

/** A key to be made. */
export interface NewKey {
  readonly kind: KeyKind
  readonly name: string
  readonly email?: string | undefined
  readonly permissions?: readonly Permission[] | undefined
  readonly rateLimit?: number | undefined
  readonly windowSeconds?: number | undefined
  readonly scopes?: Scopes | undefined
  /** The account whose credits a team key spends, and its limit, if any; without it the key has credits of its own. */
  readonly payer?: string | undefined
  readonly creditLimit?: number | undefined
  readonly modelBudget?: KeyBudget | undefined
  readonly expiresAt?: number | undefined
  /** Credits given with the key, in the same transaction. */
  readonly grant?: number | undefined
  /** The text of the key; without it one is generated. */
  readonly key?: string | undefined
}

/** Work that must become durable in the same transaction, such as the audit trail's row. */
export type WithinTransaction = (account: Account) => void

/** All API keys. They are held in memory by hash, so that a request is authenticated without a query. */
export class KeyStore {
  readonly #commits: GroupCommit
  readonly #ledger: SqliteLedger
  readonly #now: () => number
  readonly #byHash = new Map<string, Account>()
  readonly #hashOf = new Map<string, string>()
  readonly #emailTaken: Statement<[string], number>
  readonly #insert: Statement<[KeyRow]>
  readonly #updateLimit: Statement<[number, number, string]>
  readonly #updateBudget: Statement<[number | null, number | null, string]>
  readonly #updateRevoked: Statement<[number, string]>
  readonly #defaultRate: () => number
  readonly #otherAdmin: Statement<[string], number>

  /**
   * @param now milliseconds since 1970
   * @param defaultRate requests a minute for a key made without a rate of its own
   */
  constructor(
    db: Database,
    commits: GroupCommit,
    ledger: SqliteLedger,
    now: () => number,
    defaultRate: () => number = () => DEFAULT_RATE_LIMIT,
  ) {
    this.#defaultRate = defaultRate
    this.#commits = commits
    this.#ledger = ledger
    this.#now = now
    this.#emailTaken = db.prepare<[string], number>('SELECT 1 FROM api_key WHERE email_key = ?').pluck()
    this.#insert = db.prepare(
      `INSERT INTO api_key (${KEY_COLUMNS.join(', ')}) VALUES (@${KEY_COLUMNS.join(', @')})`,
    )
    this.#updateLimit = db.prepare('UPDATE api_key SET rate_limit = ?, window_seconds = ? WHERE id = ?')
    this.#updateBudget = db.prepare('UPDATE api_key SET model_questions = ?, model_tokens = ? WHERE id = ?')
    this.#updateRevoked = db.prepare('UPDATE api_key SET revoked_at = ? WHERE id = ?')
    this.#otherAdmin = db
      .prepare<[string], number>(
        `SELECT 1 FROM api_key WHERE id <> ? AND revoked_at IS NULL AND expires_at IS NULL
         AND EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'admin')`,
      )
      .pluck()
    for (const row of db.prepare<[], KeyRow>('SELECT * FROM api_key ORDER BY created_at, id').iterate())
      this.#remember(row.hash, toAccount(row))
  }

  /** The account of a working key as a caller sent it; null when it is unknown, revoked or expired. */
  find(key: string): Account | null {
    return isApiKeyShape(key) ? this.#ifItWorks(this.findAny(key)) : null
  }

  /** The account of an id; null for one whose key is unknown, revoked or expired. */
  findById(keyId: string): Account | null {
    return this.#ifItWorks(this.findAnyById(keyId))
  }

  /** The account of a key that was ever made here, even when it no longer works. */
  findAny(key: string): Account | null {
    return this.#byHash.get(hashApiKey(key)) ?? null
  }

  /** The account of an id, even when its key no longer works. */
  findAnyById(keyId: string): Account | null {
    const hash = this.#hashOf.get(keyId)
    return (hash !== undefined && this.#byHash.get(hash)) || null
  }

  /** The oldest key that administers the gateway for good; null before there is one. */
  owner(): Account | null {
    for (const account of this.#byHash.values()) {
      const { permissions, revokedAt, expiresAt } = account
      if (permissions.has('admin') && revokedAt === null && expiresAt === null) return account
    }
    return null
  }

  /** Every key ever made, oldest first. */
  list(): readonly Account[] {
    return [...this.#byHash.values()]
  }

  /**
   * Makes a key. Its row, its grant and the caller's own work become durable in one transaction, before the
   * key is returned, this once.
   * @throws GatewayError email_exists
   */
  async create(
    input: NewKey,
    withinTransaction?: WithinTransaction,
  ): Promise<{ readonly account: Account; readonly key: string }> {
    const key = input.key ?? makeApiKey(input.kind)
    const hash = hashApiKey(key)
    const account = toNewAccount(input, key, this.#now(), this.#defaultRate())
    this.#refuseTakenEmail(account.email)
    await this.#commits.enqueue(
      () => {
        this.#refuseTakenEmail(account.email)
        this.#insert.run(toRow(account, hash))
        this.#writeMoney(account.id, input)
        withinTransaction?.(account)
      },
      (committed) => {
        if (committed) this.#remember(hash, account)
      },
    )
    return { account, key }
  }

  /**
   * Sets how many requests a key may send; in force with the next request.
   * @throws GatewayError validation_error, not_found
   */
  async setRateLimit(
    keyId: string,
    limit: number,
    windowSeconds: number,
    withinTransaction?: WithinTransaction,
  ): Promise<Account> {
    assertWithin('limit', limit, MAX_RATE_LIMIT)
    assertWithin('window_seconds', windowSeconds, MAX_WINDOW_SECONDS)
    return this.#change(keyId, { rateLimit: limit, windowSeconds }, (account) => {
      this.#updateLimit.run(limit, windowSeconds, keyId)
      withinTransaction?.(account)
    })
  }

  /**
   * Sets how much a key may ask of language models in a day; in force with the next call.
   * @throws GatewayError not_found
   */
  async setModelBudget(
    keyId: string,
    modelBudget: KeyBudget,
    withinTransaction?: WithinTransaction,
  ): Promise<Account> {
    return this.#change(keyId, { modelBudget }, (account) => {
      this.#updateBudget.run(modelBudget.questions, modelBudget.tokens, keyId)
      withinTransaction?.(account)
    })
  }

  /**
   * Revokes a key permanently. A revoked key stays as it is.
   * @throws GatewayError not_found; forbidden for the last admin key that never expires
   */
  async revoke(keyId: string, withinTransaction?: WithinTransaction): Promise<Account> {
    const known = this.findAnyById(keyId)
    if (known && known.revokedAt !== null) {
      await this.#commits.durable()
      return known
    }
    const revokedAt = this.#now()
    return this.#change(keyId, { revokedAt }, (account) => {
      if (account.permissions.has('admin')) this.#refuseLastAdmin(keyId)
      this.#updateRevoked.run(revokedAt, keyId)
      withinTransaction?.(account)
    })
  }

  async #change(
    keyId: string,
    change: Partial<Account>,
    write: (account: Account) => void,
  ): Promise<Account> {
    const hash = this.#hashOf.get(keyId)
    const account = this.findAnyById(keyId)
    if (hash === undefined || !account)
      throw new GatewayError(
        'not_found',
        'There is no key with this id. GET /v1/enterprise/keys lists them.',
      )
    await this.#commits.enqueue(
      () => write(account),
      (committed) => {
        const current = this.#byHash.get(hash)
        if (committed && current) this.#byHash.set(hash, { ...current, ...change })
      },
    )
    const changed = this.#byHash.get(hash)
    if (!changed) throw new Error(`The key ${keyId} vanished while it was changed`)
    return changed
  }

  #ifItWorks(account: Account | null): Account | null {
    return account && isInForce(account, this.#now()) ? account : null
  }

  #remember(hash: string, account: Account): void {
    this.#byHash.set(hash, account)
    this.#hashOf.set(account.id, hash)
  }

  #writeMoney(id: string, { grant, payer, creditLimit }: NewKey): void {
    if (payer !== undefined) this.#ledger.writeSubAccount({ id, payer, creditLimit: creditLimit ?? null })
    if (grant) this.#ledger.writeCredit({ id: `grant:${id}`, account: id, credits: grant, kind: 'grant' })
  }

  // Checked inside the transaction: when two admin keys are revoked at once, the second stays.
  #refuseLastAdmin(keyId: string): void {
    if (this.#otherAdmin.get(keyId) !== undefined) return
    throw new GatewayError(
      'forbidden',
      'This is the last admin key that does not expire. Make another one first.',
    )
  }

  #refuseTakenEmail(email: string | null): void {
    if (email === null || this.#emailTaken.get(emailKeyOf(email)) === undefined) return
    throw new GatewayError(
      'email_exists',
      'This e-mail address already has a key. Use that key, or sign up with another address.',
    )
  }
}

function toNewAccount(input: NewKey, key: string, now: number, defaultRate: number): Account {
  return {
    id: `key_${randomBytes(8).toString('hex')}`,
    kind: input.kind,
    name: input.name,
    email: input.email ?? null,
    permissions: new Set(input.permissions),
    rateLimit: input.rateLimit ?? defaultRate,
    windowSeconds: input.windowSeconds ?? RATE_WINDOW_SECONDS,
    scopes: input.scopes ?? null,
    modelBudget: input.modelBudget ?? { questions: null, tokens: null },
    createdAt: now,
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    last4: key.slice(-4),
  }
}

function assertWithin(path: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return
  const message = `must be a whole number from 1 to ${max}`
  throw new GatewayError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] })
}
