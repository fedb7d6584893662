import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'

const { launch, reason } = await findChromium()

describe.skipIf(!launch)(`the browser of the tests${reason && ` (${reason})`}`, () => {
  let browser: Browser
  let server: Server

  beforeAll(async () => {
    browser = await chromium.launch(launch!)
    server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end(
        '<title>one</title><button onclick="document.title=[1,2].map(n=>n*2).join()">Run</button>',
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  afterAll(async () => {
    await browser.close()
    server.close()
  })

  it('loads a page over HTTP, clicks and runs its script, in two contexts one after the other', async () => {
    const { port } = server.address() as AddressInfo
    for (const round of [1, 2]) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`http://127.0.0.1:${port}/?round=${round}`)
      expect(await page.title()).toBe('one')
      await page.getByRole('button', { name: 'Run' }).click()
      expect(await page.title()).toBe('2,4')
      await context.close()
    }
  })

  it('keeps the rules between origins, so that a test can see them broken', async () => {
    const page = await browser.newPage()
    const { port } = server.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/`)
    const read = page.evaluate(
      (url) => fetch(url).then((answer) => answer.text()),
      `http://localhost:${port}/`,
    )
    await expect(read).rejects.toThrow('Failed to fetch')
    await page.close()
  })
})
