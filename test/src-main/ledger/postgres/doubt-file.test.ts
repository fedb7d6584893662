import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DoubtFile } from '../../../../src-main/ledger/postgres/doubt-file.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const CALL = { gateway: 'gw_1', account: 'key_a', sub: null, requestId: 'req_1', slug: 'a-tool', at: 1 }
const FILE = 'calls-in-doubt.ndjson'

const idsOf = (file: DoubtFile): string[] => file.all().map(({ id }) => id)

describe('calls in doubt in a file', () => {
  it('are there for the next process until they are closed', () => {
    const folder = makeTempDir()
    const file = new DoubtFile(folder)
    for (const id of ['a', 'b', 'c']) file.add({ ...CALL, id })
    file.remove('b')
    expect(new DoubtFile(folder).all()).toEqual([
      { ...CALL, id: 'a' },
      { ...CALL, id: 'c' },
    ])
    const next = new DoubtFile(folder)
    next.remove('a')
    next.remove('c')
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe('')
    next.add({ ...CALL, id: 'd' })
    expect(idsOf(new DoubtFile(folder))).toEqual(['d'])
  })

  it('are read past a line that a kill cut short', () => {
    const folder = makeTempDir()
    new DoubtFile(folder).add({ ...CALL, id: 'a' })
    appendFileSync(join(folder, FILE), '{"gateway":"gw_1","id":"cut')
    const file = new DoubtFile(folder)
    file.add({ ...CALL, id: 'b' })
    expect(idsOf(new DoubtFile(folder))).toEqual(['a', 'b'])
  })

  it.skipIf(process.platform === 'win32')('are nobody else’s to read', () => {
    const folder = makeTempDir()
    new DoubtFile(folder).add({ ...CALL, id: 'a' })
    expect(statSync(join(folder, FILE)).mode & 0o077).toBe(0)
  })
})
