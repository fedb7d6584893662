import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RateLimiter } from '../../../src-main/accounts/rate-limiter.ts'

const ALLOWED = { allowed: true, retryAfterSeconds: 0 }

describe('RateLimiter', () => {
  it('allows the limit in any window, not twice the limit around the turn of a minute', () => {
    const limiter = new RateLimiter()
    for (let i = 0; i < 60; i++)
      expect(limiter.take('a', 60, 60, 59_000)).toMatchObject({ ...ALLOWED, remaining: 59 - i })
    expect(limiter.take('a', 60, 60, 61_000)).toEqual({
      allowed: false,
      remaining: 0,
      retryAfterSeconds: 58,
      resetSeconds: 58,
    })
    expect(limiter.take('a', 60, 60, 118_999).allowed).toBe(false)
    expect(limiter.take('a', 60, 60, 119_000).allowed).toBe(true)
  })

  it('counts ids apart', () => {
    const limiter = new RateLimiter()
    for (const id of ['a', '__proto__', 'constructor', ''])
      expect(limiter.take(id, 1, 60, 0)).toMatchObject(ALLOWED)
    expect(limiter.take('a', 1, 60, 0).allowed).toBe(false)
  })

  it('applies a new limit from the next request on, with the true wait after it is lowered', () => {
    const limiter = new RateLimiter()
    for (let second = 0; second < 10; second++) limiter.take('a', 10, 60, second * 1_000)
    // Of the ten, nine have to leave before one of two places is free; the ninth came at second 8.
    expect(limiter.take('a', 2, 60, 10_000)).toMatchObject({ allowed: false, retryAfterSeconds: 58 })
    expect(limiter.take('a', 2, 60, 68_000).allowed).toBe(true)
    expect(limiter.take('a', 20, 60, 68_000)).toMatchObject({ allowed: true, remaining: 17 })
  })

  it('does not lock a caller out when the clock is set back', () => {
    const limiter = new RateLimiter()
    limiter.take('a', 1, 60, 7_200_000)
    expect(limiter.take('a', 1, 60, 0).allowed).toBe(true)
  })

  it('tells the true wait after the clock was set back a little', () => {
    const limiter = new RateLimiter()
    limiter.take('a', 2, 5, 10_000)
    limiter.take('a', 2, 5, 6_000)
    // With a limit of one the second request blocks; it counts from 10 s on, like the first.
    const refused = limiter.take('a', 1, 5, 10_500)
    expect(refused).toMatchObject({ allowed: false, retryAfterSeconds: 5 })
    expect(limiter.take('a', 1, 5, 14_999).allowed).toBe(false)
    expect(limiter.take('a', 1, 5, 15_000).allowed).toBe(true)
  })

  it('forgets the ids that were quiet longest when there are too many', () => {
    const limiter = new RateLimiter({ maxIds: 3 })
    for (const id of ['a', 'b', 'c', 'a', 'd']) limiter.take(id, 1, 60, 0)
    expect(limiter.take('a', 1, 60, 1).allowed).toBe(false)
    expect(limiter.take('b', 1, 60, 1).allowed).toBe(true)
  })

  it('keeps a bounded number of times, even when a few ids send very many requests', () => {
    const limiter = new RateLimiter({ maxTimes: 1_000 })
    for (const id of ['a', 'b']) for (let i = 0; i < 900; i++) limiter.take(id, 2_000, 60, i)
    expect(limiter.take('b', 2_000, 60, 900).remaining).toBe(1_099)
    expect(limiter.take('a', 2_000, 60, 900).remaining).toBe(1_999)
  })

  it('forgets no more ids than it has to', () => {
    // A ring has room for eight times at first, so 125 of them fit.
    const limiter = new RateLimiter({ maxTimes: 1_000 })
    for (let i = 0; i < 200; i++) limiter.take(`id ${i}`, 1, 60, 0)
    const isRefused = (id: number) => !limiter.peek(`id ${id}`, 1, 60, 1).allowed
    expect([74, 75, 199].map(isRefused)).toEqual([false, true, true])
  })

  it('agrees with counting every request of the last window, and its wait is the true one', () => {
    const waits = fc.array(fc.nat(3_000), { minLength: 1, maxLength: 80, size: 'max' })
    const property = fc.property(waits, fc.integer({ min: 1, max: 12 }), (pauses, limit) => {
      const limiter = new RateLimiter()
      const times: number[] = []
      let now = 0
      for (const pause of pauses) {
        now += pause
        const inWindow = times.filter((time) => time > now - 5_000)
        const verdict = limiter.take('a', limit, 5, now)
        expect(verdict.allowed).toBe(inWindow.length < limit)
        if (verdict.allowed) {
          times.push(now)
          expect(verdict.remaining).toBe(limit - inWindow.length - 1)
          continue
        }
        const countAfter = (seconds: number): number =>
          times.filter((time) => time > now + seconds * 1_000 - 5_000).length
        expect(countAfter(verdict.retryAfterSeconds)).toBeLessThan(limit)
        if (verdict.retryAfterSeconds > 1)
          expect(countAfter(verdict.retryAfterSeconds - 1)).toBeGreaterThanOrEqual(limit)
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('previews a request without counting it', () => {
    const limiter = new RateLimiter()
    expect(limiter.peek('a', 2, 60, 0)).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 0 })
    limiter.take('a', 2, 60, 0)
    limiter.take('a', 2, 60, 10_000)
    const full = { allowed: false, remaining: 0, retryAfterSeconds: 40, resetSeconds: 40 }
    expect([limiter.peek('a', 2, 60, 20_000), limiter.peek('a', 2, 60, 20_000)]).toEqual([full, full])
    expect(limiter.peek('a', 2, 60, 60_000)).toMatchObject({ allowed: true, remaining: 1 })
  })
})
