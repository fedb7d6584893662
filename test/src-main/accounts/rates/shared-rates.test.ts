import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  divisionOf,
  forgetRates,
  permits,
  type Permits,
} from '../../../../src-main/accounts/rates/permits.ts'
import type { RateVerdict } from '../../../../src-main/accounts/rates/rates.ts'
import { SharedRates } from '../../../../src-main/accounts/rates/shared-rates.ts'
import { ToolLimitCounter } from '../../../../src-main/accounts/rules/tool-limits.ts'
import type { Work } from '../../../../src-main/storage/engine/work.ts'
import { migratePostgres } from '../../../../src-main/storage/postgres/layout.ts'
import { PostgresEngine } from '../../../../src-main/storage/postgres/postgres-engine.ts'
import { makeSchema, postgresServer } from '../../../support/postgres/test-postgres.ts'
import { runs } from '../../../support/runs.ts'

const DAY_SECONDS = 86_400

/** Work for which parts of a window have passed that the server's clock knows nothing of. */
function* later<T>(work: Work<T>, passed: number): Work<T> {
  let step = work.next()
  while (!step.done) {
    const { statement, values } = step.value
    const isAsk = 'unused_of' in values
    const told = yield isAsk
      ? { statement, values: { ...values, unused_of: Number(values.unused_of) - passed } }
      : step.value
    step = work.next(isAsk && typeof told !== 'number' ? told.map((row) => inLater(row, passed)) : told)
  }
  return step.value
}

function inLater(row: unknown, passed: number): Permits {
  // Only asked of rows of this statement.
  const permits = row as Permits
  return { ...permits, part: permits.part + passed }
}

/** Several gateways on one schema, and a time that passes when the test says so. */
async function openGateways(count: number) {
  const place = await makeSchema()
  await migratePostgres(place)
  const engines = Array.from({ length: count }, () => new PostgresEngine(place))
  onTestFinished(async () => void (await Promise.all(engines.map((engine) => engine.close()))))
  const server = await postgresServer()
  let passedMs = 0
  let passed = 0
  let asks = 0
  const ask = <T>(index: number, work: () => Work<T>): Promise<T> =>
    engines[index]!.aside(() => later(work(), passed))
  const open = (index: number): SharedRates =>
    new SharedRates({
      live: () => count,
      clock: () => performance.now() + passedMs,
      aside: async <T>(work: () => Work<T>): Promise<T> => {
        asks++
        return ask(index, work)
      },
    })
  return {
    ...{ place, engines, open, ask, rates: engines.map((_, index) => open(index)) },
    asks: () => asks,
    /** Lets parts of a window of so many seconds pass. */
    pass: async (parts: number, seconds = DAY_SECONDS) => {
      passed += parts
      passedMs += parts * divisionOf(seconds).partMs
      await server.run(`UPDATE ${place.schema}.rate SET newest = newest - ${parts}`)
    },
  }
}

/** Requests that come at once, to one gateway after the other. */
function takeAll(rates: readonly SharedRates[], count: number, limit: number): Promise<RateVerdict[]> {
  const take = async (index: number) => rates[index % rates.length]!.take('key', limit, DAY_SECONDS, 0)
  return Promise.all(Array.from({ length: count }, (_, index) => take(index)))
}

const allowedOf = (verdicts: readonly RateVerdict[]): number =>
  verdicts.filter(({ allowed }) => allowed).length

describe('the rate limit of a key over several gateways', () => {
  it('is not passed by 400 requests that come to four gateways at once, and all of it can be used', async () => {
    const { rates } = await openGateways(4)
    const verdicts = await takeAll(rates, 400, 100)
    expect(allowedOf(verdicts)).toBe(100)
    const refused = verdicts.find(({ allowed }) => !allowed)!
    const { partMs } = divisionOf(DAY_SECONDS)
    expect(refused.remaining).toBe(0)
    expect(refused.retryAfterSeconds).toBeGreaterThan(DAY_SECONDS - partMs / 1_000)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(DAY_SECONDS + partMs / 1_000)
  })

  it('is known in all of them, with what is left of it', async () => {
    const { rates } = await openGateways(2)
    const [one, other] = rates as [SharedRates, SharedRates]
    const take = async (rates: SharedRates, id = 'key') => rates.take(id, 3, DAY_SECONDS, 0)
    expect(await take(one)).toMatchObject({ allowed: true, remaining: 2 })
    expect(await take(other)).toMatchObject({ allowed: true, remaining: 1 })
    expect(await take(one, 'another')).toMatchObject({ allowed: true, remaining: 2 })
    expect(await take(one)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await take(other)).toMatchObject({ allowed: false, remaining: 0 })
    expect(one.peek('key', 3, DAY_SECONDS, 0)).toMatchObject({ allowed: false, remaining: 0 })
    expect(one.peek('nobody', 3, DAY_SECONDS, 0)).toMatchObject({ allowed: true, remaining: 3 })
  })

  it('is asked for once by requests that come together, and not again by those that are refused', async () => {
    const { rates, asks } = await openGateways(1)
    await takeAll(rates, 40, 50)
    await takeAll(rates, 40, 50)
    for (let i = 0; i < 40; i++) await rates[0]!.take('key', 50, DAY_SECONDS, 0)
    // Two of them, what is out of date is removed, and a part of the window may end meanwhile.
    expect(asks()).toBeLessThanOrEqual(5)
  })

  it('is free again when a window has passed, and not before', async () => {
    const { open, rates, pass } = await openGateways(1)
    const { parts } = divisionOf(DAY_SECONDS)
    expect(allowedOf(await takeAll(rates, 8, 5))).toBe(5)
    await pass(parts - 1)
    expect(allowedOf(await takeAll([open(0)], 8, 5))).toBe(0)
    await pass(2)
    expect(allowedOf(await takeAll(rates, 8, 5))).toBe(5)
  })

  it('applies when it was changed from the next request on, with what was allowed before', async () => {
    const { rates, pass } = await openGateways(1)
    const take = async (limit: number, seconds: number) => rates[0]!.take('key', limit, seconds, 0)
    for (let i = 0; i < 4; i++) await take(4, DAY_SECONDS)
    expect(await take(5, DAY_SECONDS)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await take(5, DAY_SECONDS)).toMatchObject({ allowed: false })
    expect(await take(6, 3_600)).toMatchObject({ allowed: true, remaining: 0 })
    await pass(61, 3_600)
    expect(await take(6, 3_600)).toMatchObject({ allowed: true, remaining: 5 })
  })

  // Catches: permits that are taken for requests to come, do not come, and are lost for a whole window.
  it.each([
    ['half as much again', 1.5],
    ['ten times as much', 10],
  ])('is used to at least 95 %% when callers want %s, evenly over four gateways', async (_, wish) => {
    const { rates, pass } = await openGateways(4)
    const { parts } = divisionOf(DAY_SECONDS)
    const windows = 2
    const limit = 1_200
    let allowed = 0
    for (let part = 0; part < windows * parts; part++) {
      // One after the other, as they come in the course of a part.
      for (let turn = 0; turn < 3; turn++)
        allowed += allowedOf(await takeAll(rates, Math.round((limit * wish) / parts / 3), limit))
      await pass(1)
    }
    expect(allowed / (windows * limit)).toBeGreaterThanOrEqual(0.95)
  })

  it('counts addresses in each gateway for itself', async () => {
    const { rates, asks } = await openGateways(2)
    for (const one of rates) expect(await one.take('address:1', 1, 60, 0)).toMatchObject({ allowed: true })
    for (const one of rates) expect(await one.take('address:1', 1, 60, 0)).toMatchObject({ allowed: false })
    expect(asks()).toBe(0)
  })

  it('is never passed in any window, whatever is asked and given back in between', async () => {
    const { ask, pass } = await openGateways(2)
    const { parts } = divisionOf(DAY_SECONDS)
    const step = fc.record({ need: fc.nat(4), extra: fc.nat(4), back: fc.nat(3), passes: fc.nat(60) })
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        async (steps, limit) => {
          const id = `key-${run++}`
          const used: { part: number; count: number }[] = []
          for (const { need, extra, back, passes } of steps) {
            if (passes > 40) await pass(passes - 40)
            const last = used.at(-1) ?? { part: 0, count: 0 }
            const unused = Math.min(back, last.count)
            last.count -= unused
            const wanted = {
              id,
              limit,
              ...divisionOf(DAY_SECONDS),
              need,
              extra,
              unused,
              unusedOf: last.part,
            }
            const told = await ask(need % 2, () => permits(wanted))
            used.push({ part: told.part, count: told.given })
            for (const { part } of used) {
              const within = used.filter((use) => use.part >= part && use.part <= part + parts)
              expect(within.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(limit)
            }
          }
        },
      ),
      { numRuns: runs(25, 500) },
    )
  })

  it('is forgotten once it was not used for a window', async () => {
    const { place, engines, rates, pass } = await openGateways(1)
    const server = await postgresServer()
    const ids = async () =>
      (await server.run<{ id: string }>(`SELECT id FROM ${place.schema}.rate`)).map(({ id }) => id)
    await rates[0]!.take('old', 3, DAY_SECONDS, 0)
    await pass(62)
    await rates[0]!.take('new', 3, DAY_SECONDS, 0)
    await engines[0]!.aside(() => forgetRates(100))
    expect(await ids()).toEqual(['new'])
  })
})

describe('the limit of a tool over several gateways', () => {
  const ruled = (most: number, id = 'key') =>
    [{ id, rules: { tool_limits: { tool: { per_day: most } } } }] as never

  it('refuses a call that is too many at any of them, and a refused one counts nowhere', async () => {
    const { engines } = await openGateways(2)
    const [one, other] = engines.map(
      (engine) => new ToolLimitCounter(Date.now, (work) => engine.aside(work)),
    ) as [ToolLimitCounter, ToolLimitCounter]
    await one.count(['tool', 'tool'], ruled(5))
    await other.count(['tool', 'tool'], ruled(5))
    const refused = { code: 'rate_limited', details: { tool: 'tool', limit: 5 } }
    await expect(one.count(['tool', 'tool'], ruled(5))).rejects.toMatchObject(refused)
    await other.count(['tool'], ruled(5))
    await expect(other.count(['tool'], ruled(5))).rejects.toMatchObject(refused)
    await one.count(['another'], ruled(5))
    await one.count(['tool'], ruled(5, 'another key'))
  })
})
