import type { Envelope } from '../../src-shared/envelope.ts'
import type { MainOutput, OutputText } from './output-text.ts'

/** What the worker is asked: to read an answer with its tool's main output, or to write the whole envelope. */
export type ToWorker = { readonly bytes: ArrayBuffer; readonly main: MainOutput } | 'envelope'

/** The worker's messages, in this order; `envelope` is sent on request. */
export interface FromWorker {
  /** The envelope without its data. */
  readonly opened?: { readonly body: Envelope; readonly head: OutputText }
  readonly problem?: string
  readonly output?: OutputText
  readonly hash?: string | null
  readonly envelope?: string
}
