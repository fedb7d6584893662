import { describe, expect, it } from 'vitest'
import type { ActivityEntry, ActivitySession } from '../../../src-shared/activity.ts'
import { refusalOf, suggestedLimit } from '../../../src-renderer/activity/agents/refusals.ts'
import {
  groupCalls,
  groupSessions,
  idOfSession,
  queryOf,
} from '../../../src-renderer/activity/agents/session-groups.ts'
import type { OwnedKey } from '../../../src-renderer/gateway/owner-types.ts'
import { useKeys } from '../../../src-renderer/balance/keys.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const HASH = 'crypto-hash-sha256'

/** A gateway on which an agent spent its limit, tried another tool twice, and a client had no key that works. */
async function watched() {
  const { gateway } = await openPageStores()
  const body = { name: 'agent', credit_limit: 1, slugs: [HASH] }
  const { key } = (await gateway.asOwner('/v1/enterprise/keys', { body })).json
  const send = (slug: string, input: object, by = key) =>
    gateway.send(`/v1/${slug}`, { key: by, body: input, headers: { 'user-agent': 'agent/1' } })
  await send(HASH, { text: 'a', session_id: 's-1' })
  await send(HASH, { text: 'b', session_id: 's-1' })
  await send('math-evaluate', { expression: '1', session_id: 's-1' })
  await send('math-evaluate', { expression: '1', session_id: 's-1' })
  await send(HASH, { text: 'c' }, 'sk-nobody')
  const read = async (path: string) => (await gateway.asOwner(path)).json
  const sessions: ActivitySession[] = (await read('/app/activity/sessions')).sessions
  const callsOf = async (one: ActivitySession): Promise<ActivityEntry[]> =>
    (await read(`/app/activity?${queryOf(one)}`)).entries
  const keys = useKeys()
  await keys.load()
  return { sessions, callsOf, keys }
}

describe('the sessions of agents', () => {
  it('are put together by client, with the refusals of each, also those without a key', async () => {
    const { sessions } = await watched()
    const [group, ...others] = groupSessions(sessions)
    expect(others).toEqual([])
    expect(group).toMatchObject({ name: 'agent', by: 'HTTP', credits: 1, refused: 4 })
    expect(new Set(sessions.map(idOfSession)).size).toBe(2)
  })

  it('have exactly the calls that were added up, refusals of one kind in a row as one', async () => {
    const { sessions, callsOf } = await watched()
    for (const one of sessions) expect((await callsOf(one)).length).toBe(one.calls)
    const named = sessions.find(({ session }) => session === 's-1')!
    const groups = groupCalls(await callsOf(named))
    expect(groups.map((calls) => [calls[0].code, calls.length])).toEqual([
      ['scope_denied', 2],
      ['insufficient_credits', 1],
      [null, 1],
    ])
  })

  it('say what would let the next call in, and offer only that', async () => {
    const { sessions, callsOf, keys } = await watched()
    const calls = (await Promise.all(sessions.map(callsOf))).flat().filter(({ code }) => code !== null)
    const keyOf = (id: string) => keys.byId.get(id)
    const said = calls.map((call) => [call.code, refusalOf(call, keyOf(call.key_id)).remedy])
    expect(Object.fromEntries(said)).toEqual({
      scope_denied: 'tool',
      insufficient_credits: 'credits',
      invalid_key: null,
    })
    const over = calls.find(({ code }) => code === 'insufficient_credits')!
    const key = keyOf(over.key_id)!
    expect(refusalOf(over, key).why).toBe('It has spent 1 of 1 credit.')
    expect(suggestedLimit('credits', key)).toBe(10)
    expect(suggestedLimit('rate', key)).toBe(key.rate_limit.limit * 2)
    // A higher limit lets nothing in where the owner's own credits are used up.
    const poor: OwnedKey = { ...key, credit_limit: 100, balance: 3 }
    expect(refusalOf(over, poor)).toMatchObject({ title: 'Not enough credits', remedy: null })
    expect(refusalOf({ ...over, code: 'scope_denied' }, { ...key, toolset: 'desk' }).remedy).toBeNull()
  })
})
