import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUIDES } from '../../../build/docs/guide-pages.ts'
import { ROOT } from '../../../build/paths.mjs'
import { MCP_CLIENTS } from '../../../src-main/extensions/other-clients/mcp-clients.ts'
import { HeadlessProcess } from '../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'
import { blocksOf, DOCUMENTS, readDocument, type DocBlock } from '../../support/docs/doc-blocks.ts'
import { followBlock, PROGRAMS, REPORT, writeReadersFiles } from '../../support/docs/follow-document.ts'
import { manualOfSources } from '../../support/docs/manual-of-sources.ts'
import { faultsOf } from '../../support/docs/shell-commands.ts'
import { HELD, UNRUN, UNTIL, type SnippetRule } from '../../support/docs/snippet-list.ts'
import { bodyOf } from '../../support/network/receiver.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Pages of the manual that are in no file of the checkout; those of requests and tools have tests of their own. */
const WRITTEN = ['/docs/index.md', '/docs/api.md']
/** The tool that a reader adds in ten minutes is run by its examples. */
const isNewTool = ({ document, language }: DocBlock): boolean =>
  document === 'CONTRIBUTING.md' && language === 'ts'
const isScript = ({ language }: DocBlock): boolean => Object.hasOwn(PROGRAMS, language)
const ruleFor = <Rule extends SnippetRule>(rules: readonly Rule[], { document, code }: DocBlock) =>
  rules.find((rule) => rule.document === document && code.startsWith(rule.begins))
const isRun = (block: DocBlock): boolean => isScript(block) && !ruleFor(UNRUN, block) && !isNewTool(block)

const blocks: DocBlock[] = DOCUMENTS.flatMap((document) => blocksOf(document, readDocument(document)))
const written = await manualOfSources()
blocks.push(...WRITTEN.flatMap((address) => blocksOf(address, written.get(address)!)))
const followed = [...new Set(blocks.filter(isRun).map(({ document }) => document))]

const folder = mkdtempSync(join(tmpdir(), 'toolgate-documents-'))
const [HUB, SITE] = [join(folder, 'hub'), join(folder, 'site')]
/** The program of the reader that webhooks are sent to, and what it got. */
const received: { readonly signature: unknown; readonly body: string }[] = []
const receiver = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    received.push({ signature: request.headers['x-signature'], body })
    response.end('{}')
  })
})
type Gateway = HeadlessProcess & { readonly url: string }
let gateway: Gateway
let site: Gateway
beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo // it listens on a port
  const mayReach = ['--allow-webhook', `http://127.0.0.1:${port}`]
  ;[gateway, site] = await Promise.all([HeadlessProcess.start(HUB, mayReach), HeadlessProcess.start(SITE)])
})
afterAll(async () => {
  await Promise.all([gateway?.end('SIGTERM'), site?.end('SIGTERM')])
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The ids in answers that make something. */
interface Made {
  readonly key: string
  readonly key_id: string
  readonly file: { readonly id: string }
}

async function ask(path: string, body: object): Promise<Made> {
  const type = Buffer.isBuffer(body) ? 'application/pdf' : 'application/json'
  const headers = { authorization: `Bearer ${OWNER_KEY}`, 'content-type': type }
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
  const answer = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: sent })
  expect(answer.ok, path).toBe(true)
  return (await answer.json()) as Made
}

/** A key with a call that waits for the owner. */
async function heldCall(): Promise<Record<string, string>> {
  const { key, key_id } = await ask('/v1/enterprise/keys', { name: 'Held' })
  await ask('/v1/enterprise/key-rules', { key_id, approval: { tools: 'all' } })
  void fetch(`${gateway.url}/v1/crypto-hash-sha256`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"text":"a"}',
  })
  const headers = { authorization: `Bearer ${OWNER_KEY}` }
  const approval = await waitUntil(async () => {
    const answer = await fetch(`${gateway.url}/v1/enterprise/approvals`, { headers })
    const { approvals } = (await answer.json()) as { approvals: readonly { approval_id: string }[] }
    return approvals[0]?.approval_id
  }, 'the call waits')
  return { KEY_ID: key_id, APPROVAL_ID: approval }
}

const keyId = async (): Promise<string> => (await ask('/v1/enterprise/keys', { name: 'Reader' })).key_id

/** What a reader fills in, or answers, by the document. */
const FILLED_IN: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  'README.md': async () => ({
    '<API_KEY>': OWNER_KEY,
    KEY_ID: await keyId(),
    'file_…"}}': `${(await ask('/v1/files', REPORT)).file.id}"}}`,
    // Nobody is there to say yes to the price.
    'rows.csv --tool math-evaluate': 'rows.csv --tool math-evaluate -y',
  }),
  'docs/guides/keys.md': heldCall,
  'docs/guides/files.md': async () => ({ KEY_ID: await keyId() }),
  'docs/guides/operations.md': async () => ({ '--port 4777': '--port 0' }),
  'docs/guides/webhooks.md': async () => ({
    'http://127.0.0.1:9000': `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    'toolgate serve': 'toolgate serve --port 0 --data-dir ./data',
  }),
  // The gateway is called as the reader's machine is.
  'docs/team-budget.md': async () => ({
    'https://toolgate.example.com': `${gateway.url} --name Laptop`,
  }),
}

describe('the documents', () => {
  it('have every guide in the manual', () => {
    expect(readdirSync(join(ROOT, 'docs/guides')).toSorted()).toEqual(
      GUIDES.map((name) => `${name}.md`).toSorted(),
    )
  })

  it('have no block of code that is neither run nor listed with a reason', () => {
    const left = blocks.filter(
      (block) => !isRun(block) && !isNewTool(block) && !ruleFor([...UNRUN, ...HELD], block),
    )
    expect(left).toEqual([])
    expect(blocks.filter(isRun).length).toBeGreaterThan(35)
  })

  it('have each block that the list names, once', () => {
    for (const rule of [...UNRUN, ...UNTIL, ...HELD])
      expect(blocks.filter((block) => ruleFor([rule], block)).length, rule.begins).toBe(1)
  })

  it('name only commands, flags and scripts that exist, also where they are not run', async () => {
    const faults = blocks
      .filter(({ language }) => language === 'bash' || language === 'sh')
      .map(async ({ code }) => await faultsOf(code))
    expect((await Promise.all(faults)).flat()).toEqual([])
    // Catches: a check that finds nothing at all.
    expect(await faultsOf('toolgate balance --nope; toolgate keys nope || npm run nope')).toHaveLength(3)
  })

  it('have only scripts that a shell can read', () => {
    for (const { document, language, code } of blocks) {
      if (language !== 'bash' && language !== 'sh') continue
      const { stderr } = spawnSync('bash', ['-n', '-c', code], { encoding: 'utf8' })
      expect(stderr, document).toBe('')
    }
  })

  it('add a tool whose examples are true', () => {
    const [tool, ...more] = blocks.filter(isNewTool)
    expect(more).toEqual([])
    const script = `${tool!.code
      .replace("'../../tool-kit/", "'./src-main/tool-kit/")
      .replace('export default defineTool(', 'const tool = defineTool(')}
      import { deepEqual } from 'node:assert/strict'
      for (const { input, output } of tool.examples)
        deepEqual(await tool.handler(tool.input.parse(input), {}), output)
      console.log(tool.examples.length)`
    const args = ['--input-type=module-typescript', '--eval', script]
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
    expect(Number(stdout), stderr).toBeGreaterThanOrEqual(3)
  })

  it.each(followed)('can be followed: %s', async (document) => {
    const cwd = makeTempDir()
    writeReadersFiles(cwd)
    const filled = Object.entries((await FILLED_IN[document]?.()) ?? {})
    let printed = ''
    for (const block of blocks.filter((each) => each.document === document && isRun(each))) {
      const code = filled.reduce((text, [from, to]) => text.replaceAll(from, to), block.code)
      const place = code.includes('toolgate hub')
        ? { url: site.url, dataDir: SITE }
        : { url: gateway.url, dataDir: HUB }
      const until = ruleFor(UNTIL, block)?.printed ?? null
      // A key that an earlier block made is what the reader pipes in.
      const stdin = /sk-[\w-]+/.exec(printed)?.[0] ?? ''
      const answer = await followBlock({ ...block, code }, place, { cwd, stdin, until })
      printed += answer.stdout
      expect(answer.code, `${code}${answer.stderr}`).toBe(until === null ? 0 : null)
      // A refused request is an answer too, which curl prints and calls a success.
      expect(answer.stdout, code).not.toContain('"ok":false')
    }
  })

  // Catches: a signature of other bytes than those that are sent.
  it('sign a webhook as its receiver gets it', () => {
    const signed = received.map(({ body }) => createHmac('sha256', 'our secret').update(body).digest('hex'))
    expect(received.map(({ signature }) => signature)).toEqual(signed)
    expect(signed).toHaveLength(1)
  })

  it('name every client that can be set up, with its file and how it is spoken with', () => {
    const linux = { platform: 'linux', home: '~', env: {} } as const
    const server = { url: '', key: '', command: 'toolgate', args: [] }
    const clients = MCP_CLIENTS.map(({ name, title, file, entry }) => [
      title,
      `\`${name}\``,
      `\`${file(linux)}\``,
      'command' in entry(server) ? 'stdin and stdout' : 'HTTP',
    ])
    const rows = readDocument('docs/guides/mcp.md').split('\n')
    const listed = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    expect(listed.filter((cells) => cells.length === 4).slice(2)).toEqual(clients)
  })
})
