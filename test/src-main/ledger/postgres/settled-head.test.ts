import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SettledHead } from '../../../../src-main/ledger/postgres/settled-head.ts'
import { migratePostgres } from '../../../../src-main/storage/postgres/layout.ts'
import { PostgresEngine } from '../../../../src-main/storage/postgres/postgres-engine.ts'
import { makeSchema } from '../../../support/postgres/test-postgres.ts'

/** Several connections that write entries of an account each, as gateways do. */
async function open(count: number) {
  const place = await makeSchema()
  await migratePostgres(place)
  const engine = new PostgresEngine(place)
  onTestFinished(() => engine.close())
  const { host, user, database, schema } = place
  const writers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const client = new pg.Client({ host, user, database, options: `-c search_path=${schema}` })
      await client.connect()
      onTestFinished(() => client.end())
      await client.query(`INSERT INTO account (id, balance) VALUES ('key_${index}', 1000)`)
      let written = 0
      return {
        begin: () => client.query('BEGIN'),
        write: async () => {
          await client.query(`SELECT 1 FROM account WHERE id = 'key_${index}' FOR UPDATE`)
          await client.query(
            `INSERT INTO entry (id, account, kind, credits, balance_after, at)
             VALUES ('${index}-${++written}', 'key_${index}', 'grant', 1, 1, 0)`,
          )
        },
        commit: () => client.query('COMMIT'),
        rollback: () => client.query('ROLLBACK'),
      }
    }),
  )
  return { head: new SettledHead(engine), engine, writers }
}

type Writer = Awaited<ReturnType<typeof open>>['writers'][number]

describe('the head of a ledger that several gateways write', () => {
  it('is the newest entry where none is missing', async () => {
    const { head, writers } = await open(1)
    const [one] = writers as [Writer]
    expect(await head.look()).toEqual({ settled: 0, newest: 0 })
    for (let i = 0; i < 3; i++) await one.write()
    expect(await head.look()).toEqual({ settled: 3, newest: 3 })
    expect(head.seq).toBe(3)
  })

  // Catches: an event that nobody is told of, because one with a higher number was committed before it.
  it('stays before an entry that is numbered and not committed, and passes it once it is', async () => {
    const { head, writers } = await open(2)
    const [slow, quick] = writers as [Writer, Writer]
    await head.look()
    await slow.begin()
    await slow.write()
    for (let i = 0; i < 3; i++) {
      await quick.write()
      expect(await head.look()).toEqual({ settled: 0, newest: 2 + i })
    }
    await slow.commit()
    expect(await head.look()).toEqual({ settled: 4, newest: 4 })
  })

  it('passes an entry that was rolled back, and stays before another one', async () => {
    const { head, writers } = await open(3)
    const [fails, quick, slow] = writers as [Writer, Writer, Writer]
    await head.look()
    await fails.begin()
    await fails.write()
    await quick.write()
    await slow.begin()
    await slow.write()
    await quick.write()
    expect(await head.look()).toEqual({ settled: 0, newest: 4 })
    await fails.rollback()
    // Until the other one has ended too, which had begun when the gap was seen.
    expect(await head.look()).toEqual({ settled: 0, newest: 4 })
    await slow.commit()
    expect(await head.look()).toEqual({ settled: 4, newest: 4 })
  })

  it('begins behind what had begun before it was looked for', async () => {
    const { engine, writers } = await open(2)
    const [slow, quick] = writers as [Writer, Writer]
    await slow.begin()
    await slow.write()
    await quick.write()
    const head = new SettledHead(engine)
    const looking = head.look()
    await slow.commit()
    expect(await looking).toEqual({ settled: 2, newest: 2 })
  })
})
