import { DEFAULT_RATE_LIMIT } from '../../src-shared/limits.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { followedBy, nothing, type Work } from '../storage/engine/work.ts'
import { isOwners, ownStatusOf, type Account, type KeyBudget, type KeyStatus } from './account.ts'
import { hashApiKey, isApiKeyShape, makeApiKey } from './api-key.ts'
import { toAccount, toRow } from './key-row.ts'
import { unknownKey } from './key-refusals.ts'
import { keysAfter, updateKey, type ChangeRules, type ChangeScopes } from './key-table.ts'
import {
  refuseTakenEmail,
  revokeKey,
  writeBudget,
  writeNewKey,
  writeRules,
  writeScopes,
} from './key-writes.ts'
import { assertRate, toNewAccount, type NewKey } from './new-key.ts'

/** The longest chain of keys that made each other. */
const MAX_MAKERS = 100

/** Work that must become durable in the same transaction, such as the audit trail's row. */
export type WithinTransaction = (account: Account) => Work<void>

/** All API keys. They are held in memory by hash, so that a request is authenticated without a query. */
export class KeyStore {
  readonly #engine: Engine
  readonly #ledger: LedgerStore
  readonly #now: () => number
  readonly #byHash = new Map<string, Account>()
  readonly #hashOf = new Map<string, string>()
  readonly #defaultRate: () => number
  /** The last change of another gateway that is known here. */
  #version = -1
  #onChange: (keyId: string) => void = () => undefined
  #onRevoked: () => Promise<void> = () => Promise.resolve()

  private constructor(engine: Engine, ledger: LedgerStore, now: () => number, defaultRate: () => number) {
    this.#engine = engine
    this.#ledger = ledger
    this.#now = now
    this.#defaultRate = defaultRate
  }

  /**
   * Reads all keys.
   * @param now milliseconds since 1970
   * @param defaultRate requests a minute for a demo or team key made without a rate of its own
   */
  static async open(
    engine: Engine,
    ledger: LedgerStore,
    now: () => number,
    defaultRate: () => number = () => DEFAULT_RATE_LIMIT,
  ): Promise<KeyStore> {
    const store = new KeyStore(engine, ledger, now, defaultRate)
    await store.refresh()
    return store
  }

  /** Reads what other gateways have changed. */
  async refresh(): Promise<void> {
    const rows = await this.#engine.read(() => keysAfter(this.#version))
    // Who pays for a key is known before the key is.
    if (rows.length > 0) await this.#ledger.learnNew?.()
    for (const row of rows) {
      const read = toAccount(row)
      // Revoked here just now, the row may have been read before.
      const revokedAt = read.revokedAt ?? this.findAnyById(row.id)?.revokedAt ?? null
      this.#remember(row.hash, { ...read, revokedAt })
      this.#version = Math.max(this.#version, row.version)
      this.#onChange(row.id)
    }
  }

  /** The account of a key as a caller sent it; null when the key is unknown or does not work. */
  find(key: string): Account | null {
    return isApiKeyShape(key) ? this.#ifItWorks(this.findAny(key)) : null
  }

  /** The account of an id; null for one whose key is unknown or does not work. */
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
    for (const account of this.#byHash.values()) if (isOwners(account)) return account
    return null
  }

  /** Whether a key works, or why it does not. */
  statusOf(account: Account): KeyStatus {
    const now = this.#now()
    const status = ownStatusOf(account, now)
    if (status !== 'active' || account.endsWith === null) return status
    const makers = this.makersOf(account)
    const areActive = makers.every((maker) => ownStatusOf(maker, now) === 'active')
    // Neither a maker that is missing nor a circle of makers in a changed database may keep a key alive.
    return areActive && makers.at(-1)?.endsWith === null ? 'active' : 'ended'
  }

  /** The keys whose end also ends a key, beginning with its maker; none for the owner's own. */
  makersOf(account: Account): readonly Account[] {
    const makers: Account[] = []
    for (let id = account.endsWith; id !== null && makers.length < MAX_MAKERS;) {
      const maker = this.findAnyById(id)
      if (!maker) break
      makers.push(maker)
      id = maker.endsWith
    }
    return makers
  }

  /** Calls back after each committed change of a key, and waits for `onRevoked` before a revocation is answered. */
  observe(onChange: (keyId: string) => void, onRevoked: () => Promise<void>): void {
    this.#onChange = onChange
    this.#onRevoked = onRevoked
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
    withinTransaction: WithinTransaction = nothing,
  ): Promise<{ readonly account: Account; readonly key: string }> {
    const key = input.key ?? makeApiKey(input.kind)
    const hash = hashApiKey(key)
    const account = toNewAccount(input, key, this.#now(), this.#defaultRate())
    await this.#engine.read(() => refuseTakenEmail(account.email))
    if (input.madeBy !== undefined) await this.#ledger.freeUp?.(input.madeBy)
    await this.#engine.write(
      account.id,
      () => writeNewKey(this.#ledger, input, toRow(account, hash), () => withinTransaction(account)),
      (committed) => {
        if (!committed) return
        this.#remember(hash, account)
        this.#onChange(account.id)
        // A maker with a credit limit has handed over a part of it.
        if (input.madeBy !== undefined) this.#onChange(input.madeBy)
      },
    )
    // Who pays for it, too. If it cannot be read now, a call by the key reads it, or the next beat.
    await this.#ledger.freshen?.(account.id)
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
    assertRate(limit, windowSeconds)
    const columns = { rate_limit: limit, window_seconds: windowSeconds }
    const write = () => updateKey('rate', keyId, columns)
    return this.#change(keyId, { rateLimit: limit, windowSeconds }, write, withinTransaction)
  }

  /**
   * Sets how much a key may ask of language models in a day; in force with the next call.
   * @param parts what is left out stays as it is
   * @throws GatewayError not_found
   */
  async setModelBudget(
    keyId: string,
    parts: Partial<KeyBudget>,
    withinTransaction?: WithinTransaction,
  ): Promise<Account> {
    const change: { modelBudget?: KeyBudget } = {}
    const write = () => writeBudget(keyId, parts, change)
    return this.#change(keyId, change, write, withinTransaction)
  }

  /**
   * Lays down what holds for the calls of a key; in force with the next call.
   * @param lay is given what holds now, within the transaction
   * @throws GatewayError not_found, and whatever `lay` throws
   */
  async setRules(keyId: string, lay: ChangeRules, withinTransaction?: WithinTransaction): Promise<Account> {
    const change: { rules?: Account['rules'] } = {}
    const write = () => writeRules(keyId, lay, change)
    return this.#change(keyId, change, write, withinTransaction)
  }

  /**
   * Changes which tools a key may call; in force with the next call.
   * @param lay is given what holds now, within the transaction
   * @throws GatewayError not_found, and whatever `lay` throws
   */
  async setScopes(keyId: string, lay: ChangeScopes, within: WithinTransaction): Promise<Account> {
    const change: { scopes?: Account['scopes'] } = {}
    const write = () => writeScopes(keyId, lay, change)
    return this.#change(keyId, change, write, within)
  }

  /** Gives a key a higher credit limit. @throws GatewayError not_found, validation_error */
  async raiseCreditLimit(keyId: string, to: number, within: WithinTransaction): Promise<Account> {
    const write = () => this.#ledger.writeHigherLimit(keyId, to)
    return this.#change(keyId, {}, write, within)
  }

  /**
   * Revokes a key permanently. A revoked key stays as it is.
   * @throws GatewayError not_found; forbidden for the last admin key that never expires
   */
  async revoke(keyId: string, withinTransaction?: WithinTransaction): Promise<Account> {
    const known = this.findAnyById(keyId)
    if (known && known.revokedAt !== null) {
      await this.#engine.durable()
      return known
    }
    const revokedAt = this.#now()
    const write = (account: Account) => revokeKey(account, revokedAt)
    const revoked = await this.#change(keyId, { revokedAt }, write, withinTransaction)
    await this.#onRevoked()
    return revoked
  }

  /**
   * Lets a key that a restore suspended work again.
   * @throws GatewayError not_found
   */
  async confirm(keyId: string, withinTransaction?: WithinTransaction): Promise<Account> {
    const write = () => updateKey('suspended', keyId, { suspended_at: null })
    return this.#change(keyId, { suspendedAt: null }, write, withinTransaction)
  }

  /**
   * Makes a key the owner's own, so that it no longer ends with the key that made it.
   * @throws GatewayError not_found
   */
  async adopt(keyId: string, withinTransaction?: WithinTransaction): Promise<Account> {
    const write = () => updateKey('endsWith', keyId, { ends_with: null })
    return this.#change(keyId, { endsWith: null }, write, withinTransaction)
  }

  async #change(
    keyId: string,
    change: Partial<Account>,
    write: (account: Account) => Work<void>,
    withinTransaction: WithinTransaction = nothing,
  ): Promise<Account> {
    const hash = this.#hashOf.get(keyId)
    const account = this.findAnyById(keyId)
    if (hash === undefined || !account) throw unknownKey()
    await this.#engine.write(
      keyId,
      () => followedBy(write(account), () => withinTransaction(account)),
      (committed) => {
        const current = this.#byHash.get(hash)
        if (!committed || !current) return
        this.#byHash.set(hash, { ...current, ...change })
        this.#onChange(keyId)
      },
    )
    const after = this.#byHash.get(hash)
    if (!after) throw new Error(`The key ${keyId} vanished while it was changed`)
    return after
  }

  #ifItWorks(account: Account | null): Account | null {
    return account && this.statusOf(account) === 'active' ? account : null
  }

  #remember(hash: string, account: Account): void {
    this.#byHash.set(hash, account)
    this.#hashOf.set(account.id, hash)
  }
}
