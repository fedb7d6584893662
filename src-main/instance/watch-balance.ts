import type { KeyStore } from '../accounts/key-store.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { Engine } from '../storage/engine/engine.ts'

/** Changes within this span are reported as one, so that a busy gateway does not redraw the tray all the time. */
const GATHER_MS = 200

export interface BalanceParts {
  readonly keys: KeyStore
  readonly ledger: LedgerStore
  readonly engine: Pick<Engine, 'observe'>
}

/**
 * Calls back with the owner's balance, now and after each commit that changed it. It holds no socket and does not
 * slow calls: it reads the ledger at most five times a second.
 * @returns a function that stops it, before the database closes
 */
export function watchBalance(
  { keys, ledger, engine }: BalanceParts,
  listener: (credits: number) => void,
): () => void {
  let told: number | null = null
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const tell = () => {
    timer = undefined
    const owner = keys.owner()
    const balance = owner && ledger.lastKnown(owner.id).balance
    if (balance === null || balance === told) return
    told = balance
    listener(balance)
  }
  engine.observe(() => {
    if (ended) return
    timer ??= setTimeout(tell, GATHER_MS)
    timer.unref()
  })
  tell()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
