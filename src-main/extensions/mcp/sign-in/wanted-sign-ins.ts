import type { HttpServer } from '../../source.ts'
import type { Challenge, WantedSignIn } from './challenge.ts'

/** Where it is kept that a server wants a sign-in. */
export interface WantedParts {
  /** @returns undefined for one that was removed, or needs none */
  readonly serverOf: (id: string) => HttpServer | undefined
  /** Keeps it for the next start. @param wanted null when the sign-in is not wanted any more */
  readonly keepWanted: (id: string, wanted: WantedSignIn | null) => Promise<void>
}

const NO_CHALLENGE: Challenge = { metadata: null, scope: null, error: null }

/** The servers whose owner has to sign in, also after a restart. */
export class WantedSignIns {
  readonly #parts: WantedParts
  /** What was learned since the start; null for a sign-in that is not wanted any more. */
  readonly #known = new Map<string, WantedSignIn | null>()
  /** What servers have said last, whether or not they want a sign-in. */
  readonly #challenges = new Map<string, Challenge>()

  constructor(parts: WantedParts) {
    this.#parts = parts
  }

  /** Why a source needs its owner to sign in, as the end of a sentence; null where it does not. */
  why(id: string): string | null {
    return this.#wantedOf(id)?.why ?? null
  }

  /** What a server has last said about signing in. */
  challengeOf(id: string): Challenge {
    return this.#challenges.get(id) ?? this.#wantedOf(id)?.challenge ?? NO_CHALLENGE
  }

  /** Takes what a server says when it refuses a request. */
  heard(id: string, challenge: Challenge): void {
    this.#challenges.set(id, challenge)
  }

  /** Asks the owner to sign in. */
  async ask(id: string, why: string): Promise<void> {
    const wanted = { why, challenge: this.challengeOf(id) }
    const isKnown = this.why(id) === why
    this.#known.set(id, wanted)
    if (!isKnown) await this.#parts.keepWanted(id, wanted)
  }

  /** Asks no more. */
  async settle(id: string): Promise<void> {
    const wasWanted = this.#wantedOf(id) !== null
    this.#known.set(id, null)
    this.#challenges.delete(id)
    if (wasWanted) await this.#parts.keepWanted(id, null)
  }

  /** Forgets a source that is removed. */
  drop(id: string): void {
    this.#known.delete(id)
    this.#challenges.delete(id)
  }

  #wantedOf(id: string): WantedSignIn | null {
    const known = this.#known.get(id)
    return known === undefined ? (this.#parts.serverOf(id)?.wantedSignIn ?? null) : known
  }
}
