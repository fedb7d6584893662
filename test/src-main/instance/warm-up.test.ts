import { describe, expect, it } from 'vitest'
import { warmUp, type WarmUpOptions } from '../../../src-main/instance/warm-up.ts'
import { waitUntil } from '../../support/wait-until.ts'

const done: string[] = []
const step = (name: string) => () => void done.push(name)

function begin(options: Partial<WarmUpOptions> & Pick<WarmUpOptions, 'steps'>): () => void {
  done.length = 0
  return warmUp({
    isBusy: () => false,
    report: (error) => done.push(String(error)),
    afterMs: 0,
    pauseMs: 0,
    ...options,
  })
}

describe('what is loaded while nothing is being answered', () => {
  it('comes one after the other, in turns of their own', async () => {
    const slow = async () => {
      done.push('begins')
      await new Promise((resolve) => setImmediate(resolve))
      done.push('ends')
    }
    begin({ steps: [slow, step('next')] })
    expect(done).toEqual([])
    await waitUntil(() => done.includes('next'), 'the last step')
    expect(done).toEqual(['begins', 'ends', 'next'])
  })

  // Catches: a library that is loaded while somebody waits for an answer.
  it('waits for as long as a request is being answered', async () => {
    let looks = 0
    const seen: number[] = []
    begin({ steps: [() => seen.push(looks)], isBusy: () => ++looks < 5 })
    await waitUntil(() => seen.length > 0, 'the step')
    expect(seen).toEqual([5])
  })

  it('takes the next step after one that fails, and reports why', async () => {
    const fails = () => Promise.reject(new Error('no file handle is left'))
    begin({ steps: [fails, step('next')] })
    await waitUntil(() => done.includes('next'), 'the step after it')
    expect(done).toEqual(['Error: no file handle is left', 'next'])
  })

  it('ends with the gateway', async () => {
    const ends = () => {
      done.push('one')
      end()
    }
    const end = begin({ steps: [ends, step('two')] })
    await waitUntil(() => done.length > 0, 'the first step')
    warmUp({ steps: [step('of another')], isBusy: () => false, report: () => undefined, afterMs: 5 })
    await waitUntil(() => done.includes('of another'), 'a later one')
    expect(done).toEqual(['one', 'of another'])
  })
})
