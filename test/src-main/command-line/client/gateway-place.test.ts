import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startGateway } from '../../../../src-main/instance/start-gateway.ts'
import { readRuntimeFile } from '../../../../src-main/data-folder/runtime-file.ts'
import { runToolgate } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY, TEST_FILES } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const NOBODY = 'http://127.0.0.1:9'
const NO_KEYS = { TOOLGATE_KEY: undefined, SLOP_KEY: undefined, SLOPSHOP_KEY: undefined }

async function start(): Promise<{ dataDir: string; url: string }> {
  const dataDir = join(makeTempDir(), 'data')
  const gateway = await startGateway({ ...TEST_FILES, dataDir, port: 0, hostname: '127.0.0.1' })
  onTestFinished(() => gateway.close())
  return { dataDir, url: gateway.url }
}

it('variables that are set to nothing count as unset', async () => {
  const { dataDir } = await start()
  const empty = { TOOLGATE_URL: '', SLOPSHOP_BASE: '', TOOLGATE_KEY: '', SLOP_KEY: '', SLOPSHOP_KEY: '' }
  const said = await toolgateHere(['balance', '--json'], { ...empty, TOOLGATE_HOME: dataDir })
  expect(said).toMatchObject({ code: 0, stderr: '' })
})

it('a flag beats the environment', async () => {
  const { dataDir, url } = await start()
  const other = { ...NO_KEYS, TOOLGATE_URL: NOBODY, TOOLGATE_HOME: makeTempDir() }
  expect((await toolgateHere(['balance', '--data-dir', dataDir], other)).code).toBe(0)
  expect((await toolgateHere(['config', '--data-dir', dataDir], other)).stdout).toContain(url)
  expect((await toolgateHere(['balance', '--url', NOBODY, '--data-dir', dataDir], NO_KEYS)).code).toBe(4)
})

// Catches: a second gateway with a ledger of its own beside the one that was meant.
it('toolgate mcp starts no gateway in place of one that was named and does not answer', () => {
  const dataDir = makeTempDir()
  const env = { TOOLGATE_KEY: OWNER_KEY, TOOLGATE_URL: NOBODY, TOOLGATE_HOME: dataDir }
  const { code, stdout, stderr } = runToolgate(['mcp'], env)
  expect([code, stdout]).toEqual([4, ''])
  expect(stderr).toContain(`${NOBODY}, which TOOLGATE_URL names`)
  expect(readRuntimeFile(dataDir)).toBeNull()
})

it('doctor finds that a named gateway does not answer, and still checks the ledger here', async () => {
  const { dataDir } = await start()
  const said = await toolgateHere(['doctor', '--json'], { TOOLGATE_URL: NOBODY, TOOLGATE_HOME: dataDir })
  const { ok, findings } = JSON.parse(said.stdout)
  expect([said.code, ok]).toEqual([1, false])
  expect(findings).toContainEqual({
    name: 'gateway',
    ok: false,
    message: `${NOBODY}, which TOOLGATE_URL names, does not answer`,
  })
})

it('an invalid address is a mistake of the command line', async () => {
  for (const address of ['nonsense', 'localhost:4777', 'ftp://127.0.0.1']) {
    const said = await toolgateHere(['balance', '--url', address], NO_KEYS)
    expect(said.code).toBe(2)
    expect(said.stderr).toContain('such as http://127.0.0.1:4777')
  }
})

it('a key comes from a file, and none from the command line itself', async () => {
  const { dataDir, url } = await start()
  const file = join(makeTempDir(), 'key')
  writeFileSync(file, 'sk-toolgate-wrong\n')
  const place = ['--data-dir', dataDir]
  expect((await toolgateHere(['balance', ...place, '--key', join(dataDir, 'owner.key')], {})).code).toBe(0)
  expect((await toolgateHere(['balance', ...place, '--key', file], {})).code).toBe(3)
  const said = await toolgateHere(['balance', '--url', url, '--key', 'sk-toolgate-secret'], {})
  expect(said.code).toBe(2)
  expect(said.stderr).not.toContain('secret')
})
