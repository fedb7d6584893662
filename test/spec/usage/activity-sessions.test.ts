import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HASH, read, recorded } from '../../support/gateway/call-record.ts'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

const sessions = async (): Promise<Json[]> => (await read(gateway, '/app/activity/sessions')).sessions
const callAs = (agent: string, body: object, path = `/v1/${HASH}`) =>
  gateway.send(path, { body, headers: { 'user-agent': agent } })

describe('the sessions in the record of calls', () => {
  it('add up what each session of a client did, what it cost and what was refused', async () => {
    await callAs('agent-x/1.2 (linux)', { text: 'a', session_id: 's-1' })
    await callAs('agent-x/1.2 (linux)', { text: 'b', session_id: 's-1' })
    await callAs('agent-x/1.2 (linux)', { session_id: 's-1' })
    await callAs('agent-x/1.2 (linux)', { text: 'c', session_id: 's-2' })
    const found = await sessions()
    expect(
      found.map(({ session, calls, credits, failed, refused }) => [
        session,
        calls,
        credits,
        failed,
        refused,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['s-1', 3, 2, 1, 0],
        ['s-2', 1, 1, 0, 0],
      ]),
    )
    expect(
      found.every(
        ({ agent, client, key_id }) => agent === 'agent-x' && client === 'api' && key_id === gateway.keyId,
      ),
    ).toBe(true)
    const listed = (await read(gateway, `/app/activity?session=s-1&key_id=${gateway.keyId}`)).entries
    expect(listed.map(({ session }: Json) => session)).toEqual(['s-1', 's-1', 's-1'])
  })

  it('tell how many calls the busiest minute had', async () => {
    for (const [text, minutes] of [
      ['a', 0],
      ['b', 1],
      ['c', 0],
      ['d', 0],
      ['e', 3],
    ] as const) {
      gateway.advance(minutes * 60_000)
      await callAs('one/1', { text, session_id: 's-1' })
    }
    expect(await sessions()).toMatchObject([{ session: 's-1', calls: 5, busiest_minute: 3 }])
  })

  it('are exported each alone', async () => {
    await callAs('one/1', { text: 'mine', session_id: 's-1' })
    await callAs('one/1', { text: 'other', session_id: 's-2' })
    await callAs('one/1', { text: 'again', session_id: 's-1' })
    await recorded(gateway)
    const path = `/app/activity/export?session=s-1&client=api&key_id=${gateway.keyId}`
    const { text } = await gateway.send(path, { key: OWNER_KEY })
    const lines = text.trim().split('\n')
    expect(lines.map((line) => /mine|again|other/.exec(line)?.[0])).toEqual(['mine', 'again'])
  })

  it('keep calls without a session together by client and day', async () => {
    await callAs('one/1', { text: 'a' })
    await callAs('one/1', { text: 'b' })
    await callAs('Mozilla/5.0 (X11)', { text: 'c' })
    const found = await sessions()
    expect(found.map(({ agent, session, calls }) => [agent, session, calls]).toSorted()).toEqual([
      ['browser', '', 1],
      ['one', '', 2],
    ])
    expect((await recorded(gateway)).map(({ agent }) => agent)).toEqual(['browser', 'one', 'one'])
  })

  it.each(['auto', 'legacy'] as const)(
    'know the name of an MCP client (%s), and the session of its connection',
    async (era) => {
      const client = await mcpClient(gateway, { era })
      await client.callTool({ name: 'call_tool', arguments: { slug: HASH, input: { text: 'a' } } })
      await client.close()
      const [found] = await sessions()
      expect(found).toMatchObject({ client: 'mcp', agent: 'a test', calls: 1 })
      expect(found.session).toMatch(era === 'legacy' ? /^[\w-]{36}$/ : /^$/)
    },
  )

  it('count calls without a key or beyond its limit as refused', async () => {
    await gateway.send(`/v1/${HASH}`, {
      key: 'sk-nobody',
      body: { text: 'a' },
      headers: { 'user-agent': 'lost/1' },
    })
    const found = await sessions()
    expect(found.find(({ agent }) => agent === 'lost')).toMatchObject({
      calls: 1,
      refused: 1,
      failed: 1,
      credits: 0,
    })
  })
})
