import { describe, expect, it } from 'vitest'
import { receiver } from '../../../support/network/receiver.ts'
import { site } from '../../../support/network/site.ts'
import { testOutbound } from '../../../support/network/test-outbound.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'

describe('file-download', () => {
  // The first bytes of a PNG (PNG specification, 5.2), with a header that says something else.
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')

  it('tells what a file is by its bytes', async () => {
    const { run } = await site({ '/dir/pic%20one.txt': ['text/plain', png] })
    expect(await run('file-download', '/dir/pic%20one.txt')).toMatchObject({
      filename: 'pic one.txt',
      encoding: 'base64',
      content: png.toString('base64'),
      bytes: png.length,
      content_type: 'text/plain',
      detected_type: 'image/png',
    })
  })

  it('gives text as text, and refuses a file that is too long instead of cutting it', async () => {
    const { run } = await site({ '/a.csv': ['text/csv', 'a,b\n1,ü\n'] })
    expect(await run('file-download', '/a.csv')).toMatchObject({
      encoding: 'text',
      content: 'a,b\n1,ü\n',
      bytes: 9,
    })
    await expect(run('file-download', '/a.csv', { max_bytes: 8 })).rejects.toThrow(/longer than 8 bytes/)
  })

  it.each([
    ['attachment; filename="../../etc/pass wd"', 'pass wd'],
    ["attachment; filename*=UTF-8''na%C3%AFve.txt; filename=plain.txt", 'naïve.txt'],
    ['attachment; filename=..', null],
  ])('takes the name out of %s', async (disposition, filename) => {
    const { origin } = await receiver((_, response) =>
      response.writeHead(200, { 'content-disposition': disposition }).end('x'),
    )
    const outbound = testOutbound({ allowedOrigins: new Set([origin]) })
    expect(await runTool('file-download', { url: `${origin}/` }, toolContext({ outbound }))).toMatchObject({
      filename,
    })
  })
})
