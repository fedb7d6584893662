import type { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, symlinkSync, linkSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { AllowedFolders } from '../../../src-main/files/allowed-folders.ts'
import { readPath } from '../../../src-main/files/read-path.ts'
import { openStores } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const KEY = 'key_0123456789abcdef'

let root: string
let allowed: string
let folders: AllowedFolders
let own: readonly string[]
let engine: SqliteEngine
beforeEach(async () => {
  root = realpathSync(makeTempDir())
  allowed = join(root, 'allowed')
  for (const name of ['allowed', 'allowed/sub', 'allowed-too', 'secret', 'data'])
    mkdirSync(join(root, name))
  writeFileSync(join(allowed, 'a.txt'), 'inside')
  writeFileSync(join(root, 'secret/s.txt'), 'secret')
  writeFileSync(join(root, 'allowed-too/b.txt'), 'beside')
  ;({ engine } = openStores())
  folders = new AllowedFolders(engine, join(root, 'data'))
  await engine.write(KEY, () => folders.set(KEY, [folders.toFolder(allowed)]))
  own = await folders.of(KEY)
})

const read = async (path: string, most = 100): Promise<string> => {
  const content = await readPath(path, (real) => folders.mayRead(own, real), most)
  return Buffer.isBuffer(content) ? content.toString() : content
}

describe('reading a file by its path', () => {
  it('reads what is below an allowed folder, up to exactly the limit', async () => {
    expect(await read(join(allowed, 'a.txt'))).toBe('inside')
    expect(await read(join(allowed, 'a.txt'), 6)).toBe('inside')
    expect(await read(join(allowed, 'a.txt'), 5)).toBe('too large')
  })

  it('reads nothing else, and says the same whether it exists or not', async () => {
    const outside = [
      join(root, 'secret/s.txt'),
      join(root, 'secret/none.txt'),
      // A folder whose name begins like an allowed one.
      join(root, 'allowed-too/b.txt'),
      `${allowed}/../secret/s.txt`,
      `${allowed}/sub/../a.txt`,
      'a.txt',
      `${allowed}/a.txt\0`,
      allowed,
      join(allowed, 'none.txt'),
    ]
    for (const path of outside) expect([path, await read(path)]).toEqual([path, 'unreadable'])
    own = await folders.of('other')
    expect(await read(join(allowed, 'a.txt'))).toBe('unreadable')
  })

  it('follows links by where they lead', async () => {
    symlinkSync(join(root, 'secret'), join(allowed, 'out'))
    symlinkSync(join(root, 'secret/s.txt'), join(allowed, 'out.txt'))
    symlinkSync(join(allowed, 'a.txt'), join(root, 'in.txt'))
    expect(await read(join(allowed, 'out/s.txt'))).toBe('unreadable')
    expect(await read(join(allowed, 'out.txt'))).toBe('unreadable')
    expect(await read(join(root, 'in.txt'))).toBe('inside')
  })

  it.skipIf(process.platform === 'win32')(
    'opens no pipe, so that nobody waits for its writer',
    async () => {
      execFileSync('mkfifo', [join(allowed, 'pipe')])
      expect(await read(join(allowed, 'pipe'))).toBe('unreadable')
    },
  )

  // Catches: a check of the path alone, after which a folder becomes a link before the file is opened.
  it('never reads outside while a folder and a link take turns in its place', async () => {
    const place = join(allowed, 'sub')
    writeFileSync(join(place, 's.txt'), 'inside')
    const [kept, link] = [join(allowed, 'kept'), join(allowed, 'link')]
    let isOver = false
    const swapping = (async () => {
      while (!isOver) {
        symlinkSync(join(root, 'secret'), link)
        renameSync(place, kept)
        renameSync(link, place)
        await nextTurn()
        rmSync(place)
        renameSync(kept, place)
        await nextTurn()
      }
    })()
    const seen = new Set<string>()
    for (let n = 0; n < 300; n++) seen.add(await read(join(place, 's.txt')))
    isOver = true
    await swapping
    expect(seen.has('secret')).toBe(false)
  })
})

describe('the folders of a key', () => {
  it('are real folders, apart from the data of the gateway', () => {
    symlinkSync(allowed, join(root, 'link'))
    expect(folders.toFolder(join(root, 'link'))).toBe(allowed)
    for (const path of ['relative', join(root, 'none'), join(allowed, 'a.txt'), root, join(root, 'data')])
      expect(() => folders.toFolder(path)).toThrow(expect.objectContaining({ code: 'validation_error' }))
  })

  it('never have the data of the gateway, even if it is moved below one', async () => {
    renameSync(join(root, 'data'), join(allowed, 'data'))
    symlinkSync(join(allowed, 'data'), join(root, 'data'))
    writeFileSync(join(allowed, 'data/owner.key'), 'key')
    expect(await read(join(allowed, 'data/owner.key'))).toBe('unreadable')
  })

  it('start as an empty list, and are those that were set last', async () => {
    expect(await folders.of('other')).toEqual([])
    await engine.write(KEY, () => folders.set(KEY, []))
    expect(await folders.of(KEY)).toEqual([])
  })

  it('may hold other names of a file, which belong to them', async () => {
    linkSync(join(allowed, 'a.txt'), join(allowed, 'b.txt'))
    expect(await read(join(allowed, 'b.txt'))).toBe('inside')
  })
})
