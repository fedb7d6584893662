import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway, type RunningGateway } from '../../../../src-main/instance/start-gateway.ts'
import { OWNER_KEY, TEST_FILES } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { ROOT } from '../../../support/sources/source-files.ts'

let gateway: RunningGateway
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolgate-test-'))
  gateway = await startGateway({
    ...TEST_FILES,
    dataDir: folder,
    port: 0,
    hostname: '127.0.0.1',
    ownerKey: OWNER_KEY,
  })
  env = { TOOLGATE_HOME: folder, TOOLGATE_URL: undefined, XDG_CACHE_HOME: join(folder, 'cache') }
})
afterAll(async () => {
  await gateway.close()
  await rm(folder, { recursive: true })
})

const after = async (...words: string[]): Promise<string[]> =>
  (await toolgateHere(['__complete', ...words], env)).stdout.split('\n').filter(Boolean)

describe('a shell completes', () => {
  it('commands, subcommands, options, clients and shells', async () => {
    expect(await after('ba')).toEqual(['batch', 'balance', 'backup'])
    expect(await after('keys', '')).toContain('revoke')
    expect(await after('keys', 'create', '--cr')).toEqual(['--credit-limit'])
    expect(await after('mcp', 'config', 'co')).toEqual(['codex'])
    expect(await after('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await after('list', '--tier', 'c')).toEqual(['compute'])
  })

  it('slugs, the flags of a tool, and the values of a flag', async () => {
    expect(await after('call', 'crypto-hash-sha2')).toEqual(['crypto-hash-sha256'])
    expect(await after('batch', 'rows.csv', '--tool', 'text-diff-')).toEqual(['text-diff-unified'])
    expect(await after('call', 'text-diff', '--ign')).toEqual(['--ignore-case', '--ignore-whitespace'])
    expect(await after('call', 'text-diff', '--by', 'w')).toEqual(['word'])
  })

  it('nothing where nothing is known', async () => {
    expect(await after('call', 'no-such-tool', '--')).toEqual([])
    expect(await after('nothing', '')).toEqual([])
  })

  it('in bash, by the script', () => {
    const bin = makeTempDir()
    mkdirSync(bin, { recursive: true })
    writeFileSync(
      join(bin, 'toolgate'),
      `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'out/main/cli.js')}' "$@"\n`,
    )
    chmodSync(join(bin, 'toolgate'), 0o755)
    const script = `source <(toolgate completion bash)
COMP_WORDS=(toolgate keys cre) COMP_CWORD=2
_toolgate
echo "\${COMPREPLY[*]}"`
    const path = `${bin}:${process.env.PATH}`
    expect(
      execFileSync('bash', ['-c', script], { env: { ...process.env, PATH: path }, encoding: 'utf8' }),
    ).toBe('create\n')
  })

  it.each(['zsh', 'fish'])('in %s, by a script that asks toolgate', async (shell) => {
    const { code, stdout } = await toolgateHere(['completion', shell], env)
    expect([code, stdout]).toEqual([0, expect.stringContaining('toolgate __complete')])
  })
})
