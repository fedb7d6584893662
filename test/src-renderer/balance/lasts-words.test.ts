import { describe, expect, it } from 'vitest'
import { lastsWords } from '../../../src-renderer/balance/lasts-words.ts'

describe('how long the balance lasts', () => {
  // Catches: "no usage yet" beside the credits that were spent today.
  it('is not judged by the first day of use, which is not called a day without use', () => {
    expect(lastsWords(484, null, 16)).toBe('no earlier day to judge by')
    expect(lastsWords(484, 0, 16)).toBe('no earlier day to judge by')
    expect(lastsWords(500, null, 0)).toBe('no usage yet')
  })

  it('follows from a usual day', () => {
    expect(lastsWords(484, 100, 16)).toBe('lasts about 4 days at this rate')
    expect(lastsWords(150, 100, 0)).toBe('lasts about 1 day at this rate')
    expect(lastsWords(99, 100, 500)).toBe('lasts less than a day at this rate')
  })
})
