import type { Envelope } from '../../src-shared/envelope.ts'
import type { OutputText } from './output-text.ts'

/** What the worker says, in this order; `envelope` answers a question. */
export interface FromWorker {
  /** The envelope without its data; undefined for what is no envelope. */
  readonly opened?: { readonly body: Envelope; readonly head: OutputText }
  readonly problem?: string
  readonly output?: OutputText
  readonly hash?: string | null
  readonly envelope?: string
}
