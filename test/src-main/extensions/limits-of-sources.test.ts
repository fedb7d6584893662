import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { addServer, approveAll, callSource, openServer } from '../../support/tools/source-desk.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterEach(() => gateway.close())

describe('what a server may bring', () => {
  it('is a part of an answer of 4 MiB, and not more', async () => {
    await openServer(gateway)
    expect((await callSource(gateway, 'vices__big', { mib: 4 })).status).toBe(200)
    const { error } = (await callSource(gateway, 'vices__big', { mib: 4.25 })).json
    expect(error).toMatchObject({ code: 'handler_error', outcome: 'failed' })
    expect(error.message).toContain('A part of the answer is longer than 4 MiB')
  })

  it('is a description of 1,024 characters in lists', async () => {
    await addServer(gateway, { id: 'wordy', vice: 'wordy' })
    await approveAll(gateway, 'wordy')
    const listed = (await gateway.asOwner('/v1/tools?category=wordy')).json.tools
    expect(listed[0].description).toMatch(/^Many words\. /)
    expect(listed[0].description.length).toBeLessThanOrEqual(1_024)
  })

  it('is 64 KiB of stderr, of which the last are kept', async () => {
    await openServer(gateway, { id: 'chatty', vice: 'chatty' })
    await callSource(gateway, 'chatty__echo')
    await expect
      .poll(async () => (await gateway.asOwner('/app/sources/chatty')).json.source.stderr)
      .toContain('the last line')
    const { stderr } = (await gateway.asOwner('/app/sources/chatty')).json.source
    expect(stderr.length).toBeLessThanOrEqual(64 * 1024)
    expect(stderr.length).toBeGreaterThan(60 * 1024)
    expect(stderr).not.toContain('the first line')
  })

  // The memory of a process is read from the system.
  it.skipIf(process.platform === 'win32')(
    'is ended with 512 MiB of memory, and says so to its caller',
    async () => {
      await openServer(gateway)
      const { error } = (await callSource(gateway, 'vices__eat', { mib: 600 })).json
      expect(error).toMatchObject({ code: 'handler_error', outcome: 'unknown' })
      expect(error.message).toContain('it took more than 512 MiB of memory')
    },
  )
})

describe('all sources together', () => {
  it('are a hundred', async () => {
    const add = async (id: string) => {
      // Nothing listens there; it is added with what went wrong.
      const body = { kind: 'mcp-http', id, url: 'http://127.0.0.1:9/mcp', headers: {} }
      const { consent } = (await gateway.asOwner('/app/sources/preview', { body })).json
      return await gateway.asOwner('/app/sources', { body: { ...body, consent: consent.hash } })
    }
    for (let count = 0; count < 100; count++) expect((await add(`s${count}`)).status).toBe(201)
    const { status, json } = await add('one-more')
    expect([status, json.error.message]).toEqual([
      400,
      expect.stringContaining('There may be 100 sources. Remove one first'),
    ])
    await gateway.asOwner('/app/sources/s7', { method: 'DELETE' })
    expect((await add('one-more')).status).toBe(201)
  })

  it('have 10,000 tools', async () => {
    for (let count = 0; count < 5; count++) {
      const source = await addServer(gateway, { id: `s${count}`, vice: 'many-tools' })
      expect([source.last_error, source.tool_counts.new]).toEqual([null, 2_000])
    }
    const full = await addServer(gateway, { id: 'more' })
    expect(full.last_error).toContain('more tools than the 10000 that all sources may have together')
    expect(full.tool_counts.new).toBe(0)
  })
})
