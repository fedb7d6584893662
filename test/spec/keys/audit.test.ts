import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

const AUDIT = '/v1/enterprise/audit'
const BAD_KEY = `sk-toolgate-${'f'.repeat(48)}`

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

async function entries(query = ''): Promise<Json[]> {
  const { json, status } = await gateway.asOwner(`${AUDIT}${query}`)
  expect(status).toBe(200)
  return json.entries
}

/** Checks a chain by the sentence that documents it, with nothing of ours. */
function expectChain(rows: Json[]): void {
  let prev = '0'.repeat(64)
  for (const { hash, ...row } of rows) {
    expect(row.prev).toBe(prev)
    expect(createHash('sha256').update(sorted(row)).digest('hex')).toBe(hash)
    prev = hash
  }
}

// Rows hold ASCII member names and whole numbers only, where sorting is all that RFC 8785 asks for.
function sorted(value: Json): string {
  return JSON.stringify(value, (_name, inner: Json) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.keys(inner)
            .sort()
            .map((name) => [name, inner[name]]),
        )
      : inner,
  )
}

itObeysTheRules([{ method: 'GET', path: AUDIT, admin: true }])

describe('the audit trail', () => {
  it('tells who did what to which key, when and from where, under the id of the request', async () => {
    const made = await gateway.asOwner('/v1/enterprise/keys', {
      body: { name: 'CI', slugs: ['text-diff'], credit_limit: 5 },
    })
    const target = made.json.key_id
    gateway.advance(1_000)
    const limit = { key_id: target, limit: 5, window_seconds: 10 }
    await gateway.asOwner('/v1/enterprise/rate-limits', { body: limit })
    await gateway.asOwner(`/v1/enterprise/keys/${target}`, { method: 'DELETE' })
    const [revoked, limited, created] = await entries()
    const actor = { key_id: gateway.ownerId, last4: OWNER_KEY.slice(-4) }
    expect(created).toMatchObject({
      action: 'key.created',
      ts: '2026-01-01T00:00:00.000Z',
      actor,
      target,
      address: '127.0.0.1',
      request_id: made.headers.get('x-request-id'),
      detail: { name: 'CI', slugs: ['text-diff'], credit_limit: 5, permissions: [] },
    })
    expect(limited).toMatchObject({ action: 'key.rate_limit_set', actor, target, detail: { limit: 5 } })
    expect(revoked).toMatchObject({ action: 'key.revoked', ts: '2026-01-01T00:00:01.000Z', actor, target })
  })

  it('records sign-ups and opened sessions, without any e-mail address', async () => {
    const signUp = { email: 'ann@example.com', name: 'Ann' }
    const { json } = await gateway.send('/v1/auth/signup', { key: null, body: signUp })
    const code = gateway.instance.sessions.issueCode()
    await gateway.send('/app/session', { key: null, body: { code } })
    await gateway.asOwner('/app/session-code', { body: {} })
    expect(await entries()).toMatchObject([
      { action: 'session.code_issued', actor: { key_id: gateway.ownerId } },
      { action: 'session.opened', actor: { key_id: gateway.ownerId } },
      { action: 'key.signed_up', actor: null, target: json.key_id },
    ])
    expect((await gateway.asOwner(AUDIT)).text).not.toContain('ann@')
  })

  // Catches: whoever takes everything with them, unseen.
  it('records who has copied or exported everything', async () => {
    const kept = await TestGateway.create({ dataDir: makeTempDir() })
    onTestFinished(() => kept.close())
    await kept.asOwner('/app/backup', { method: 'POST' })
    await kept.asOwner('/app/export')
    const { json } = await kept.asOwner(AUDIT)
    const actor = { key_id: kept.ownerId, last4: OWNER_KEY.slice(-4) }
    expect(json.entries).toMatchObject([
      { action: 'instance.exported', actor, address: '127.0.0.1' },
      { action: 'instance.backed_up', actor, address: '127.0.0.1' },
    ])
  })

  it('records refused access: a bad key, a missing permission, another host, a denied scope', async () => {
    await gateway.call('math-evaluate', { expression: '1' }, { key: BAD_KEY })
    await gateway.send(AUDIT)
    await gateway.send('/v1/tools', { headers: { host: 'evil.example' } })
    const { json: team } = await gateway.asOwner('/v1/enterprise/keys', {
      body: { name: 'CI', slugs: ['text-diff'] },
    })
    const as = { key: team.key }
    await gateway.call('math-evaluate', { expression: '1' }, as)
    await gateway.send('/v1/batch', { ...as, body: { calls: [{ slug: 'math-evaluate', input: {} }] } })
    await gateway.send('/v1/stream/math-evaluate', { ...as, body: {} })
    await gateway.send('/v1/dry-run/math-evaluate', { ...as, body: {} })
    await gateway.asOwner(`/v1/enterprise/keys/${team.key_id}`, { method: 'DELETE' })
    await gateway.call('text-diff', {}, as)

    const refused = await entries('?action=access.refused')
    const scope = { code: 'scope_denied', slug: 'math-evaluate' }
    const byTeam = { actor: { key_id: team.key_id, last4: team.last4 }, address: '127.0.0.1' }
    expect(refused).toMatchObject([
      { ...byTeam, detail: { code: 'invalid_key', path: '/v1/text-diff' } },
      ...Array.from({ length: 4 }, () => ({ ...byTeam, detail: scope })),
      { actor: null, detail: { code: 'forbidden_host', path: '/v1/tools' } },
      { actor: { key_id: gateway.keyId }, detail: { code: 'forbidden', method: 'GET', path: AUDIT } },
      { actor: null, detail: { code: 'invalid_key', method: 'POST', path: '/v1/math-evaluate' } },
    ])
  })

  it('leaves out requests without a key, and requests that are merely wrong', async () => {
    await gateway.send('/v1/credits/balance', { key: null })
    await gateway.call('math-evaluate', { nonsense: 1 })
    await gateway.call('no-such-tool', {})
    expect(await entries()).toEqual([])
  })

  it('holds no payload and no key, not even one that was pasted into an address', async () => {
    const { json } = await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'CI', tiers: ['llm'] } })
    await gateway.call('math-evaluate', { expression: 'secret' }, { key: json.key })
    const rateLimit = { key: json.key, limit: 5, window_seconds: 10 }
    await gateway.asOwner('/v1/enterprise/rate-limits', { body: rateLimit })
    for (const key of [json.key, BAD_KEY, OWNER_KEY]) {
      await gateway.send(`/v1/enterprise/keys/${key}`, { method: 'DELETE' })
      await gateway.send(`/v1/tools?key=${key}`, { key: BAD_KEY })
    }
    const { text } = await gateway.asOwner(`${AUDIT}?limit=500`)
    expect(text).toContain('/v1/enterprise/keys/sk-…')
    for (const key of [json.key, BAD_KEY, OWNER_KEY, gateway.key]) expect(text).not.toContain(key)
    expect(text).not.toContain('secret')
  })

  it('condenses a flood into a few rows and a count', async () => {
    for (let i = 0; i < 500; i++) await gateway.send('/v1/credits/balance', { key: BAD_KEY })
    const first = await entries('?limit=500')
    expect(first).toHaveLength(11)
    expect(first[0]).toMatchObject({
      action: 'access.refused_more',
      address: '127.0.0.1',
      detail: { count: 490 },
    })
    gateway.advance(60_000)
    await gateway.send('/v1/credits/balance', { key: BAD_KEY })
    expect(await entries('?limit=500')).toHaveLength(12)
  })
})

describe('filters and pages', () => {
  beforeEach(async () => {
    for (let i = 0; i < 5; i++) {
      await gateway.asOwner('/v1/enterprise/keys', { body: { name: `CI ${i}` } })
      gateway.advance(1_000)
    }
    await gateway.send(AUDIT)
  })

  it('give each row once, newest first', async () => {
    const seen: number[] = []
    let cursor = ''
    do {
      const { json } = await gateway.asOwner(`${AUDIT}?limit=2${cursor}`)
      seen.push(...json.entries.map(({ seq }: { seq: number }) => seq))
      cursor = json.next_cursor ? `&cursor=${json.next_cursor}` : ''
    } while (cursor)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('pick by time, action and actor, together too', async () => {
    const seqs = async (query: string) => (await entries(query)).map(({ seq }) => seq)
    expect(await seqs('?from=2026-01-01T00:00:03Z')).toEqual([6, 5, 4])
    expect(await seqs('?to=2026-01-01T01:00:01%2B01:00')).toEqual([2, 1])
    expect(await seqs(`?actor=${gateway.keyId}`)).toEqual([6])
    expect(await seqs(`?action=key.created&actor=${gateway.ownerId}&limit=2`)).toEqual([5, 4])
    expect(await seqs('?actor=nobody')).toEqual([])
  })

  it('are refused when invalid', async () => {
    for (const query of ['from=yesterday', 'action=nothing', 'limit=0', 'limit=501', 'cursor=x']) {
      const answer = await gateway.asOwner(`${AUDIT}?${query}`)
      expect([query, answer.status, answer.json.error.code]).toEqual([query, 400, 'validation_error'])
    }
  })
})

describe('the export', () => {
  it('is the whole chain, oldest first, under the hash of its header', async () => {
    for (let i = 0; i < 1_100; i++) {
      const act = { action: 'session.opened', actor: null, address: null, requestId: null } as const
      void gateway.instance.services.audit.record(act)
    }
    const accept = { headers: { accept: 'application/x-ndjson' } }
    const answer = await gateway.send(AUDIT, { key: OWNER_KEY, ...accept })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const sum = createHash('sha256').update(answer.text).digest('hex')
    expect(answer.headers.get('x-output-hash')).toBe(sum)
    const rows = answer.text
      .trimEnd()
      .split('\n')
      .map((line): Json => JSON.parse(line))
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 1_100 }, (_, i) => i + 1))
    expectChain(rows)
    expect((await gateway.asOwner(AUDIT)).json.head).toEqual({ seq: 1_100, hash: rows.at(-1).hash })
  })

  it('obeys the filters, and is empty when nothing matches', async () => {
    await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'CI' } })
    await gateway.send(AUDIT)
    const some = await gateway.asOwner(`${AUDIT}?format=ndjson&action=key.created`)
    expect(some.text.trimEnd().split('\n')).toHaveLength(1)
    expect((await gateway.asOwner(`${AUDIT}?format=ndjson&actor=nobody`)).text).toBe('')
  })
})

describe('after a restart', () => {
  it('the chain continues, and includes what was counted until the end', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    for (let i = 0; i < 15; i++) await first.send('/v1/credits/balance', { key: BAD_KEY })
    await first.close()
    const second = await TestGateway.create({ dataDir })
    await second.send('/v1/enterprise/keys', { key: OWNER_KEY, body: { name: 'CI' } })
    const { text } = await second.send(`${AUDIT}?format=ndjson`, { key: OWNER_KEY })
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line): Json => JSON.parse(line))
    expect(rows.map(({ action }) => action)).toEqual([
      ...Array<string>(10).fill('access.refused'),
      'access.refused_more',
      'key.created',
    ])
    expectChain(rows)
    expect(second.bugs).toEqual([])
    await second.close()
  })

  it('a trail that was tampered with is reported, and the gateway starts anyway', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await first.send('/v1/enterprise/keys', { key: OWNER_KEY, body: { name: 'CI' } })
    await first.close()
    const db = new Sqlite(join(dataDir, 'toolgate.db'))
    db.exec(`DROP TRIGGER audit_is_never_updated; UPDATE audit SET body = replace(body, 'CI', 'IC')`)
    db.close()
    const second = await TestGateway.create({ dataDir })
    expect(String(second.bugs[0])).toContain('Row 1 does not match its hash')
    expect((await second.send('/v1/health')).status).toBe(200)
    await second.close()
  })
})
