import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'
import { startTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { ClientThread } from '../../support/network/client-thread.ts'
import { oneIn } from '../../support/runs.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { longestTurnMs } from '../../support/turn-time.ts'
import { addServer, approveAll, callSource, openServer } from '../../support/tools/source-desk.ts'
import { agreedServer, openServerAt } from '../../support/tools/sources-over-http.ts'

async function withGateway(
  use: (gateway: TestGateway) => Promise<void>,
  dataDir = ':memory:',
): Promise<void> {
  const gateway = await TestGateway.create({ dataDir })
  try {
    await liftRateLimit(gateway)
    await use(gateway)
  } finally {
    await gateway.close()
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

describe('the secrets of a source', () => {
  // Catches: a token in a log, in an answer or in a backup.
  it('reach its server and are found nowhere else', async () => {
    const dataDir = makeTempDir()
    const canary = 'canary-"5f\\2b-91c4'
    const parts = [canary, JSON.stringify(canary).slice(1, -1)]
    let seen = ''
    await withGateway(async (gateway) => {
      const keep = (...texts: unknown[]): void =>
        void (seen += texts.map((text) => String(text)).join('\n'))
      keep(
        JSON.stringify(
          await addServer(gateway, {
            vice: 'talks',
            secrets: { CANARY: canary },
          }),
        ),
      )
      await approveAll(gateway)
      const { json, text } = await callSource(gateway, 'vices__secret')
      expect(json.data.structured.env).toEqual(expect.arrayContaining(['CANARY', 'HOME', 'PATH']))
      expect(
        json.data.structured.env.filter((name: string) => /TOOLGATE|NODE_OPTIONS|VITEST/.test(name)),
      ).toEqual([])
      expect(json.data.text).toBe('the token is ••••')
      keep(text, (await gateway.asOwner('/v1/stream/vices__secret', { body: {} })).text)
      for (const path of [
        '/app/sources',
        '/app/sources/vices',
        '/app/sources/vices/changes',
        '/app/activity',
        '/v1/enterprise/audit',
        '/v1/tools?category=vices',
        '/metrics',
      ])
        keep((await gateway.asOwner(path)).text)
      await callSource(gateway, 'vices__die')
      await gateway.asOwner('/app/backup', { method: 'POST' })
      keep(...gateway.bugs)
    }, dataDir)
    const stored = filesIn(dataDir)
    expect(stored.length).toBeGreaterThan(2)
    for (const part of parts) {
      expect(seen).not.toContain(part)
      expect(stored.filter((path) => readFileSync(path).includes(part))).toEqual([])
    }
  })
})

describe('a key without a grant', () => {
  it('neither sees nor runs a tool of a source, on any surface', async () => {
    await withGateway(async (gateway) => {
      await openServer(gateway)
      const { keys } = gateway.instance.services
      const signedUp = await keys.create({
        kind: 'personal',
        name: 'V',
        email: 'v@example.com',
        grant: 5,
      })
      for (const key of [gateway.instance.demoKey, signedUp.key, gateway.key]) {
        for (const path of [
          '/v1/tools?limit=1000',
          '/v1/tools?q=echo',
          '/v1/openapi.json',
          '/.well-known/ai-tools.json',
          '/v1/tools?toolset=all&format=openai&limit=1000',
        ])
          expect((await gateway.send(path, { key })).text).not.toContain('vices__')
        expect((await gateway.call('vices__echo', {}, { key })).json.error.code).toBe('scope_denied')
        for (const path of ['/v1/stream/vices__echo', '/v1/dry-run/vices__echo', '/v1/jobs/vices__echo'])
          expect([
            path,
            (await gateway.send(path, { key, body: {} })).text.includes('"name":"echo"'),
          ]).toEqual([path, false])
        const client = await mcpClient(gateway, {
          key,
          query: '?toolset=all,finder',
        })
        expect(JSON.stringify(await client.listTools())).not.toContain('vices__')
        const called = await client.callTool({
          name: 'call_tool',
          arguments: { slug: 'vices__echo', input: {} },
        })
        expect(called.isError).toBe(true)
        await client.close()
      }
    })
  })
})

describe('many sources', () => {
  it('share twenty processes, and no call fails for it', async () => {
    await withGateway(async (gateway) => {
      const ids = Array.from({ length: 23 }, (_, index) => `s${index}`)
      for (const id of ids) await openServer(gateway, { id })
      const pids = async (): Promise<number> => {
        const { sources } = (await gateway.asOwner('/app/sources')).json
        return sources.filter(({ pid }: { pid: number | null }) => pid !== null).length
      }
      expect(await pids()).toBe(20)
      const answers = await Promise.all(ids.map((id) => callSource(gateway, `${id}__slow`, { ms: 20 })))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(await pids()).toBeLessThanOrEqual(20)
    })
  })
})

describe('a hostile server', () => {
  it('leaves the event loop to others, whatever it lists and answers', async () => {
    const { url, close } = await startTestGateway()
    const client = new ClientThread()
    onTestFinished(async () => {
      await client.close()
      await close()
    })
    await openServerAt(url, { id: 'vices' })
    await openServerAt(url, { id: 'schemas', vice: 'schemas' })
    const huge = await agreedServer(url, { id: 'huge', vice: 'huge' })
    const big = (mib: number, of?: string) => ['/v1/vices__big', { mib, of }] as const
    const hostile: Readonly<Record<string, readonly [path: string, body: object]>> = {
      'an answer of 20 MiB': big(20),
      'an answer of 4 MiB': big(3.9),
      'a text of 3.9 MiB with two-byte characters': big(3.9, 'é'),
      'a text of 3.9 MiB of line ends': big(3.9, '\n'),
      'a text of 3.9 MiB of quotes': big(3.9, '"\\'),
      'a text of 1.3 MiB of control characters': big(1.3, '\u0001'),
      'a text of 3.9 MiB of emoji': big(3.9, '🙂'),
      'an object of 190,000 members': ['/v1/vices__names', { values: 190_000, chars: 10 }],
      'an object of long names': ['/v1/vices__names', { values: 20_000, chars: 150 }],
      'an answer of 400,000 values': ['/v1/vices__many', { values: 400_000 }],
      'an answer of 90,000 values': ['/v1/vices__many', { values: 90_000 }],
      'a pattern': ['/v1/schemas__redos', { a: 'a'.repeat(60_000) }],
      'a list of 3,000 tools': ['/app/sources', huge],
    }
    for (const [name, [path, body]] of oneIn(3, Object.entries(hostile))) {
      const ms = await longestTurnMs(() => client.post(new URL(path, url), body))
      if (process.env.TOOLGATE_FIGURES) console.log(name, ms.toFixed(1))
      // Of the processor; several times the goal, since the code is not warm and collecting garbage counts.
      expect([name, ms < 250]).toEqual([name, true])
    }
  })
})

/** Adds a command, which starts no process until it is called. */
async function openCommand(gateway: TestGateway, id: string): Promise<void> {
  const say = {
    name: 'say',
    summary: 'Says it.',
    argv: [process.execPath, '-p', '"said"'],
  }
  const body = {
    kind: 'command',
    id,
    commands: [say],
    cwd: import.meta.dirname,
  }
  const { consent } = (await gateway.asOwner('/app/sources/preview', { body })).json
  await gateway.asOwner('/app/sources', {
    body: { ...body, consent: consent.hash },
  })
  await approveAll(gateway, id)
}

describe('clients of MCP', () => {
  // Catches: a model that pays for the descriptions of every tool that anybody has added.
  it('that ask for no toolset get the same list with 50 sources as with none', async () => {
    await withGateway(async (gateway) => {
      const listed = async () => {
        const client = await mcpClient(gateway, { key: OWNER_KEY })
        const { tools } = await client.listTools()
        await client.close()
        return tools
      }
      const before = await listed()
      for (const id of ['one', 'two', 'three']) await openServer(gateway, { id })
      for (let count = 3; count < 50; count++) await openCommand(gateway, `command-${count}`)
      expect((await gateway.asOwner('/app/sources')).json.sources).toHaveLength(50)
      expect((await callSource(gateway, 'command-49__say')).json.data.text).toContain('said')
      expect(before.length).toBeLessThanOrEqual(33)
      expect(await listed()).toEqual(before)
    })
  })

  it('are told when the list of tools is another', async () => {
    await withGateway(async (gateway) => {
      const client = await mcpClient(gateway, {
        key: OWNER_KEY,
        era: 'legacy',
      })
      expect(client.getServerCapabilities()?.tools).toEqual({
        listChanged: true,
      })
      let told = 0
      client.setNotificationHandler('notifications/tools/list_changed', () => {
        told++
      })
      await openServer(gateway)
      await expect.poll(() => told).toBeGreaterThan(0)
      await client.close()
    })
  })
})
