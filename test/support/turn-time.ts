import { threadCpuMs } from './cpu-time.ts'

/** How often it is looked at; a look needs a turn of the event loop, so a long turn shows as one long step. */
const LOOK_MS = 1

/**
 * The longest that a piece of work kept the event loop from turning, in milliseconds of this thread's processor
 * time: the same on a busy machine, unlike the clock.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = threadCpuMs()
  const look = (): void => {
    const now = threadCpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, LOOK_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  look()
  return longest
}
