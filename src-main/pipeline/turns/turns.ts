import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long calls that come together, such as those of a batch, may work in one turn of the event loop. */
const TURN_MS = 10

let turnBegan: number | null = null

/** Lets other work of the gateway go first. */
export async function giveWay(): Promise<void> {
  await nextTurn()
}

/** Waits for a turn of the event loop in which calls have not yet worked for long. */
export async function waitForTurn(): Promise<void> {
  for (;;) {
    if (turnBegan === null) {
      turnBegan = performance.now()
      setImmediate(() => (turnBegan = null))
    }
    if (performance.now() - turnBegan < TURN_MS) return
    await nextTurn()
  }
}
