import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUIDES } from '../../../build/docs/guide-pages.ts'
import { ROOT } from '../../../build/paths.mjs'
import { HeadlessProcess } from '../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const FOLDER = join(ROOT, 'docs/guides')
const CLI = join(ROOT, 'out/main/cli.js')
/** The languages of blocks that are run; `text` is for what a reader has to fill in, or what does not end. */
const RUN: Readonly<Record<string, (code: string) => readonly [string, readonly string[]]>> = {
  bash: (code) => [
    'bash',
    ['-euo', 'pipefail', '-c', `toolgate() { "${process.execPath}" "${CLI}" "$@"; }\n${code}`],
  ],
  ts: (code) => [process.execPath, ['--input-type=module-typescript', '--eval', code]],
}
const SHOWN = new Set(['text', 'json'])

interface Block {
  readonly guide: string
  readonly language: string
  readonly code: string
}

const blocks: Block[] = GUIDES.flatMap((guide) =>
  [...readFileSync(join(FOLDER, `${guide}.md`), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(
    ([, language = '', code = '']) => ({ guide, language, code }),
  ),
)

let gateway: HeadlessProcess & { readonly url: string }
const dataDir = mkdtempSync(join(tmpdir(), 'toolgate-guides-'))
beforeAll(async () => {
  gateway = await HeadlessProcess.start(dataDir)
})
afterAll(async () => {
  await gateway?.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the guides', () => {
  it('are all in the manual', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(GUIDES.map((name) => `${name}.md`).toSorted())
  })

  it('run every block of code except those in text and json', () => {
    expect(blocks.filter(({ language }) => !RUN[language] && !SHOWN.has(language))).toEqual([])
    expect(blocks.filter(({ language }) => RUN[language]).length).toBeGreaterThan(15)
  })

  it.each(GUIDES)('can be followed: %s', async (guide) => {
    const cwd = makeTempDir()
    for (const { language, code } of blocks.filter(
      (block) => block.guide === guide && RUN[block.language],
    )) {
      const answer = await run(language, code, cwd)
      expect(answer.code, `${code}${answer.stderr}`).toBe(0)
      // A refused request is an answer too, which curl prints and calls a success.
      expect(answer.stdout, code).not.toContain('"ok":false')
    }
  })
})

async function run(
  language: string,
  code: string,
  cwd: string,
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const here = code.replaceAll('http://127.0.0.1:4777', gateway.url)
  const [program, args] = RUN[language]!(here)
  const env = {
    ...process.env,
    HOME: cwd,
    TOOLGATE_HOME: dataDir,
    TOOLGATE_URL: gateway.url,
    TOOLGATE_KEY: OWNER_KEY,
    NO_COLOR: '1',
  }
  return await new Promise((resolve) => {
    execFile(program, [...args], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    )
  })
}
