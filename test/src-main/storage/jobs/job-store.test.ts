import { describe, expect, it } from 'vitest'
import { JobStore } from '../../../../src-main/storage/jobs/job-store.ts'
import type { NewJob } from '../../../../src-main/storage/jobs/job.ts'
import { atOnce } from '../../../support/gateway/at-once.ts'
import { openStores } from '../../../support/gateway/open-stores.ts'

const DAY_MS = 86_400_000
const MIB = 1024 * 1024

function open() {
  const stores = openStores()
  const store = atOnce(stores.db, new JobStore(stores.clock.now, stores.stored))
  const insert = (id: string, change: Partial<NewJob> = {}): boolean =>
    store.insert({
      id,
      keyId: 'key_a',
      slug: 's',
      chargeId: `chg_${id}`,
      requestId: 'r',
      call: '{}',
      ...change,
    })
  const complete = (id: string, envelope = '{}'): boolean =>
    store.finish(id, { status: 'completed', envelope, credits: 1 })
  const ids = (keyId = 'key_a') => store.list(keyId, { limit: 1_500 }).map(({ id }) => id)
  const usage = () => stores.db.prepare('SELECT jobs, bytes FROM job_usage WHERE key_id = ?').get('key_a')
  return { ...stores, store, insert, complete, ids, usage }
}

describe('JobStore', () => {
  it('hands a job out once', () => {
    const { store, insert } = open()
    insert('j', { call: '{"fields":{}}' })
    expect(store.claim('j')).toMatchObject({
      id: 'j',
      keyId: 'key_a',
      chargeId: 'chg_j',
      call: '{"fields":{}}',
    })
    expect(store.claim('j')).toBeNull()
    expect(store.claim('unknown')).toBeNull()
  })

  it('ends a job once: a late result undoes no cancellation, and a late cancellation no result', () => {
    const { store, insert, complete } = open()
    insert('first')
    insert('second')
    expect([store.cancel('first'), complete('first')]).toEqual([true, false])
    expect([complete('second'), store.cancel('second')]).toEqual([true, false])
    expect(store.find('key_a', 'first')).toMatchObject({ status: 'cancelled', envelope: null })
    expect(store.find('key_a', 'second')).toMatchObject({ status: 'completed', progress: 100 })
  })

  it('knows what a job was charged, or that this is not decided yet', () => {
    const { store, insert, complete } = open()
    const creditsOf = (id: string) => store.find('key_a', id)?.credits
    for (const id of ['done', 'waited', 'ran', 'failed']) insert(id)
    for (const id of ['done', 'ran', 'failed']) store.claim(id)
    expect(['done', 'waited'].map(creditsOf)).toEqual([null, null])
    complete('done')
    store.cancel('waited')
    store.cancel('ran')
    const error = { code: 'out_of_time', message: 'Too slow.' } as const
    store.finish('failed', { status: 'failed', error, progress: 0, credits: 10 })
    expect(['done', 'waited', 'ran', 'failed'].map(creditsOf)).toEqual([1, 0, null, 10])
    expect(store.undecided()).toEqual([{ id: 'ran', chargeId: 'chg_ran' }])
    store.decide('ran', 5)
    store.decide('ran', 0)
    expect([creditsOf('ran'), store.undecided()]).toEqual([5, []])
  })

  it('shows a finished job for seven days and then drops its row', () => {
    const { db, store, insert, complete, ids, clock } = open()
    insert('old')
    complete('old')
    clock.time += 7 * DAY_MS - 1
    expect(ids()).toEqual(['old'])
    clock.time += 1
    expect(ids()).toEqual([])
    expect(store.find('key_a', 'old')).toBeNull()
    insert('new')
    expect(db.prepare('SELECT id FROM job').pluck().all()).toEqual(['new'])
  })

  it('never drops a job that still waits, however old it is', () => {
    const { insert, ids, clock } = open()
    insert('patient')
    clock.time += 30 * DAY_MS
    insert('new')
    expect(ids()).toEqual(['new', 'patient'])
  })

  it('forgets the oldest results of a key that stores too many, and of no other', () => {
    const { insert, complete, ids } = open()
    insert('other', { keyId: 'key_b' })
    complete('other')
    for (let i = 0; i < 1_001; i++) {
      insert(`j${i}`)
      complete(`j${i}`)
    }
    expect(ids()).toHaveLength(1_000)
    expect(ids()).not.toContain('j0')
    expect(ids('key_b')).toEqual(['other'])
  })

  it('forgets old results for large new ones, but keeps the new one', () => {
    const { insert, complete, ids } = open()
    for (let i = 0; i < 9; i++) {
      insert(`j${i}`)
      complete(`j${i}`, 'x'.repeat(8 * MIB - 512))
    }
    expect(ids()).toEqual(['j8', 'j7', 'j6', 'j5', 'j4', 'j3', 'j2', 'j1'])
  })

  it('refuses a job when the waiting ones take all the room', () => {
    const { insert, ids, usage } = open()
    for (let i = 0; i < 15; i++) expect(insert(`j${i}`, { call: 'x'.repeat(4 * MIB) })).toBe(true)
    expect(insert('one-too-many', { call: 'x'.repeat(4 * MIB) })).toBe(false)
    expect(ids()).toHaveLength(15)
    expect(usage()).toEqual({ jobs: 15, bytes: 15 * (4 * MIB + 512) })
  })

  it('frees the room of a call that was answered', () => {
    const { db, insert, complete, store, usage } = open()
    insert('j', { call: 'x'.repeat(MIB) })
    complete('j', '{"ok":true}')
    expect(usage()).toEqual({ jobs: 1, bytes: 512 + 11 })
    expect(db.prepare('SELECT count(*) FROM job_call').pluck().get()).toBe(0)
    expect(store.remove('key_b', 'j')).toBe(false)
    expect(store.remove('key_a', 'j')).toBe(true)
    expect(usage()).toEqual({ jobs: 0, bytes: 0 })
  })
})
