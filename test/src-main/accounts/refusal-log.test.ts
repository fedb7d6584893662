import { expect, it } from 'vitest'
import { AuditTrail } from '../../../src-main/accounts/audit-trail.ts'
import {
  MAX_ROWS,
  MAX_ROWS_PER_ADDRESS,
  REFUSAL_WINDOW_MS,
  RefusalLog,
} from '../../../src-main/accounts/refusal-log.ts'
import { openStores } from '../../support/gateway/open-stores.ts'

interface Row {
  readonly action: string
  readonly address: string | null
  readonly count: number | null
}

function open() {
  const { db, commits, engine, clock } = openStores()
  const failures: unknown[] = []
  const audit = new AuditTrail(engine, clock.now)
  const log = new RefusalLog(audit, clock.now, (error) => failures.push(error))
  const from = (address: string): void => log.note({ actor: null, address, requestId: 'r' })
  const select = db.prepare<[], Row>(
    `SELECT action, body ->> '$.address' AS address, body ->> '$.detail.count' AS count FROM audit`,
  )
  const rows = (): readonly Row[] => {
    commits.flush()
    return select.all()
  }
  return { db, clock, log, from, rows, failures }
}

it('the refusal log gives one noisy address no more than its share, and others theirs', async () => {
  const { log, from, rows } = open()
  for (let i = 0; i < 1_000; i++) from('a')
  from('b')
  await log.flush()
  const all = rows()
  expect(all.filter(({ address }) => address === 'a')).toHaveLength(MAX_ROWS_PER_ADDRESS + 1)
  expect(all.filter(({ address }) => address === 'b')).toHaveLength(1)
  expect(all.at(-1)).toEqual({
    action: 'access.refused_more',
    address: 'a',
    count: 1_000 - MAX_ROWS_PER_ADDRESS,
  })
})

it('the refusal log bounds the rows of many addresses, and counts every refusal exactly once', async () => {
  const { log, from, rows, clock } = open()
  for (let i = 0; i < 20_000; i++) from(`address-${i % 10_000}`)
  await log.flush()
  expect(rows().length).toBeLessThanOrEqual(2 * MAX_ROWS + 1)
  clock.time += REFUSAL_WINDOW_MS
  from('late')
  await log.flush()
  await log.flush()
  const told = rows().reduce((sum, { count }) => sum + (count ?? 1), 0)
  expect(told).toBe(20_001)
})

it('the refusal log goes on when the disk takes no more, and says so', async () => {
  const { db, log, from, rows, failures } = open()
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
  for (let address = 0; address < 60; address++)
    log.note({
      actor: null,
      address: `${address}`,
      requestId: 'r',
      detail: { path: 'x'.repeat(2_000) },
    })
  from('one more')
  await log.flush()
  expect(failures.length).toBeGreaterThan(0)
  expect(failures[0]).toMatchObject({ code: 'storage_full' })
  expect(rows().length).toBeLessThan(60)
})
