import { useBatchOpen } from '../batch-open.ts'
import { useBatch } from '../batch.ts'
import { CONTINUED_ELSEWHERE, ELSEWHERE, type RunEnd } from './run-end.ts'

/**
 * Lets one window at a time send the rows of a run: two that send the same rows would be charged
 * for both.
 * @param refuse learns why a run cannot start
 */
export function createRunLock(refuse: (why: RunEnd) => void) {
  const batch = useBatch()
  const opening = useBatchOpen()

  /** Runs `work`, unless another window sends these rows now or has sent some of them. */
  return async (work: () => Promise<void>): Promise<void> =>
    await withLock(`toolgate-batch-${batch.id}`, async (held) => {
      if (!held) return refuse(ELSEWHERE)
      if (await opening.isCurrent()) return await work()
      await opening.reopen()
      refuse(CONTINUED_ELSEWHERE)
    })
}

/** Runs `work` and tells it whether this window alone has the lock. */
export async function withLock(name: string, work: (held: boolean) => Promise<void>): Promise<void> {
  // Not every runtime has locks; one that has none has no other windows either.
  const locks = (navigator as Partial<Navigator>).locks
  if (!locks) return await work(true)
  await locks.request(name, { ifAvailable: true }, (lock) => work(lock !== null))
}
