import { createHash, randomBytes } from 'node:crypto'
import { parseJson } from '../../../../src-shared/parse-json.ts'
import type { HttpServer } from '../../source.ts'
import type { ChannelTo } from '../channel-to.ts'
import type { SignInNetwork } from './ask-server.ts'
import { readChallenge } from './challenge.ts'
import { discover, type SignInPlace } from './discover.ts'
import {
  authorizeUrl,
  grant,
  GrantRefused,
  register,
  revoke,
  type KeptSignIn,
  type OAuthClient,
} from './grants.ts'
import { SignInFailed } from './sign-in-failed.ts'
import type { SignInVault } from './sign-in-vault.ts'
import { WantedSignIns, type WantedParts } from './wanted-sign-ins.ts'

/** What sign-ins are made with. */
export interface SignInParts extends WantedParts {
  readonly channelTo: ChannelTo
  readonly vault: SignInVault
  /** The secret of a client whose id the owner has given; null for none. */
  readonly clientSecretOf: (id: string) => Promise<string | null>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** What a browser brings back. */
export interface Returned {
  readonly state: string
  readonly code?: string | undefined
  /** Who sends it (RFC 9207). */
  readonly iss?: string | undefined
  readonly error?: string | undefined
  readonly error_description?: string | undefined
}

interface Pending {
  readonly id: string
  readonly place: SignInPlace
  readonly client: OAuthClient
  readonly redirect: string
  readonly verifier: string
  readonly until: number
}

const PENDING_MS = 10 * 60_000
const MOST_PENDING = 100
/** A token that ends this soon is renewed first, in milliseconds. */
const SOON_MS = 30_000

/** Sign-ins at servers of MCP over HTTP: begun by their owner, finished by a browser, renewed by themselves. */
export class SignIns {
  readonly #parts: SignInParts
  /** By their states. */
  readonly #pending = new Map<string, Pending>()
  readonly #wanted: WantedSignIns
  /** Those that were read, by source; a rotated refresh token must not be used twice. */
  readonly #kept = new Map<string, KeptSignIn>()
  readonly #renewing = new Map<string, Promise<KeptSignIn>>()

  constructor(parts: SignInParts) {
    this.#parts = parts
    this.#wanted = new WantedSignIns(parts)
  }

  /** Why a source needs its owner to sign in, as the end of a sentence; null where it does not. */
  needs(id: string): string | null {
    return this.#wanted.why(id)
  }

  /** Whether somebody has signed in for a source. */
  has(id: string): boolean {
    return this.#parts.vault.has(id)
  }

  /** Lets a source be tried without a sign-in. */
  async forgive(id: string): Promise<void> {
    await this.#wanted.settle(id)
  }

  /**
   * Begins a sign-in: finds out where, and makes this program known there.
   * @param redirect where the browser comes back
   * @returns the address that a person opens, and until when; milliseconds since 1970
   * @throws SignInFailed
   */
  async begin(id: string, redirect: string): Promise<{ readonly url: string; readonly until: number }> {
    const server = this.#serverOf(id)
    const place = await discover(server.url, this.#wanted.challengeOf(id), this.#networkOf(id))
    const given = server.clientId
    const client =
      given === undefined
        ? await register(place, redirect, this.#networkOf(id))
        : { id: given, secret: await this.#parts.clientSecretOf(id), isBasic: false }
    const state = randomBytes(32).toString('base64url')
    const verifier = randomBytes(48).toString('base64url')
    const until = this.#parts.now() + PENDING_MS
    for (const [known, { id: of, until: ends }] of this.#pending)
      if (of === id || ends < this.#parts.now() || this.#pending.size >= MOST_PENDING)
        this.#pending.delete(known)
    this.#pending.set(state, { id, place, client, redirect, verifier, until })
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    return { url: authorizeUrl(place, client, { state, redirect, challenge }), until }
  }

  /** Whether a browser is still expected with this state. */
  waitsFor(state: string): boolean {
    return (this.#pending.get(state)?.until ?? 0) >= this.#parts.now()
  }

  /**
   * Takes what a browser has brought back; a state counts once.
   * @returns the source that is signed in
   * @throws SignInFailed
   */
  async finish({ state, code, iss, error, error_description: words }: Returned): Promise<string> {
    const isExpected = this.waitsFor(state)
    const pending = this.#pending.get(state)
    this.#pending.delete(state)
    if (!pending || !isExpected)
      throw new SignInFailed(
        'This sign-in was used, is older than ten minutes, or was begun by somebody else. Begin again',
      )
    const { id, place, client, redirect, verifier } = pending
    // Another server may have sent the browser here, with a code of its own or for ours.
    if (iss === undefined ? place.namesIssuer : iss !== place.issuer)
      throw new SignInFailed(`The answer is not from ${place.issuer}, so its code was not used`)
    if (error !== undefined || code === undefined)
      throw new SignInFailed(
        `${place.issuer} has not signed you in: ${(words ?? error ?? 'there is no code').slice(0, 300)}`,
      )
    const network = this.#networkOf(id)
    const asked = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    }
    const tokens = await grant(place, client, asked, { network, now: this.#parts.now() })
    const { issuer, token, revoke: revokeAt, resource } = place
    await this.#keep(id, { place: { issuer, token, revoke: revokeAt, resource }, client, tokens })
    await this.#wanted.settle(id)
    return id
  }

  /** Takes a sign-in back, here and as far as the server lets it. @throws SignInFailed when the server was not told */
  async signOut(id: string): Promise<void> {
    const kept = await this.#read(id)
    await this.#forget(id)
    if (kept) await revoke(kept, this.#networkOf(id))
  }

  /** Forgets a source that is being removed, and takes its sign-in back as far as its server lets it. */
  async drop(id: string): Promise<void> {
    const network = this.#parts.serverOf(id) && this.#networkOf(id)
    const kept = await this.#read(id).catch(() => null)
    // Nobody waits for a server that is not needed any more.
    if (kept && network) revoke(kept, network).catch(() => undefined)
    this.#wanted.drop(id)
    for (const known of [this.#kept, this.#renewing]) known.delete(id)
    for (const [state, pending] of this.#pending) if (pending.id === id) this.#pending.delete(state)
  }

  /** The values that nobody may see. */
  secretsOf(id: string): readonly string[] {
    const { tokens, client } = this.#kept.get(id) ?? {}
    return [tokens?.access, tokens?.refresh, client?.secret].filter((one) => typeof one === 'string')
  }

  /** The token to send, renewed where it ends soon; null without a sign-in. @throws SignInFailed */
  async tokenOf(id: string): Promise<string | null> {
    const kept = await this.#read(id)
    if (kept === null) return null
    const { access, refresh, expiresAt } = kept.tokens
    const isOver = expiresAt !== null && expiresAt - this.#parts.now() < SOON_MS
    return isOver && refresh !== null ? (await this.#renew(id)).tokens.access : access
  }

  /**
   * Takes the refusal of a request: renews the token, or asks its owner to sign in.
   * @param sent the token that was refused; null for none
   * @returns whether to send it again; if not, why, as the end of a sentence
   */
  async refused(
    id: string,
    { status, header, sent }: { status: number; header: string | undefined; sent: string | null },
  ): Promise<{ readonly again: true } | { readonly again: false; readonly why: string }> {
    const challenge = readChallenge(header)
    const isWider = status === 403 && challenge.error === 'insufficient_scope'
    if (status === 403 && !isWider) return { again: false, why: `does not allow that (HTTP 403)` }
    this.#wanted.heard(id, challenge)
    if (isWider) {
      const scope = challenge.scope === null ? 'more' : JSON.stringify(challenge.scope.slice(0, 200))
      return await this.#ask(id, `asks for ${scope}, which your sign-in does not allow`)
    }
    try {
      const kept = await this.#read(id)
      // Another call has renewed it meanwhile.
      if (kept !== null && sent !== null && kept.tokens.access !== sent) return { again: true }
      if (kept !== null && kept.tokens.refresh !== null) {
        await this.#renew(id)
        return { again: true }
      }
      await this.#forget(id)
    } catch (error) {
      if (!(error instanceof SignInFailed)) throw error
      if (error instanceof GrantRefused) return { again: false, why: this.needs(id) ?? error.message }
      if (error.isPassing) return { again: false, why: `could not renew its sign-in: ${error.message}` }
    }
    return await this.#ask(id, 'needs you to sign in')
  }

  async #ask(id: string, what: string): Promise<{ readonly again: false; readonly why: string }> {
    const why = `${what}: on the page in Sources, with toolgate sources sign-in ${id}, or with a secret header such as Authorization`
    await this.#wanted.ask(id, why)
    return { again: false, why }
  }

  // A refresh token counts once at many servers, so those that come meanwhile wait for the same answer.
  #renew(id: string): Promise<KeptSignIn> {
    const known = this.#renewing.get(id)
    if (known) return known
    const renewing = this.#renewOnce(id).finally(() => this.#renewing.delete(id))
    this.#renewing.set(id, renewing)
    return renewing
  }

  async #renewOnce(id: string): Promise<KeptSignIn> {
    const kept = await this.#read(id)
    if (kept === null || kept.tokens.refresh === null) throw new SignInFailed(`${id} is not signed in`)
    const { place, client, tokens } = kept
    const asked = { grant_type: 'refresh_token', refresh_token: kept.tokens.refresh }
    try {
      const fresh = await grant(place, client, asked, {
        network: this.#networkOf(id),
        now: this.#parts.now(),
      })
      const renewed = { place, client, tokens: { ...fresh, scope: fresh.scope ?? tokens.scope } }
      if (this.#kept.get(id) !== kept) return await this.#insteadOf(renewed, id)
      await this.#keep(id, renewed)
      return renewed
    } catch (error) {
      // It will not be taken any more, nor perhaps this program: both start again.
      if (error instanceof GrantRefused && this.#kept.get(id) === kept) {
        await this.#forget(id)
        await this.#ask(id, 'needs you to sign in again')
      }
      throw error
    }
  }

  // Its owner has signed out while it was renewed, or signed in once more: nobody uses what has come.
  async #insteadOf(unwanted: KeptSignIn, id: string): Promise<KeptSignIn> {
    if (this.#parts.serverOf(id)) revoke(unwanted, this.#networkOf(id)).catch(() => undefined)
    const kept = await this.#read(id)
    if (kept === null) throw new SignInFailed(`${id} was signed out of`)
    return kept
  }

  async #read(id: string): Promise<KeptSignIn | null> {
    const known = this.#kept.get(id)
    if (known) return known
    const text = await this.#parts.vault.read(id)
    if (text === null) return null
    // Only keep() writes it.
    const kept = parseJson(text) as KeptSignIn
    this.#kept.set(id, kept)
    return kept
  }

  async #keep(id: string, kept: KeptSignIn): Promise<void> {
    // The former refresh token may be worth nothing already, whether or not this one can be stored.
    this.#kept.set(id, kept)
    await this.#parts.vault.write(id, JSON.stringify(kept))
  }

  async #forget(id: string): Promise<void> {
    this.#kept.delete(id)
    await this.#parts.vault.remove(id)
  }

  #serverOf(id: string): HttpServer {
    const server = this.#parts.serverOf(id)
    if (!server) throw new SignInFailed(`${id} is not a server at an address`)
    return server
  }

  #networkOf(id: string): SignInNetwork {
    const { url } = this.#serverOf(id)
    return { channelTo: this.#parts.channelTo, written: new URL(url).origin }
  }
}
