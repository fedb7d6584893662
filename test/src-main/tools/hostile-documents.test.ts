import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HELLO_PDF, STOCK_XLSX, TITLE_DOCX } from '../../../src-main/tools/document/lib/document-samples.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.create()))
afterAll(async () => await gateway.close())

describe('texts and files in a worker thread', () => {
  it.each([
    ['doc-pdf-to-text', { pdf: HELLO_PDF }, 'Hello World'],
    ['doc-docx-to-markdown', { docx: TITLE_DOCX }, '# Title'],
    ['doc-xlsx-to-json', { xlsx: STOCK_XLSX }, 'Pen'],
    ['text-markdown-to-html', { markdown: '# a' }, '<h1>a</h1>'],
    ['html-to-markdown', { html: '<h1>a</h1>' }, '# a'],
    ['text-token-count', { text: 'hello world' }, '"tokens":2'],
    ['text-redact-pii', { text: 'a@example.com' }, '[EMAIL]'],
  ])('are read as they are outside it: %s', async (slug, input, part) => {
    const { status, text } = await gateway.call(slug, input)
    expect([status, text]).toEqual([200, expect.stringContaining(part)])
  })

  // The classic of catastrophic backtracking: a backtracking engine would need 2^30 steps.
  it('are matched in linear time, whatever the pattern', async () => {
    const { status, json } = await gateway.call('text-regex-test', {
      pattern: '^(a+)+$',
      text: `${'a'.repeat(100_000)}!`,
    })
    expect([status, json.data.count]).toEqual([200, 0])
  })

  it('end a template that multiplies without end, at no charge', async () => {
    const ten = Array.from({ length: 10 }, (_, i) => i)
    const nested = '{{#t}}'.repeat(9) + 'x'.repeat(10) + '{{/t}}'.repeat(9)
    const hurried = await TestGateway.create({ workerDeadlineMs: 500 })
    const { status, json } = await hurried.call('text-template', { template: nested, data: { t: ten } })
    expect([status, json.ok]).toEqual([500, false])
    expect(hurried.balance()).toBe(500)
    expect([gateway.bugs, hurried.bugs]).toEqual([[], []])
    await hurried.close()
  })
})
