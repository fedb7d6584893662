import { setTimeout as pause } from 'node:timers/promises'
import type { SourceHealth } from '../source-kind.ts'
import { SOURCE_LIMITS } from '../source.ts'
import { RunningSource } from './running-source.ts'
import { NotSent } from '../not-sent.ts'
import { sendCall, type UpstreamCall } from './send-call.ts'
import { Upstream, UpstreamFailure, type UpstreamParts } from './upstream.ts'

/** How long a call waits for a server that may not be started again yet, in milliseconds. */
const PATIENCE_MS = 2_000
/** Notices of a changed list are followed no more often than this, in milliseconds. */
const LOOK_EVERY_MS = 1_000
/** A list that is older than this is looked at again before a call, in milliseconds. */
const LIST_KEPT_MS = 15 * 60_000

/** How a server is reached, and the values that nobody may see. */
export interface Way {
  readonly connect: UpstreamParts['connect']
  readonly secrets: UpstreamParts['secrets']
}

/** What the pool needs to know of sources, and tells of them. */
export interface PoolParts {
  readonly version: string
  readonly parse: (text: string) => Promise<unknown>
  readonly now: () => number
  /** How to reach a server; the values of its secrets are read for it. @throws NotSent */
  readonly wayTo: (id: string) => Promise<Way>
  readonly keepsRunning: (id: string) => boolean
  /** A server has greeted, or says that its list is another: look at the list. It must not throw. */
  readonly look: (id: string, upstream: Upstream) => Promise<void>
  /** A server has ended three times before it has greeted. */
  readonly broke: (id: string, why: string) => Promise<void>
}

/** The processes of all sources: none before the first call, never more than a few, none left behind. */
export class UpstreamPool {
  readonly #parts: PoolParts
  readonly #sources = new Map<string, RunningSource>()
  /** Those that wait until a process may be started. */
  readonly #forRoom: (() => void)[] = []
  #isClosed = false

  constructor(parts: PoolParts) {
    this.#parts = parts
  }

  /** How many processes there are, those that start and end included. */
  get alive(): number {
    return [...this.#sources.values()].filter((one) => !one.isAtRest).length
  }

  health(id: string): SourceHealth {
    return this.#of(id).health()
  }

  /** How much memory the processes of a source take, in bytes. */
  async memory(id: string): Promise<number> {
    return (await this.#of(id).upstream?.memory()) ?? 0
  }

  /**
   * Calls a tool; starts its server if need be. A call that has surely not arrived is sent once more.
   * @returns the result as the server sent it
   * @throws NotSent, or UpstreamFailure once it was sent
   */
  async call(id: string, call: UpstreamCall): Promise<unknown> {
    const source = this.#of(id)
    const place = source.enter()
    if (place === null)
      throw new NotSent(`${id} has too many calls waiting`, { retryAfterSeconds: 1, isOverload: true })
    await place
    try {
      source.calls++
      return await this.#callTwice(source, call)
    } catch (error) {
      if (error instanceof UpstreamFailure && error.wasSent && !error.isAnswer) source.unknown++
      throw error
    } finally {
      source.leave()
      this.#becameIdle(source)
    }
  }

  /** Starts a server, or finds it running, and looks at its list. @throws NotSent, UpstreamFailure */
  async look(id: string): Promise<void> {
    const source = this.#of(id)
    const wasOpen = source.upstream
    const upstream = await this.#open(source)
    // A server that was just started has been looked at already.
    if (wasOpen === upstream) await this.#lookAt(source, upstream)
    this.#becameIdle(source)
  }

  /** Notes what is wrong with a source that goes on. @param why the end of a sentence */
  note(id: string, why: string): void {
    this.#of(id).note(why, this.#parts.now())
  }

  /** Lets a source be tried again after it was broken. */
  forgive(id: string): void {
    this.#of(id).forgive()
  }

  /** Ends the process of a source. */
  async stop(id: string, why: string): Promise<void> {
    const source = this.#sources.get(id)
    if (!source) return
    await source.opening?.catch(() => undefined)
    await this.#end(source, why)
  }

  /** Ends the process of a source and forgets it. */
  async remove(id: string): Promise<void> {
    await this.stop(id, 'was removed')
    this.#sources.delete(id)
  }

  /** Ends all processes at once, and starts no other. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const wake of this.#forRoom.splice(0)) wake()
    await Promise.all([...this.#sources.keys()].map((id) => this.stop(id, 'was ended with the gateway')))
  }

  #of(id: string): RunningSource {
    let source = this.#sources.get(id)
    if (!source) this.#sources.set(id, (source = new RunningSource(id)))
    return source
  }

  async #callTwice(source: RunningSource, call: UpstreamCall): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const upstream = await this.#open(source)
      if (source.looking) await source.looking
      // A process is looked at whenever it starts. What runs elsewhere starts unseen, and need not tell of changes.
      else if (upstream.pid === null && this.#parts.now() - source.lookedAt >= LIST_KEPT_MS)
        await this.#lookAt(source, upstream)
      if (call.signal.aborted) throw new NotSent('The caller has left')
      call.check()
      try {
        return await sendCall(upstream, call)
      } catch (error) {
        const mayRepeat =
          error instanceof UpstreamFailure && !error.isAnswer && (!error.wasSent || call.isRepeatable)
        if (attempt > 1 || !mayRepeat || !upstream.isOver || call.signal.aborted)
          throw error instanceof UpstreamFailure && !error.wasSent
            ? new NotSent(`${source.id} ${error.message}`)
            : error
      }
    }
  }

  async #open(source: RunningSource): Promise<Upstream> {
    for (;;) {
      if (this.#isClosed) throw new NotSent('The gateway is stopping')
      if (source.closing) await source.closing
      // One whose session is forgotten answers what it was sent before, and gets nothing further.
      if (source.upstream && !(source.upstream.isOver && source.upstream.pid === null))
        return source.upstream
      if (source.opening) return await source.opening
      if (source.isBroken)
        throw new NotSent(
          `${source.id} ${source.lastError ?? 'ended'}, three times before it could answer. ` +
            'See its output with toolgate sources show, and start it again',
        )
      const waitMs = source.startsAt - performance.now()
      if (waitMs > PATIENCE_MS)
        throw new NotSent(`${source.id} ${source.lastError ?? 'ended'} and is started again soon`, {
          retryAfterSeconds: Math.ceil(waitMs / 1_000),
        })
      if (waitMs > 0) await pause(waitMs)
      else {
        source.opening = this.#start(source).finally(() => (source.opening = null))
        // Whoever waits for it is told below.
        source.opening.catch(() => undefined)
      }
    }
  }

  async #start(source: RunningSource): Promise<Upstream> {
    await this.#makeRoom(source)
    const { version, parse, now } = this.#parts
    const { connect, secrets } = await this.#parts.wayTo(source.id)
    source.starts++
    let upstream: Upstream | null = null
    let stderr = ''
    try {
      upstream = await Upstream.open({
        ...{ connect, version, secrets, parse },
        ended: (why) => {
          const known = source.upstream
          if (upstream) source.former.delete(upstream)
          if (known === null || known !== upstream) return
          if (source.closing) source.upstream = null
          else source.ended(why, known.stderr, now())
          this.#wake()
        },
        listChanged: () => {
          if (source.upstream) void this.#lookAt(source, source.upstream)
        },
        failed: (said) => (stderr = said),
      })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      source.failed(why, stderr, now())
      this.#wake()
      if (source.isBroken) await this.#parts.broke(source.id, why)
      throw new NotSent(`${source.id} ${why} before it could answer`, { cause: error })
    }
    source.opened(upstream)
    if (upstream.isOver) source.ended('ended', upstream.stderr, now())
    else await this.#lookAt(source, upstream)
    return upstream
  }

  // One look after another, and the last notice is always followed by one.
  #lookAt(source: RunningSource, upstream: Upstream): Promise<void> {
    const before = source.looking
    const look = (async (): Promise<void> => {
      if (before) {
        await before
        await pause(LOOK_EVERY_MS, undefined, { ref: false })
      }
      await this.#parts.look(source.id, upstream)
      source.lookedAt = this.#parts.now()
    })()
    const looking: Promise<void> = look.finally(() => {
      if (source.looking === looking) source.looking = null
    })
    source.looking = looking
    return looking
  }

  /** Waits until another process may run: of those that nobody needs now, the longest idle ends. */
  async #makeRoom(wanted: RunningSource): Promise<void> {
    const until = performance.now() + SOURCE_LIMITS.startMs
    for (;;) {
      const others = [...this.#sources.values()].filter(
        (one) => one !== wanted && !one.isAtRest && !one.waitsForRoom,
      )
      if (others.length < SOURCE_LIMITS.running) break
      const [idle] = others.filter(({ isIdle }) => isIdle).toSorted((a, b) => a.idleSince - b.idleSince)
      if (idle) await this.#end(idle, 'was ended because others were needed')
      else {
        wanted.waitsForRoom = true
        const woken = Promise.withResolvers<void>()
        this.#forRoom.push(woken.resolve)
        const timer = setTimeout(woken.resolve, SOURCE_LIMITS.startMs)
        await woken.promise
        clearTimeout(timer)
        wanted.waitsForRoom = false
      }
      if (this.#isClosed) throw new NotSent('The gateway is stopping')
      if (performance.now() > until)
        throw new NotSent(`All ${SOURCE_LIMITS.running} processes of sources are busy`, {
          retryAfterSeconds: 5,
          isOverload: true,
        })
    }
  }

  #becameIdle(source: RunningSource): void {
    if (!source.isIdle) return
    this.#wake()
    clearTimeout(source.idleTimer)
    if (this.#parts.keepsRunning(source.id)) return
    source.idleTimer = setTimeout(() => {
      if (source.isIdle) void this.#end(source, 'was idle')
    }, SOURCE_LIMITS.idleMs)
    source.idleTimer.unref()
  }

  async #end(source: RunningSource, why: string): Promise<void> {
    clearTimeout(source.idleTimer)
    for (const former of source.former) void former.close(why)
    const { upstream } = source
    if (!upstream || source.closing) return await (source.closing ?? undefined)
    source.closing = upstream.close(why).finally(() => {
      source.upstream = null
      source.closing = null
      this.#wake()
    })
    await source.closing
  }

  #wake(): void {
    this.#forRoom.shift()?.()
  }
}
