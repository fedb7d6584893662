import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup, isLoopback } from '../../accounts/caller-address.ts'
import type { FairShare, ShareOptions } from '../../shares/fair-share.ts'
import type { Place, Sharer } from '../../shares/place.ts'

/** Connections by address. The reserve is for this machine, whose programs and page share one address. */
export const SOCKETS: ShareOptions = {
  name: 'sockets',
  what: 'a connection',
  limit: 1_000,
  perKey: 500,
  reserve: 1_000,
}
/** Connections beyond the share, while every other one is in use: each for one request, which must be the owner's. */
const MOST_LATE = 64
/** Connections that are being closed still count for Node, which resets those beyond its own limit. */
const MOST_CLOSING = 1_000
/** How many unused connections are closed at once, so that a flood does not make every one of them look. */
const CLOSED_AT_ONCE = 16

/** Marks a connection beyond the share. */
const LATE = Symbol('late')

interface Held {
  readonly who: Sharer
  readonly place: Place
}

/** Whether a connection has no place, so that it serves only the owner. */
export function isLate(socket: Socket): boolean {
  return LATE in socket
}

/**
 * The places of a server's connections. When there is none left, connections without a request are closed, the oldest
 * first; a connection whose request is being answered never is.
 */
export class SocketPlaces {
  readonly #share: FairShare
  /** Oldest first. */
  readonly #held = new Map<Socket, Held>()
  /** Those beyond the share, oldest first. */
  readonly #late = new Set<Socket>()
  readonly #latestOf: (socket: Socket) => ServerResponse | undefined

  /** @param latestOf the answer to the latest request of a connection */
  constructor(share: FairShare, latestOf: (socket: Socket) => ServerResponse | undefined) {
    this.#share = share
    this.#latestOf = latestOf
  }

  /** Gives each connection of a server a place from now on. */
  guard(server: Server): void {
    const { limit, owner_reserve } = this.#share.state()
    server.maxConnections = limit + owner_reserve + MOST_LATE + MOST_CLOSING
    server.on('connection', (socket) => this.#admit(socket))
    // Before the answer is written, since its head says whether the connection stays open.
    server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
      if (isLate(socket)) answer.shouldKeepAlive = false
    })
  }

  #admit(socket: Socket): void {
    const address = socket.remoteAddress ?? 'unknown'
    const who: Sharer = { id: addressGroup(address), isOwner: isLoopback(address) }
    const place = this.#share.tryEnter(who) ?? this.#makeRoom(who)
    if (!place) return this.#admitLate(socket)
    this.#held.set(socket, { who, place })
    socket.once('close', () => this.#leave(socket))
  }

  #admitLate(socket: Socket): void {
    const [unused] = this.#late.size < MOST_LATE ? [] : this.#unused([...this.#late])
    unused?.destroy()
    if (unused) this.#late.delete(unused)
    if (this.#late.size >= MOST_LATE) return void socket.destroy()
    Object.defineProperty(socket, LATE, { value: true })
    this.#late.add(socket)
    socket.once('close', () => this.#late.delete(socket))
  }

  #makeRoom(who: Sharer): Place | null {
    const others = [...this.#held].filter(([, held]) => who.isOwner || !held.who.isOwner)
    const own = others.filter(([, held]) => held.who.id === who.id)
    for (const held of [own, others]) {
      for (const socket of this.#unused(held.map(([socket]) => socket)).slice(0, CLOSED_AT_ONCE)) {
        socket.destroy()
        this.#leave(socket)
      }
      const place = this.#share.tryEnter(who)
      if (place) return place
    }
    return null
  }

  /** Those that wait for a request: only the ones that never sent any, if there are some. */
  #unused(sockets: readonly Socket[]): Socket[] {
    const never = sockets.filter((socket) => this.#latestOf(socket) === undefined)
    return never.length > 0 ? never : sockets.filter((socket) => this.#latestOf(socket)?.writableFinished)
  }

  #leave(socket: Socket): void {
    this.#held.get(socket)?.place.leave()
    this.#held.delete(socket)
  }
}
