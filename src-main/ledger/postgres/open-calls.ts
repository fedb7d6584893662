import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { Work } from '../../storage/engine/work.ts'
import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import type { Held, Holder } from '../held-credits.ts'
import type { Reservation } from '../ledger-store.ts'
import { beginGateway, endGateway } from './gateway-row.ts'
import { LeaseEpoch } from './lease-epoch.ts'

const AGAIN_MS = 100

/** An open reservation, and the id of this gateway under which it was made. */
export interface OpenCall {
  readonly epoch: LeaseEpoch
  readonly held: Held
}

interface Parts {
  readonly engine: PostgresEngine
  /** The name of this gateway, as its owner knows it. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The open reservations of a gateway, each under the id that the gateway had when it was made. */
export class OpenCalls {
  readonly #parts: Parts
  readonly #epochs = new Map<string, LeaseEpoch>()
  #epoch: LeaseEpoch
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#epoch = this.#begin(null)
  }

  /** What this gateway holds under its id now. */
  get epoch(): LeaseEpoch {
    return this.#epoch
  }

  get size(): number {
    return this.#epochs.size
  }

  has(id: string): boolean {
    return this.#epochs.has(id)
  }

  /** @param kept what is held of the price */
  open({ id, credits, hasParts = false }: Reservation, holder: Holder, kept: number): void {
    this.#epoch.held.open({ ...holder, id, credits, kept, hasParts })
    this.#epochs.set(id, this.#epoch)
  }

  /** @throws Error for a reservation that is not open, or is ending */
  find(id: string): OpenCall {
    const epoch = this.#epochs.get(id) ?? this.#epoch
    return { epoch, held: epoch.held.find(id) }
  }

  /** Begins to end a reservation, which can be done once. @throws Error like find */
  close(id: string): OpenCall {
    const epoch = this.#epochs.get(id) ?? this.#epoch
    return { epoch, held: epoch.held.close(id) }
  }

  /** Ends a reservation, and frees its credits. */
  end({ epoch, held }: OpenCall): void {
    epoch.held.release(held)
    this.#epochs.delete(held.id)
  }

  /** Ends a reservation whose credits stay held. */
  abandon({ epoch, held }: OpenCall): void {
    epoch.held.abandon(held)
    this.#epochs.delete(held.id)
  }

  /** Ends what this gateway holds under an id that the database does not know any more, and begins under another. */
  startAfresh(gateway: string): void {
    if (this.#isClosed || this.#epoch.gateway !== gateway) return
    this.#epoch = this.#begin(gateway)
  }

  /** Does some work, however long the server is away, unless this gateway closes first. */
  async untilDone(work: () => Work<void>): Promise<void> {
    while (!this.#isClosed) {
      try {
        return await this.#parts.engine.write('gateway', work)
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
      }
      await pause(AGAIN_MS)
    }
  }

  /** Gives back all leases, and charges what was sent and has not ended. */
  async closeAll(): Promise<void> {
    this.#isClosed = true
    const { gateway } = this.#epoch
    await this.#parts.engine.write('gateway', () => endGateway(gateway, this.#parts.now()))
  }

  #begin(earlier: string | null): LeaseEpoch {
    const { name, now } = this.#parts
    return new LeaseEpoch(`gw_${randomBytes(12).toString('hex')}`, (gateway) =>
      this.untilDone(() => beginGateway({ gateway, name, earlier }, now())),
    )
  }
}
