import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many at once: those that are read from a database wait together. */
const AT_ONCE = 16

/** Maps a list that may be long, in several turns of the event loop, so that other work goes on between. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T) => R | Promise<R>,
): Promise<Awaited<R>[]> {
  const results: Awaited<R>[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    if (from > 0) await nextTurn()
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(map))))
  }
  return results
}

/** Calls nothing, and lets other work go first after each so many calls of it. */
export function turnNowAndThen(): () => Promise<void> {
  let calls = 0
  return async () => {
    calls++
    if (calls % AT_ONCE === 0) await nextTurn()
  }
}
