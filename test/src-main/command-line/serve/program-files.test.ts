import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { programFilesOf } from '../../../../src-main/command-line/serve/program-files.ts'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { askAsOwner } from '../../../support/tools/sources-over-http.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SOURCE = join(ROOT, 'src-main/headless.ts')

it.each([SOURCE, join(ROOT, 'out/main/headless.js')])('names files that are there, beside %s', (entry) => {
  const { workerUrl, headless, cli } = programFilesOf(pathToFileURL(entry).href)
  expect([workerUrl, headless, cli].filter((file) => !existsSync(file))).toEqual([])
})

// Catches: a gateway that starts, and whose tools all fail, since it looks for the built worker beside its sources.
it('calls a tool in a worker where the gateway was started from its sources', async () => {
  const program = { command: process.execPath, args: [SOURCE], env: process.env }
  const gateway = await HeadlessProcess.start(makeTempDir(), [], program)
  onTestFinished(async () => void (await gateway.end('SIGKILL')))
  const { data } = await askAsOwner(gateway.url, '/v1/math-evaluate', { expression: '2 + 2' })
  expect(data.result).toBe(4)
})
