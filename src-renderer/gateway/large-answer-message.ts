import type { Envelope } from '../../src-shared/envelope.ts'
import type { OutputText } from './output-text.ts'

/** The worker's messages, in this order; `envelope` is sent on request. */
export interface FromWorker {
  /** The envelope without its data. */
  readonly opened?: { readonly body: Envelope; readonly head: OutputText }
  readonly problem?: string
  readonly output?: OutputText
  readonly hash?: string | null
  readonly envelope?: string
}
