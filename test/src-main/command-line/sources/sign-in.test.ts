import { expect, it, onTestFinished } from 'vitest'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { signInServer } from '../../../support/network/sign-in-server.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

it('a source is signed in to and out of in the terminal', async () => {
  const server = await signInServer()
  const gateway = await HeadlessProcess.start(makeTempDir())
  onTestFinished(async () => void (await gateway.end('SIGTERM')))
  const run = (...words: string[]) =>
    toolgateHere(['sources', ...words, '--url', gateway.url], { TOOLGATE_KEY: OWNER_KEY })
  const added = await run('add', 'mcp', 'web', server.url, '--yes')
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('toolgate sources sign-in web'),
  })
  const begun = await run('sign-in', 'web', '--no-wait')
  expect(begun).toMatchObject({ code: 0, stdout: expect.stringContaining(`${server.origin}/authorize?`) })
  const back = await server.agree(begun.stdout.trim())
  expect(back.origin).toBe(gateway.url)
  expect((await fetch(back)).status).toBe(200)
  expect((await run('show', 'web')).stdout).toContain('(sign-in) (')
  expect(await run('sign-out', 'web')).toMatchObject({ code: 0, stdout: 'web is signed out.\n' })
  expect(server.revoked).toHaveLength(2)
})
