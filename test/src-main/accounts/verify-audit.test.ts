import { describe, expect, it } from 'vitest'
import { toAuditRow } from '../../../src-main/accounts/audit-row.ts'
import { AuditTrail } from '../../../src-main/accounts/audit-trail.ts'
import { verifyAudit } from '../../../src-main/accounts/verify-audit.ts'
import { openStores } from '../../support/gateway/open-stores.ts'

const ACT = { action: 'session.opened', actor: null, address: '127.0.0.1', requestId: 'r' } as const

async function openUsed(rows = 5) {
  const { db, commits, engine, clock } = openStores()
  const audit = new AuditTrail(engine, clock.now)
  await Promise.all(Array.from({ length: rows }, (_, i) => audit.record({ ...ACT, target: `t${i}` })))
  return { db, commits, audit }
}

describe('verifyAudit', () => {
  it('finds nothing wrong with an honest trail, nor with an empty one', async () => {
    const { db, audit } = await openUsed()
    expect(verifyAudit(db)).toEqual({ ok: true, problems: [], rows: 5, head: (await audit.head())?.hash })
    expect(verifyAudit(db, 2)).toMatchObject({ ok: true, rows: 2 })
    expect(verifyAudit(openStores().db)).toEqual({ ok: true, problems: [], rows: 0, head: '0'.repeat(64) })
  })

  it('checks a trail whose guards refuse to change or shorten it', async () => {
    const { db } = await openUsed()
    expect(() => db.exec(`UPDATE audit SET hash = 'x'`)).toThrow('never updated')
    expect(() => db.exec('DELETE FROM audit')).toThrow('never deleted')
    expect(() => db.exec(`INSERT OR REPLACE INTO audit (seq, body, hash) VALUES (1, '{}', 'x')`)).toThrow(
      'never deleted',
    )
  })

  const tamperings = {
    'a row that says something else': `UPDATE audit SET body = replace(body, 't2', 'tX') WHERE seq = 3`,
    'a row that was taken out': 'DELETE FROM audit WHERE seq = 3',
    'the first row taken out': 'DELETE FROM audit WHERE seq = 1',
    'the last row taken out': 'DELETE FROM audit WHERE seq = 5',
    'every row taken out': 'DELETE FROM audit',
    'two rows that changed places': `UPDATE audit SET seq = 9 WHERE seq = 2;
      UPDATE audit SET seq = 2 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 9`,
  }
  for (const [name, sql] of Object.entries(tamperings)) {
    it(`finds ${name}`, async () => {
      const { db } = await openUsed()
      db.exec(`DROP TRIGGER audit_is_never_updated; DROP TRIGGER audit_is_never_deleted; ${sql}`)
      const verdict = verifyAudit(db)
      expect(verdict.ok).toBe(false)
      expect(verdict.problems.length).toBeGreaterThan(0)
    })
  }

  it('finds a row that was rewritten with a fitting hash of its own', async () => {
    const { db } = await openUsed()
    db.exec('DROP TRIGGER audit_is_never_updated')
    const forged = toAuditRow({ ...ACT, target: 'forged' }, { seq: 2, hash: 'f'.repeat(64) }, 0)
    db.prepare('UPDATE audit SET body = @body, hash = @hash WHERE seq = @seq').run(forged)
    expect(verifyAudit(db).problems).toEqual([
      'Row 3 does not follow the row before it.',
      'Row 4 does not follow the row before it.',
    ])
  })

  it('leaves no gap where a transaction was rolled back', async () => {
    const { db, commits, audit } = await openUsed()
    const failed = commits.enqueue(() => {
      audit.write(ACT)
      throw new Error('injected')
    })
    const kept = audit.record({ ...ACT, target: 'kept' })
    await expect(failed).rejects.toThrow('injected')
    await kept
    expect(verifyAudit(db)).toMatchObject({ ok: true, rows: 6 })
  })
})
