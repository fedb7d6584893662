import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium } from '../support/browser/chromium.ts'
import { startTestGateway } from '../support/gateway/start-test-gateway.ts'
import { ROOT } from '../support/sources/source-files.ts'

const FOLDER = join(ROOT, 'docs/images')
const SIZE = { width: 1280, height: 800 }
/** Of 100; the letters of the page stay sharp, and a picture takes about 40 KB. */
const QUALITY = 80
const CUSTOMER = { id: 1, email: 'ada@example.com', plan: 'team', seats: 4, address: { city: 'Bonn' } }
const SHOPS = `company,website,seats\n${[
  'Alderworks',
  'Brightloom',
  'Cinder & Pine',
  'Dunmore',
  'Evenside',
  'Ferrow Glass',
  'Goldacre',
]
  .map(
    (name, index) =>
      `${name},https://shop.${name.toLowerCase().replaceAll(/\W/g, '')}.example/spring?p=${index},${index * 9 + 12}`,
  )
  .join('\n')}\n`

const { launch, reason } = await findChromium()
if (launch === null) throw new Error(`No pictures can be taken: ${reason}`)
const gateway = await startTestGateway()
const browser = await chromium.launch(launch)
const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' })
await context.addCookies([{ ...gateway.ownerSession(), url: gateway.url, sameSite: 'Strict' }])
const page = await context.newPage()
mkdirSync(FOLDER, { recursive: true })

/** Keeps what the page shows now. */
async function keep(name: string): Promise<void> {
  // Neither a hovered row nor a blinking cursor belongs to a picture.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const { size } = await sharp(picture)
    .webp({ quality: QUALITY })
    .toFile(join(FOLDER, `${name}.webp`))
  console.log(`docs/images/${name}.webp  ${Math.round(size / 1024)} KB`)
}

async function openPlace(place: string): Promise<Page> {
  await page.goto('about:blank')
  await page.goto(`${gateway.url}/#${place}`)
  await page.getByTestId('balance').waitFor()
  return page
}

/** Calls a tool as another client would. */
async function call(path: string, body: object, agent: string, key = gateway.ownerKey): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'user-agent': agent,
  }
  const answer = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return await answer.json()
}

/** One task: the call with its price, and its result with the hash checked. */
async function takeTask(): Promise<void> {
  await openPlace(
    `/tools/code-json-to-typescript?input=${encodeURIComponent(JSON.stringify({ json: CUSTOMER, root_name: 'Customer' }))}`,
  )
  // The first call of a tool also loads it, which is not what a call takes.
  await call('/v1/code-json-to-typescript', { json: [1] }, 'setup')
  await page.getByRole('button', { name: /^Run/ }).waitFor()
  await keep('task-price')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Hash verified').first().waitFor()
  await keep('task-result')
}

/** A table with a new column, of which the first rows are previewed. */
async function takeTable(): Promise<void> {
  await openPlace('/batch/table')
  const file = { name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(SHOPS) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: 'Column', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Shows').selectOption('domain')
  await dialog.getByRole('button', { name: 'Add the column' }).click()
  await page.getByRole('button', { name: /^Preview 5 rows/ }).click()
  await page.getByText('Preview done: first 5 rows').waitFor()
  await keep('table')
}

/** Two agents, one of which was refused for its limit and for a tool. */
async function takeAgents(): Promise<void> {
  const wish = { name: 'research', slugs: ['net-url-parse', 'crypto-hash-sha256'], credit_limit: 6 }
  const made = await call('/v1/enterprise/keys', wish, 'setup')
  // The answer of the gateway that this script has just started.
  const { api_key: key } = made as { api_key: string }
  for (const page of ['', 'orders', 'orders?v=2', 'changelog', 'invoices', 'team', 'jobs'])
    await call(
      '/v1/net-url-parse',
      { url: `https://northwind.example/${page}`, session_id: 's-7f2c' },
      'claude-code/2.1',
      key,
    )
  await call('/v1/math-evaluate', { expression: '42 * 1.19', session_id: 's-7f2c' }, 'claude-code/2.1', key)
  for (const text of ['invoice-0411', 'invoice-0412'])
    await call('/v1/crypto-hash-sha256', { text, session_id: 's-81b0' }, 'cursor/1.4')
  await openPlace('/activity')
  await page.getByText('Agents', { exact: true }).click()
  await page.getByRole('button', { name: /^s-7f2c/ }).click()
  await page.getByText('Over the credit limit').first().waitFor()
  await keep('agents')
}

await openPlace('/tools')
await takeTask()
await takeTable()
await takeAgents()
await openPlace('/balance')
await page.getByRole('heading', { name: 'Ledger' }).first().waitFor()
await keep('balance')
await browser.close()
await gateway.close()
