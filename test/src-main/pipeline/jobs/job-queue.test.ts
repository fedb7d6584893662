import { describe, expect, it } from 'vitest'
import { JobQueue } from '../../../../src-main/pipeline/jobs/job-queue.ts'

function queueOf(...jobs: string[]): JobQueue {
  const queue = new JobQueue({ runningPerKey: 2, running: 3 })
  for (const job of jobs) queue.add(jobOf(job))
  return queue
}

// `a1` is a job of key `a`.
const jobOf = (id: string) => ({ id, keyId: id.slice(0, 1) })
const takeAll = (queue: JobQueue): string[] => {
  const ids: string[] = []
  for (let next = queue.take(); next; next = queue.take()) ids.push(next.id)
  return ids
}

describe('JobQueue', () => {
  it('lets no key keep the others waiting, however many jobs it sent first', () => {
    expect(takeAll(queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1'))).toEqual(['a1', 'b1', 'c1'])
  })

  it('runs only as many jobs at once as it may, of one key and of all', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2')
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2'])
    queue.release(jobOf('b1'))
    expect(takeAll(queue)).toEqual(['b2'])
    queue.release(jobOf('a1'))
    expect(takeAll(queue)).toEqual(['a3'])
  })

  it('keeps the order of one key', () => {
    const queue = queueOf('a1', 'a2', 'a3')
    expect(takeAll(queue)).toEqual(['a1', 'a2'])
    queue.release(jobOf('a1'))
    expect(takeAll(queue)).toEqual(['a3'])
  })

  it('forgets a job that was taken out, and still counts correctly', () => {
    const queue = queueOf('a1', 'a2', 'b1')
    queue.remove(jobOf('a1'))
    queue.remove(jobOf('a1'))
    queue.remove(jobOf('x1'))
    expect([queue.waiting('a'), queue.length]).toEqual([1, 2])
    expect(takeAll(queue)).toEqual(['a2', 'b1'])
    expect([queue.waiting('a'), queue.length]).toEqual([0, 0])
  })
})
