import { describe, expect, it } from 'vitest'
import { type ColumnMap, withTarget } from '../../../src-renderer/batch/import/column-map.ts'
import { useBatchImport } from '../../../src-renderer/batch/import/batch-import.ts'
import { useBatch } from '../../../src-renderer/batch/batch.ts'
import { createRowPreview } from '../../../src-renderer/batch/import/row-preview.ts'
import { createRowCheck } from '../../../src-renderer/batch/rows/check-row.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const SLUG = 'crypto-hash-sha256'

describe('where a column goes', () => {
  const map: ColumnMap = {
    slug: SLUG,
    targets: [{ kind: 'field', field: 'text' }, { kind: 'label' }, { kind: 'none' }],
  }

  it('takes a field from the column that filled it', () => {
    expect(withTarget(map, 2, { kind: 'field', field: 'text' }).targets).toEqual([
      { kind: 'none' },
      { kind: 'label' },
      { kind: 'field', field: 'text' },
    ])
  })

  it('lets several columns make up the label, or go nowhere', () => {
    expect(withTarget(map, 2, { kind: 'label' }).targets.map(({ kind }) => kind)).toEqual([
      'field',
      'label',
      'label',
    ])
    expect(withTarget(map, 0, { kind: 'none' }).targets.map(({ kind }) => kind)).toEqual([
      'none',
      'label',
      'none',
    ])
  })

  it.each(['slug', 'input'] as const)('has one column for the %s', (kind) => {
    const once = withTarget(map, 0, { kind })
    expect(withTarget(once, 1, { kind }).targets.map((target) => target.kind)).toEqual([
      'none',
      kind,
      'none',
    ])
  })
})

describe('an import', () => {
  async function read(text: string) {
    await openPageStores()
    useCatalogue().openSlug = SLUG
    const incoming = useBatchImport()
    await incoming.read(text, 'tickets.csv')
    await expect.poll(() => incoming.made).not.toBeNull()
    return incoming
  }

  it('counts what can be sent, what that costs, and each problem once', async () => {
    const incoming = await read('text,input_encoding\na,utf8\n,utf8\n,utf8\na,utf-9\n')
    expect([incoming.valid.length, incoming.cost]).toEqual([1, 1])
    expect(incoming.problems.map(([, count]) => count)).toEqual([2, 1])
    expect(incoming.problems[0]?.[0]).toBe('text is missing')
  })

  it('guesses again when the first row turns out to be a value', async () => {
    const incoming = await read('text,input_encoding\na,utf8\n')
    expect(incoming.columns).toMatchObject({ names: ['text', 'input_encoding'], rows: [['a', 'utf8']] })
    incoming.setHeader(false)
    await expect.poll(() => incoming.made?.length).toBe(2)
    expect(incoming.columns.names).toEqual(['column 1', 'column 2'])
  })

  it('makes the rows again for another tool or target', async () => {
    const incoming = await read('text,input_encoding\nff,hex\n')
    incoming.setTarget(1, { kind: 'label' })
    await expect.poll(() => incoming.made?.[0]).toMatchObject({ input: '{"text":"ff"}', label: 'hex' })
    incoming.setTool('math-evaluate')
    await expect.poll(() => incoming.made?.[0]?.slug).toBe('math-evaluate')
    expect(incoming.tool?.slug).toBe('math-evaluate')
  })

  it('names the run after the file, and leaves nothing behind', async () => {
    const incoming = await read('text\na\nb\n')
    expect(incoming.commit()).toBe(2)
    expect(useBatch()).toMatchObject({ name: 'tickets', source: 'tickets.csv' })
    expect([incoming.open, incoming.table, incoming.made]).toEqual([false, null, null])
    expect(incoming.commit()).toBe(0)
  })

  it('says why a text cannot be read, and opens no dialog', async () => {
    await openPageStores()
    const incoming = useBatchImport()
    await incoming.read('', 'empty.csv')
    expect(incoming.problem).not.toBe('')
    expect([incoming.open, incoming.reading]).toEqual([false, false])
  })
})

describe('a preview of rows', () => {
  it('shows the rows of the newest attempt only', async () => {
    const preview = createRowPreview()
    const tools = new Map()
    const making = (cells: readonly unknown[][]) => ({
      columns: { names: ['a'], rows: cells },
      map: { slug: 's', targets: [{ kind: 'label' as const }] },
      tools,
      check: createRowCheck(tools),
    })
    const first = preview.make(making(Array.from({ length: 20_000 }, () => ['old'])))
    await preview.make(making([['new']]))
    await first
    expect(preview.made.value?.map(({ label }) => label)).toEqual(['new'])
    preview.discard()
    expect(preview.made.value).toBeNull()
  })
})

describe('the tool that a table is meant for', () => {
  it.each([
    ['site,seats\nhttps://a.example/x,3\nhttps://b.example/y,4', 'net-url-parse', 'url'],
    ['who,when\nada@example.com,x\ngrace@example.com,y', 'validate-email', 'email'],
    ['account\nDE89370400440532013000\nGB82WEST12345698765432', 'validate-iban', 'value'],
  ])('is told by the kind of its values: %s', async (text, slug, field) => {
    await openPageStores()
    const incoming = useBatchImport()
    await incoming.read(text, 'Pasted rows')
    expect(incoming.map.slug).toBe(slug)
    expect(incoming.map.targets[0]).toEqual({ kind: 'field', field })
  })
  it.each([
    ['words', 'id,text\n1,some words\n2,some more', 'text-word-count'],
    // Catches: cells that fill a number as they are, and are refused in every row.
    ['quantities, which only a pasted text is told apart from', 'weight\n5 kg\n7 kg', null],
  ])('is not the first that has such a field: %s', async (_, text, slug) => {
    await openPageStores()
    const incoming = useBatchImport()
    await incoming.read(text, 'Pasted rows')
    if (slug) expect(incoming.map.slug).toBe(slug)
    else expect(incoming.map.slug).not.toBe('math-unit-convert')
  })
})
