import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { fingerprintOf } from '../../registry/fingerprint.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import type { LargeFields } from '../../workers/worker-messages.ts'
import type { ResultCache } from '../result-cache.ts'

/** A call's input that matches the schema of its tool. */
export interface CheckedInput {
  /** The fields as they were sent, if the input is large; a worker reads them. */
  readonly large: LargeFields | null
  /** The input as an inline handler gets it. */
  value(): Record<string, unknown>
  /** The hash that stands for the call in agent mode. */
  fingerprint(): string
  /** The name of the call's result in the cache. */
  cacheName(cache: ResultCache, keyId: string): string
}

/** The input of most calls: short enough to be read at once. */
export class SmallInput implements CheckedInput {
  readonly large = null
  readonly #tool: RegisteredTool
  readonly #value: Record<string, unknown>
  #canonical: string | undefined

  constructor(tool: RegisteredTool, value: Record<string, unknown>) {
    this.#tool = tool
    this.#value = value
  }

  value(): Record<string, unknown> {
    return this.#value
  }

  fingerprint(): string {
    return fingerprintOf(this.#tool.slug, this.#json())
  }

  cacheName(cache: ResultCache, keyId: string): string {
    return cache.nameOf(keyId, this.#tool, this.#json())
  }

  #json(): string {
    return (this.#canonical ??= canonicalJson(this.#value))
  }
}

/** An input that a worker has checked. */
export class LargeInput implements CheckedInput {
  readonly large: LargeFields
  readonly #tool: RegisteredTool
  readonly #fingerprint: string
  readonly #read: () => Record<string, unknown>

  /** @param read reads the input here after all, for a tool that cannot run in a worker */
  constructor(
    tool: RegisteredTool,
    checked: { readonly sent: LargeFields; readonly fingerprint: string },
    read: () => Record<string, unknown>,
  ) {
    this.#tool = tool
    this.large = checked.sent
    this.#fingerprint = checked.fingerprint
    this.#read = read
  }

  value(): Record<string, unknown> {
    return this.#read()
  }

  fingerprint(): string {
    return this.#fingerprint
  }

  cacheName(cache: ResultCache, keyId: string): string {
    return cache.nameOf(keyId, this.#tool, this.#fingerprint, true)
  }
}
