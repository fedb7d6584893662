import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isGatewayOf } from '../../../../src-main/command-line/client/find-gateway.ts'
import { McpBridge } from '../../../../src-main/command-line/mcp/mcp-bridge.ts'
import { startGateway } from '../../../../src-main/instance/start-gateway.ts'
import { runtimeProof } from '../../../../src-main/data-folder/runtime-proof.ts'
import { receiver } from '../../../support/network/receiver.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { OWNER_KEY, TEST_FILES } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'

const NO_KEYS = { TOOLGATE_KEY: undefined, SLOP_KEY: undefined, SLOPSHOP_KEY: undefined }

/** A gateway whose owner key lies in its data folder, as a first start leaves it. */
async function start() {
  const dataDir = join(makeTempDir(), 'data')
  const gateway = await startGateway({ ...TEST_FILES, dataDir, port: 0, hostname: '127.0.0.1' })
  onTestFinished(() => gateway.close())
  return { dataDir, gateway, port: Number(new URL(gateway.url).port) }
}

/** Ends it as `kill -9` does, with `runtime.json` left, and lets somebody else answer at its port. */
async function stealPort({ dataDir, gateway, port }: Awaited<ReturnType<typeof start>>) {
  const file = join(dataDir, 'runtime.json')
  const left = readFileSync(file, 'utf8')
  await gateway.close()
  writeFileSync(file, left)
  const seen: { path: string; authorization: string | undefined }[] = []
  const thief = createServer(({ url = '/', headers }, response) => {
    seen.push({ path: url, authorization: headers.authorization })
    const nonce = new URL(url, gateway.url).searchParams.get('nonce') ?? ''
    response.setHeader('content-type', 'application/json')
    response.statusCode = url.startsWith('/v1/credits') ? 401 : 200
    response.end(JSON.stringify({ ok: true, proof: runtimeProof('', nonce, port), page_url: 'http://x' }))
  })
  await new Promise<void>((resolve) => thief.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    thief.closeAllConnections()
    thief.close()
  })
  return seen
}

// Catches: an owner's key that is sent to a process on the port of a killed gateway.
it('the command line sends no key to a process that took the port of a killed gateway', async () => {
  const started = await start()
  const folder = ['--data-dir', started.dataDir]
  const seen = await stealPort(started)
  const copy = join(started.dataDir, '..', 'copy')
  for (const env of [NO_KEYS, { ...NO_KEYS, TOOLGATE_KEY: OWNER_KEY }]) {
    for (const command of [
      ['balance'],
      ['history'],
      ['keys', 'list'],
      ['mcp', 'config', 'cursor', '--key', 'k'],
    ])
      await toolgateHere([...command, ...folder], env)
    expect(await toolgateHere(['balance', ...folder], env)).toMatchObject({ code: 4, stdout: '' })
    expect((await toolgateHere(['config', ...folder], env)).stdout).toContain('not running')
    expect((await toolgateHere(['doctor', ...folder], env)).stdout).toContain('not running')
    // The folder's own files are free, since nobody holds them.
    expect(await toolgateHere(['backup', `${copy}${env.TOOLGATE_KEY}`, ...folder], env)).toMatchObject({
      code: 0,
    })
  }
  // One that is named gets the key that is named, and never the folder's.
  await toolgateHere(['balance', '--url', started.gateway.url, ...folder], NO_KEYS)
  expect(seen.map(({ path }) => path)).toContain('/v1/credits/balance')
  expect(seen.filter(({ authorization }) => authorization !== undefined)).toEqual([])
})

// Catches: a stack trace when another program answers at the given address.
it('the command line says in a sentence that what answers is not a gateway', async () => {
  const { origin } = await receiver((_, response) => response.end('{"ok":true}'))
  const said = await toolgateHere(['balance', '--url', origin, '--data-dir', makeTempDir()], NO_KEYS)
  expect(said).toMatchObject({ code: 1, stdout: '' })
  expect(said.stderr).toMatch(
    /^The answer does not come from a gateway of this version: balance is not as expected\.\n$/,
  )
})

// Catches: a port that passes the question on to the true gateway, and the answer back.
it('a proof counts only from the port that was asked for it', async () => {
  const { dataDir, gateway } = await start()
  const relay = await receiver((request, response) => {
    void fetch(`${gateway.url}${request.url}`).then(async (answer) => response.end(await answer.text()))
  })
  expect(await isGatewayOf(dataDir, gateway.url)).toBe(true)
  expect(await isGatewayOf(dataDir, relay.origin)).toBe(false)
})

it('a gateway proves to a nonce that it wrote runtime.json, and refuses a request without one', async () => {
  const { dataDir, gateway, port } = await start()
  const { secret } = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8'))
  const nonce = 'n'.repeat(43)
  const answer = await fetch(`${gateway.url}/app/runtime-proof?nonce=${nonce}`)
  expect(await answer.json()).toEqual({ ok: true, proof: runtimeProof(secret, nonce, port) })
  expect((await fetch(`${gateway.url}/app/runtime-proof`)).status).toBe(400)
})

// Catches: a client that runs for days, and goes on sending its key after its gateway has ended.
it('the MCP bridge carries no more messages once its gateway has ended', async () => {
  const started = await start()
  const { dataDir, gateway } = started
  const written: string[] = []
  const bridge = new McpBridge({
    url: `${gateway.url}/mcp`,
    key: gateway.demoKey,
    isSafe: () => isGatewayOf(dataDir, gateway.url),
    write: (line) => written.push(line),
  })
  const list = (id: number) => bridge.receive(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' }))
  await list(1)
  expect(written.at(-1)).toContain('call_tool')
  const seen = await stealPort(started)
  await list(2)
  expect(written.at(-1)).toContain('it has ended')
  await bridge.close()
  expect(seen.filter(({ authorization }) => authorization !== undefined)).toEqual([])
})
