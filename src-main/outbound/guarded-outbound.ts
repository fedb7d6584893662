import { networkInterfaces } from 'node:os'
import { OUTBOUND_DEADLINE_MS } from '../../src-shared/limits.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import {
  CallFailed,
  InvalidInput,
  type DnsAnswer,
  type Outbound,
  type OutboundAnswer,
  type OutboundRequest,
  type TlsInspection,
  type WhoisAnswer,
} from '../tool-kit/tool-context.ts'
import { FairShare, type ShareOptions } from '../shares/fair-share.ts'
import type { Sharer } from '../shares/place.ts'
import type { Interfaces } from './address-policy.ts'
import { depart, type SendingCall } from './departing.ts'
import { toDnsName } from './dns-query.ts'
import { toSafeHeaders } from './header-policy.ts'
import { NameResolver } from './names/name-resolver.ts'
import { isLocalName, resolveOnce, type HostAddress, type Lookup, type Reach } from './resolve-once.ts'
import { OriginChannel } from './origin-channel.ts'
import { sendHttp, type CheckedRequest, type HttpAnswer } from './send-http.ts'
import { reachOfSource, type OpenedOrigins } from './source-reach.ts'
import { toSendFailure } from './send-failure.ts'
import { toHostTarget, toTarget } from './target-url.ts'
import { inspectServer } from './tls-inspection.ts'
import { queryWhoisServer } from './whois-query.ts'
import { counted } from '../../src-shared/counted.ts'

export interface GuardedOutboundOptions {
  readonly allowedOrigins: OpenedOrigins
  readonly names?: NameResolver
  /** In place of `names`. */
  readonly lookup?: Lookup
  /** Requests at once. */
  readonly sends?: FairShare
  /** For the whole request: waiting for a slot, DNS, connecting, reading. A function is called for every request. */
  readonly deadlineMs?: number | (() => number)
  readonly maxAnswerBytes?: number
  /** No request may ask for more than this. */
  readonly mostAnswerBytes?: number
  readonly userAgent?: string
  /** This machine's network interfaces, asked at every send: addresses come and go. */
  readonly interfaces?: Interfaces
}

/** Requests to other machines that run at once. */
export const SENDS: ShareOptions = {
  name: 'sends',
  what: 'a request to another machine to end',
  limit: 64,
  perKey: 24,
  reserve: 8,
  waiting: 256,
  waitingPerKey: 64,
  waitMs: 5_000,
}

/** Requests to the APIs of sources that run at once; here a source is what others share with. */
export const SOURCE_SENDS: ShareOptions = {
  name: 'source_sends',
  what: 'another call of this source to end',
  limit: 64,
  perKey: 8,
  reserve: 2,
  waiting: 512,
  waitingPerKey: 64,
  waitMs: 15_000,
}

/** The longest that an owner lets calls of a source take, in milliseconds. */
export const MOST_SOURCE_MS = 600_000

const DEFAULTS = {
  deadlineMs: OUTBOUND_DEADLINE_MS,
  maxAnswerBytes: 1024 * 1024,
  mostAnswerBytes: 8 * 1024 * 1024,
  userAgent: 'Toolgate',
  interfaces: networkInterfaces,
}
const WHOIS_BYTES = 128 * 1024
const CONNECT_MS = 10_000

/** The only way out to the network: resolves once, checks every address, dials the checked one. */
export class GuardedOutbound {
  readonly #parts: Parts

  constructor({
    names = NameResolver.alone(),
    sends = new FairShare(SENDS),
    ...options
  }: GuardedOutboundOptions) {
    const lookup: Lookup = (hostname, call) => names.lookup(hostname, call)
    this.#parts = { lookup, ...DEFAULTS, ...options, names, sends }
  }

  /**
   * Opens a channel for a source to one address.
   * @param written the origin that the owner has written for the source
   * @throws InvalidInput for an address that must not be reached
   */
  async channelTo(
    url: string,
    { who, written, signal }: { who: Sharer; written: string | null; signal: AbortSignal },
  ): Promise<OriginChannel> {
    const target = toTarget(url)
    const { lookup, interfaces, allowedOrigins } = this.#parts
    const reach = await reachOfSource(target, written, allowedOrigins)
    const look = (name: string) => lookup(name, { who, signal, bySystem: reach === 'typed' })
    return new OriginChannel(target, await resolveOnce(target, reach, look, interfaces), CONNECT_MS)
  }

  /** The network for the tool of one call. */
  forCall(call: SendingCall): Outbound {
    return new CallOutbound(this.#parts, call, (target) => reachOfTool(target, this.#parts.allowedOrigins))
  }

  /**
   * The network for a request of a source.
   * @param written the origin that the owner has written for the source; null for none
   */
  forSource(call: SendingCall, written: string | null): Outbound {
    const { allowedOrigins } = this.#parts
    return new CallOutbound(this.#parts, call, (target) => reachOfSource(target, written, allowedOrigins))
  }
}

// The owner of a domain can point a name below it at this machine, so a wildcard opens only the network.
async function reachOfTool(target: URL, opened: OpenedOrigins): Promise<Reach> {
  if (opened.has(target.origin)) return 'any'
  return (await opened.covers?.(target)) ? 'network' : 'public'
}

type Parts = Required<GuardedOutboundOptions>

class CallOutbound implements Outbound {
  readonly #options: Parts
  readonly #call: SendingCall
  readonly #reachOf: (target: URL) => Promise<Reach>

  constructor(options: Parts, call: SendingCall, reachOf: (target: URL) => Promise<Reach>) {
    this.#options = options
    this.#call = call
    this.#reachOf = reachOf
  }

  get network(): object {
    return this.#options
  }

  /**
   * Sends one request and reads its answer; a redirect is an answer like any other.
   * @throws InvalidInput for a URL or headers that must not be sent, before anything leaves this machine
   * @throws CallFailed with a plain message when the network or the receiver fails
   */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const started = performance.now()
    const target = toTarget(request.url)
    const headers = this.#headersOf(request)
    return this.#guard(target, request.signal, async (signal) => {
      const answer = await this.#sendHttp(request, target, headers, signal)
      const { bytes, truncated } = answer.body
      const durationMs = performance.now() - started
      return { status: answer.status, headers: answer.headers, body: bytes, truncated, durationMs }
    })
  }

  /** Queries the resolver for one type of record; @throws like send. */
  async resolveDns({ name, type, signal }: Parameters<Outbound['resolveDns']>[0]): Promise<DnsAnswer> {
    const target = toDnsName(name)
    return this.#guard({ host: target }, signal, (ending) => {
      const leaving = () => depart(this.#call, ending)
      return this.#options.names.records(
        { name: target, type },
        { who: this.#call.who, signal: ending, leaving },
      )
    })
  }

  /** Reads a server's certificates; @throws like send. */
  async inspectTls({ host, port, signal }: Parameters<Outbound['inspectTls']>[0]): Promise<TlsInspection> {
    const target = toHostTarget('https', host, port, 'host')
    return this.#guard(target, signal, async (ending) =>
      inspectServer(target, await this.#addressesOf(target, ending, 'host'), ending, (socket) =>
        depart(this.#call, ending, socket),
      ),
    )
  }

  /** Queries a WHOIS server; @throws like send. */
  async queryWhois(asked: Parameters<Outbound['queryWhois']>[0]): Promise<WhoisAnswer> {
    const target = toHostTarget('http', asked.server, asked.port ?? 43, 'server')
    return this.#guard(target, asked.signal, async (ending) =>
      queryWhoisServer(
        target,
        await this.#addressesOf(target, ending, 'server'),
        { text: asked.query, cap: WHOIS_BYTES, leaving: (socket) => depart(this.#call, ending, socket) },
        ending,
      ),
    )
  }

  // Adds a slot, the deadline, and a plain message for every failure.
  async #guard<T>(
    target: { readonly host: string },
    caller: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = new AbortController()
    const deadlineMs = this.#deadlineMs()
    const timer = setTimeout(() => deadline.abort(), deadlineMs)
    const signal = AbortSignal.any([caller, deadline.signal])
    try {
      return await this.#options.sends.run(this.#call.who, signal, () => work(signal))
    } catch (error) {
      if (error instanceof InvalidInput || error instanceof GatewayError) throw error
      caller.throwIfAborted()
      if (deadline.signal.aborted)
        throw new CallFailed(
          `${target.host} did not answer completely within ${counted(deadlineMs / 1000, 'second')}.`,
          {
            timedOut: true,
            cause: error,
          },
        )
      throw toSendFailure(error, target)
    } finally {
      clearTimeout(timer)
    }
  }

  async #addressesOf(target: URL, signal: AbortSignal, field = 'url'): Promise<readonly HostAddress[]> {
    try {
      const reach = await this.#reachOf(target)
      const { lookup, interfaces } = this.#options
      const { who } = this.#call
      // Only names that the owner has given may lead past DNS.
      const look = (name: string) =>
        lookup(name, {
          ...{ who, signal },
          bySystem: reach === 'any' || reach === 'typed' || isLocalName(name),
        })
      return await resolveOnce(target, reach, look, interfaces)
    } catch (error) {
      // The error names the caller's own field.
      throw error instanceof InvalidInput ? new InvalidInput(field, error.message) : error
    }
  }

  async #sendHttp(
    request: OutboundRequest,
    target: URL,
    headers: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const deadlineMs = this.#deadlineMs()
    const addresses = await this.#addressesOf(target, signal)
    const { method, body = null } = request
    const maxAnswerBytes = Math.min(
      request.maxAnswerBytes ?? this.#options.maxAnswerBytes,
      this.#options.mostAnswerBytes,
    )
    const leaving: CheckedRequest['leaving'] = (socket) => depart(this.#call, signal, socket)
    return sendHttp({
      target,
      addresses,
      method,
      headers,
      body,
      maxAnswerBytes,
      deadlineMs,
      leaving,
      signal,
    })
  }

  #deadlineMs(): number {
    const { deadlineMs } = this.#options
    return typeof deadlineMs === 'number' ? deadlineMs : deadlineMs()
  }

  #headersOf(request: OutboundRequest): ReadonlyMap<string, string> {
    const headers = toSafeHeaders(request.headers ?? {})
    if (!headers.has('user-agent')) headers.set('user-agent', this.#options.userAgent)
    return headers.set('accept-encoding', 'identity')
  }
}
