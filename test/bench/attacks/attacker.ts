/** Runs one attack in a process of its own, from its start until a message, and then tells what it was answered. */
import { once, setMaxListeners } from 'node:events'
import { ATTACKS, type Target } from './attacks.ts'

/** How often each status was answered; 0 stands for a connection that was closed. */
export type Answered = Readonly<Record<number, number>>

const { name, target } = JSON.parse(process.argv[2] ?? '{}') as { name: string; target: Target }
const counts: Record<number, number> = {}
const over = new AbortController()
setMaxListeners(0, over.signal)
const ended = ATTACKS[name]?.({
  target,
  signal: over.signal,
  note: (status) => {
    counts[status] = (counts[status] ?? 0) + 1
  },
})
await once(process, 'message')
over.abort()
await ended
process.send?.(counts)
process.disconnect()
