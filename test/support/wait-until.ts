import { setTimeout as pause } from 'node:timers/promises'

/** Asks again and again until the answer is there, and fails when it never comes. */
export async function waitUntil<T>(ask: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 12_000; tries++) {
    const answer = await ask()
    if (answer) return answer
    await pause(5)
  }
  throw new Error(`This never happened: ${what}`)
}
