import { describe, expect, it } from 'vitest'
import { readTable } from '../../../src-renderer/batch/import/read-table.ts'
import { columnsOf } from '../../../src-renderer/batch/import/table.ts'
import { typedValue } from '../../../src-renderer/batch/import/typed-value.ts'

async function columns(text: string) {
  const table = readTable(text)
  return { ...columnsOf(table, table.header), table }
}

describe('reading a table', () => {
  it('keeps a row whole at a line end inside quotes, and removes the quotes', async () => {
    const { names, rows } = await columns(
      'name,note\r\n"Mara, Lyon","two\r\nlines and ""quotes"""\r\nTy,\r\n',
    )
    expect(names).toEqual(['name', 'note'])
    expect(rows).toEqual([
      ['Mara, Lyon', 'two\r\nlines and "quotes"'],
      ['Ty', ''],
    ])
  })

  it.each([
    ['tabs', 'id\ttext\n1\ta,b;c\n', '\t', ['1', 'a,b;c']],
    ['semicolons', 'id;text\n1;3,50\n', ';', ['1', '3,50']],
    ['a byte order mark', '\uFEFFid,text\n1,x\n', ',', ['1', 'x']],
  ])('recognises %s', async (_name, text, delimiter, first) => {
    const { table, names, rows } = await columns(text)
    expect(table.delimiter).toBe(delimiter)
    expect(names).toEqual(['id', 'text'])
    expect(rows[0]).toEqual(first)
  })

  it('reads plain lines without a heading', async () => {
    const { rows, names } = await columns('Write to ops@northwind.dev today\nCall Mara\n')
    expect(names).toEqual(['column 1'])
    expect(rows).toEqual([['Write to ops@northwind.dev today'], ['Call Mara']])
  })

  it('keeps the types and the members of JSON', async () => {
    const { names, rows, table } = await columns('[{"a":1,"b":null},{"a":"x","c":[2]}]')
    expect(table.format).toBe('json')
    expect(names).toEqual(['a', 'b', 'c'])
    expect(rows).toEqual([
      [1, null, undefined],
      ['x', undefined, [2]],
    ])
    const lines = await columns('{"slug":"text-diff","input":{"before":"a"}}\n\n{"slug":"x"}\n')
    expect(lines.table.format).toBe('ndjson')
    expect(lines.rows).toHaveLength(2)
    expect((await columns('{"calls":[{"slug":"a"},{"slug":"b"}]}')).rows).toEqual([['a'], ['b']])
    expect((await columns('[1, "two"]')).rows).toEqual([[1], ['two']])
  })

  it('says where a text cannot be read', async () => {
    expect(() => readTable('{"a":1}\n{"a":}\n')).toThrow('Line 2 is not JSON')
    expect(() => readTable('[{"a":1},')).toThrow('This is not JSON')
    expect(() => readTable(' \n')).toThrow('no rows in it')
    expect(() => readTable('[]')).toThrow('empty')
    const open = readTable('a,b\n1,"never closed\n2,3\n')
    expect(open.warnings[0]).toContain('never closed')
  })

  it('stops at 50,000 rows, and says so', async () => {
    const { rows, table } = await columns(`n\n${'7\n'.repeat(50_010)}`)
    expect(rows).toHaveLength(50_000)
    expect(table.warnings).toEqual(['Only the first 50,000 rows were read.'])
  })
})

describe('the value of a cell', () => {
  it.each([
    ['12', { type: 'integer' }, 12],
    [' 3.5 ', { type: 'number' }, 3.5],
    ['12', { type: 'string' }, '12'],
    ['007', { type: 'string' }, '007'],
    [12, { type: 'string' }, '12'],
    ['yes', { type: 'boolean' }, true],
    ['Bullets', { type: 'string', enum: ['prose', 'bullets'] }, 'bullets'],
    ['{"a":1}', {}, { a: 1 }],
    ['{"a":1}', { type: 'string' }, '{"a":1}'],
    ['{broken', {}, '{broken'],
    ['a, b', { type: 'array' }, ['a', 'b']],
    ['[1,2]', { anyOf: [{ type: 'array' }, { type: 'string' }] }, [1, 2]],
    ['many', { type: 'number' }, 'many'],
    ['', { type: 'string' }, undefined],
    [null, { type: 'string' }, undefined],
  ])('is read as its column expects: %j by %j', (cell, schema, value) => {
    expect(typedValue(cell, schema)?.value).toEqual(value)
  })
})
