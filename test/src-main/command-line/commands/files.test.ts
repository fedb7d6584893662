import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

// FIPS 180-2, B.1.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

let gateway: StartedTestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const toolgate = (...args: readonly string[]) =>
  toolgateHere(args, { TOOLGATE_HOME: gateway.dataDir, TOOLGATE_KEY: gateway.ownerKey })

it('toolgate files uploads a file that a call refers to, lists it, reads it and deletes it', async () => {
  const folder = makeTempDir()
  const file = join(folder, 'a.txt')
  writeFileSync(file, 'abc')
  const uploaded = await toolgate('files', 'upload', file)
  expect(uploaded).toMatchObject({ code: 0, stderr: '' })
  const id = uploaded.stdout.trim()
  expect(id).toMatch(/^file_[0-9a-f]{24}$/)
  expect((await toolgate('files', 'list')).stdout).toMatch(new RegExp(`${id} +a\\.txt +3 `))

  for (const handle of [`@${id}`, `@toolgate://file/${id}`]) {
    expect((await toolgate('call', 'crypto-hash-sha256', '--text', handle)).stdout).toContain(ABC)
    expect((await toolgate('call', 'crypto-hash-sha256', handle)).stdout).toContain(ABC)
  }
  const copy = join(folder, 'copy.txt')
  expect((await toolgate('files', 'get', id, '-o', copy)).code).toBe(0)
  expect(readFileSync(copy, 'utf8')).toBe('abc')
  expect((await toolgate('files', 'delete', id)).stdout).toBe(`${id} is deleted.\n`)
  // Not found, as exit-codes.ts says.
  expect((await toolgate('files', 'get', id)).code).toBe(8)
})

it('toolgate keys folders lets a key read files on the machine of the gateway', async () => {
  const folder = join(realpathSync(makeTempDir()), 'sub')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.txt'), 'abc')
  const hashed = () => toolgate('call', 'crypto-hash-sha256', '--text', `@gateway:${folder}/a.txt`)
  expect((await hashed()).stderr).toContain('This key has no file')
  const keys = JSON.parse((await toolgate('keys', 'list', '--json')).stdout).keys
  const { key_id: id } = keys.find(({ permissions }: { permissions: string[] }) =>
    permissions.includes('admin'),
  )
  expect((await toolgate('keys', 'folders', id, '--allow', folder)).stdout).toBe(
    `${id} may read ${folder}.\n`,
  )
  expect((await hashed()).stdout).toContain(ABC)
  expect((await toolgate('files', 'list')).stderr).toContain(folder)
  expect((await toolgate('keys', 'folders', id, '--none')).stdout).toBe(`${id} may read no folder.\n`)
  expect((await hashed()).code).not.toBe(0)
  expect((await toolgate('keys', 'folders', id)).code).toBe(2)
})
