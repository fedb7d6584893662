import type { CallModes } from '../../gateway/call-body.ts'
import type { CallError, CallResult, DryRun, Reply } from '../../gateway/gateway-types.ts'

/** A call as the page requested it. */
export interface CallRequest {
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
  readonly credits: number
  readonly stream: boolean
  /** Where its tool's main output is. */
  readonly main?: string | null
  readonly modes?: CallModes
  /** It was not asked for by hand: its input has come to rest in a tool that is live. */
  readonly live?: true
  /** Whether this is the one automatic retry after a rate limit. */
  readonly retried?: true
}

/** The state of the call on screen. */
export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly startedMs: number; readonly stream: boolean }
  | { readonly kind: 'done'; readonly result: CallResult; readonly elapsedMs: number }
  | { readonly kind: 'preview'; readonly reply: Reply<DryRun> }
  | { readonly kind: 'failed'; readonly error: CallError; readonly elapsedMs: number }
