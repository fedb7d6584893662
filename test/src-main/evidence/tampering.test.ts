import type { Database } from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toAuditRow, type AuditRow } from '../../../src-main/accounts/audit-row.ts'
import { HEAD_FILE } from '../../../src-main/evidence/head-file.ts'
import { copyOf, headVerdictOf, isSoundInItself, tamper } from '../../support/gateway/stopped-instance.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TEST_FILES, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { createInstance } from '../../../src-main/instance/create-instance.ts'
import { toolgateHere } from '../../support/gateway/toolgate-here.ts'

const SHA = 'crypto-hash-sha256'
const KEYS = '/v1/enterprise/keys'

let dataDir: string
let teamKey: string
let revokedKey: string
let payer: string
let limitedKey: string
let listedKey: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'toolgate-test-'))
  const gateway = await TestGateway.create({ dataDir })
  const make = async (name: string, more: object = {}): Promise<string> =>
    (await gateway.asOwner('/v1/enterprise/keys', { body: { name, ...more } })).json.key_id
  teamKey = await make('kept')
  revokedKey = await make('ended')
  limitedKey = await make('limited', { credit_limit: 5 })
  listedKey = await make('listed', { slugs: [SHA] })
  payer = gateway.keyId
  await gateway.asOwner(`/v1/enterprise/keys/${revokedKey}`, { method: 'DELETE' })
  for (const text of ['a', 'b', 'c']) await gateway.call(SHA, { text, receipt: true })
  await gateway.close()
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Rewrites the trail with another text and fitting hashes, as somebody would who knows the format. */
function rehash(db: Database, change: (row: AuditRow) => string): void {
  const rows = db.prepare<[], AuditRow>('SELECT seq, body, hash FROM audit ORDER BY seq').all()
  let last: AuditRow | undefined
  for (const row of rows) {
    const { actor, action, address, request_id, target, detail, ts } = JSON.parse(change(row))
    const event = {
      action,
      address,
      requestId: request_id,
      target,
      detail,
      actor: actor && { ...actor, id: actor.key_id },
    }
    last = toAuditRow(event, last, Date.parse(ts))
    db.prepare('UPDATE audit SET body = @body, hash = @hash WHERE seq = @seq').run(last)
  }
}

const CHARGE = `account = (SELECT account FROM entry WHERE kind = 'charge' LIMIT 1)`
const LAST_CHARGE = `seq = (SELECT max(seq) FROM entry)`

/** Each leaves everything in itself consistent, so that only a head that is kept outside can tell. */
const consistent: Record<string, readonly [change: string | ((db: Database) => void), finding: RegExp]> = {
  'an audit trail that was re-hashed': [
    (db) => rehash(db, ({ body }) => body.replace('"kept"', '"fake"')),
    /rows of the audit trail 1 to \d+ are not those/,
  ],
  'an audit trail whose end was cut off': [
    `DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit);
     UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM audit) WHERE name = 'audit'`,
    /rows of the audit trail end at \d+, and the signed head knows them up to/,
  ],
  'a key that lives again': [
    `UPDATE api_key SET revoked_at = NULL WHERE name = 'ended'`,
    /key_\w+ was revoked and is active now/,
  ],
  'a key that was promoted': [
    `UPDATE api_key SET permissions = '["admin"]' WHERE name = 'kept'`,
    /key_\w+ had the permissions \[\] and has \["admin"\] now/,
  ],
  'a key whose secret was exchanged': [
    `UPDATE api_key SET hash = hex(randomblob(32)) WHERE name = 'Owner'`,
    /secret of the key key_\w+ were changed/,
  ],
  'a key that never expires any more and has a higher rate': [
    `UPDATE api_key SET rate_limit = 1000000 WHERE name = 'kept'`,
    /limits, rules, expiry, maker or secret of the key key_\w+ were changed/,
  ],
  'rules of a key that were changed': [
    `UPDATE api_key SET rules = '{}' WHERE name = 'kept'`,
    /limits, rules, expiry, maker or secret of the key key_\w+ were changed/,
  ],
  'a credit limit that was taken away': [
    `UPDATE sub_account SET credit_limit = 7 WHERE id = (SELECT id FROM api_key WHERE name = 'kept')`,
    /limits, rules, expiry, maker or secret of the key key_\w+ were changed/,
  ],
  'a key that was planted': [
    `INSERT INTO api_key (id, hash, kind, name, permissions, rate_limit, window_seconds, created_at, last4)
     VALUES ('key_planted', 'x', 'personal', 'P', '["admin"]', 60, 60, 0, 'xxxx')`,
    /key_planted was added/,
  ],
  'a key that was deleted': [`DELETE FROM api_key WHERE name = 'Demo'`, /The key key_\w+ is gone/],
  'a grant that was added': [
    `INSERT INTO entry (id, account, kind, credits, balance_after, at)
       SELECT 'grant:more', id, 'grant', 900, balance + 900, 0 FROM account WHERE ${CHARGE.replace('account =', 'id =')};
     UPDATE account SET balance = balance + 900 WHERE ${CHARGE.replace('account =', 'id =')}`,
    /ledger entries from \d+ on that were added while the gateway was stopped/,
  ],
  'a grant that was raised': [
    `UPDATE entry SET credits = credits + 100 WHERE kind = 'grant' AND ${CHARGE};
     UPDATE entry SET balance_after = balance_after + 100 WHERE ${CHARGE};
     UPDATE account SET balance = balance + 100 WHERE ${CHARGE.replace('account =', 'id =')}`,
    /A grant was changed: the credits of all grants differ by 100/,
  ],
  'a charge that was removed from the end': [
    `UPDATE account SET balance = balance + 1 WHERE ${CHARGE.replace('account =', 'id =')};
     DELETE FROM entry WHERE ${LAST_CHARGE}`,
    /ledger entries end at \d+, and the signed head knows them up to/,
  ],
  'a charge that was removed from the middle': [
    `DELETE FROM entry WHERE seq = (SELECT min(seq) FROM entry WHERE kind = 'charge');
     UPDATE entry SET balance_after = balance_after + 1 WHERE kind = 'charge';
     UPDATE account SET balance = balance + 1 WHERE ${CHARGE.replace('account =', 'id =')}`,
    /1 charge was removed, with 1 credit/,
  ],
  'a charge that was made smaller': [
    `UPDATE entry SET credits = 0, balance_after = balance_after + 1 WHERE ${LAST_CHARGE};
     UPDATE account SET balance = balance + 1 WHERE ${CHARGE.replace('account =', 'id =')}`,
    /A charge was changed: the credits of all charges differ by 1/,
  ],
  'a receipt that was removed': [
    'DELETE FROM receipt WHERE seq = 3',
    /receipts end at 2, and the signed head knows them up to 3/,
  ],
  'a receipt that was given to another key': [
    `UPDATE receipt SET account = 'key_other' WHERE seq = 2`,
    /receipts 1 to 3 are not those/,
  ],
}

/** These the checks of each part find by themselves. */
const broken: Record<string, string> = {
  'a balance that was changed': 'UPDATE account SET balance = balance + 1',
  'a receipt that was changed': `UPDATE receipt SET receipt = json_set(receipt, '$.statement.credits', 0) WHERE seq = 2`,
}

describe('a signed head', () => {
  it('finds nothing wrong with a database that only the gateway wrote', () => {
    const copy = copyOf(dataDir)
    expect(headVerdictOf(copy)).toMatchObject({ ok: true, problems: [], restores: [] })
    expect(isSoundInItself(copy)).toBe(true)
    expect([teamKey, revokedKey, payer]).not.toContain(undefined)
  })

  it.each(Object.entries(consistent))('finds %s', (_name, [change, finding]) => {
    const copy = copyOf(dataDir)
    tamper(copy, change)
    expect(isSoundInItself(copy)).toBe(true)
    const { ok, problems } = headVerdictOf(copy)
    expect(ok).toBe(false)
    expect(problems.join('\n')).toMatch(finding)
  })

  it('counts only with the signature of the instance', () => {
    const copy = copyOf(dataDir)
    tamper(copy, `UPDATE api_key SET permissions = '["admin"]' WHERE name = 'kept'`)
    const file = join(copy, HEAD_FILE)
    const head = JSON.parse(readFileSync(file, 'utf8'))
    head.statement.keys[teamKey].permissions = '["admin"]'
    writeFileSync(file, JSON.stringify(head))
    expect(headVerdictOf(copy).problems).toEqual([expect.stringContaining('signature does not match')])
    // Another instance's head, whose signature is good.
    const other = copyOf(dataDir)
    rmSync(join(other, 'instance-key.pem'))
    expect(headVerdictOf(other).problems).toEqual([expect.stringContaining('not the given key')])
    rmSync(join(copy, HEAD_FILE))
    expect(headVerdictOf(copy).problems).toEqual([expect.stringContaining('is missing')])
  })
})

describe('toolgate ledger verify', () => {
  const verify = (folder: string, ...more: string[]) =>
    toolgateHere(['ledger', 'verify', '--data-dir', folder, ...more], {})

  it('says that nothing was changed, or what was, with exit code 1', async () => {
    const good = await verify(copyOf(dataDir))
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('continue the head signed at') })
    const copy = copyOf(dataDir)
    tamper(copy, consistent['a key that was promoted']![0])
    const { code, stdout } = await verify(copy)
    expect([code, stdout]).toEqual([1, expect.stringContaining('does not continue its signed head')])
    expect(stdout).toMatch(consistent['a key that was promoted']![1])
    expect(JSON.parse((await verify(copy, '--json')).stdout)).toMatchObject({
      ok: false,
      head: { ok: false },
    })
  })

  it.each(Object.entries(broken))('still finds %s', async (_name, sql) => {
    const copy = copyOf(dataDir)
    tamper(copy, sql)
    expect((await verify(copy)).code).toBe(1)
  })

  it('compares with a head that was kept elsewhere, after which the gateway may have gone on', async () => {
    const copy = copyOf(dataDir)
    const printed = await toolgateHere(['ledger', 'head', '--data-dir', copy], {})
    const kept = join(makeTempDir(), 'head.json')
    writeFileSync(kept, printed.stdout)
    const instance = await createInstance({ ...TEST_FILES, dataDir: copy, ownerKey: OWNER_KEY })
    const ask = async (method: string, path: string, body?: object): Promise<Json> => {
      const headers = { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' }
      const url = `http://127.0.0.1:4777${path}`
      const sent = body && { body: JSON.stringify(body) }
      return await (await instance.app.fetch(new Request(url, { method, headers, ...sent }))).json()
    }
    const { key_id } = await ask('POST', KEYS, { name: 'later' })
    await ask('POST', '/v1/enterprise/rate-limits', { key_id, limit: 5, window_seconds: 60 })
    const raised = await ask('POST', '/app/keys/credit-limit', { key_id: limitedKey, credit_limit: 6 })
    const given = await ask('POST', '/app/keys/tool', { key_id: listedKey, slug: 'math-evaluate' })
    expect([raised.ok, given.ok]).toEqual([true, true])
    const granted = await ask('POST', '/app/sources/recipe/keys', { grant: [teamKey] })
    const taken = await ask('POST', '/app/sources/recipe/keys', { take: [teamKey] })
    expect([granted.ok, taken.ok]).toEqual([true, true])
    await ask('DELETE', `${KEYS}/${teamKey}`)
    await ask('POST', `/v1/${SHA}`, { text: 'later', receipt: true })
    await instance.close()
    const now = await verify(copy, '--head', kept)
    expect([now.code, now.stdout]).toEqual([0, expect.stringContaining('continue the head')])
    // Somebody who also has the instance key can sign another head beside the database, but not this one.
    tamper(copy, `UPDATE api_key SET revoked_at = NULL WHERE name = 'ended'`)
    rmSync(join(copy, HEAD_FILE))
    const caught = await verify(copy, '--head', kept)
    expect([caught.code, caught.stdout]).toEqual([
      1,
      expect.stringContaining('was revoked and is active now'),
    ])
  })
})
