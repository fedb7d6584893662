import type { CallModes } from '../../gateway/call-body.ts'
import type { CallError, CallResult, DryRun, Reply } from '../../gateway/gateway-types.ts'

/** What was asked of the gateway. */
export interface CallRequest {
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
  readonly credits: number
  readonly stream: boolean
  readonly modes?: CallModes
  /** It was run again by itself after a rate limit, which happens once. */
  readonly retried?: true
}

/** How far the call on screen has come. */
export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly startedMs: number; readonly stream: boolean }
  | { readonly kind: 'done'; readonly result: CallResult; readonly elapsedMs: number }
  | { readonly kind: 'preview'; readonly reply: Reply<DryRun> }
  | { readonly kind: 'failed'; readonly error: CallError; readonly elapsedMs: number }
