import fc from 'fast-check'
import { createHash, createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import { dataOf } from './law-tools.ts'

/** Compares a tool with an implementation that it does not use, on one random input. */
export type Check = (values: fc.GeneratorValue) => Promise<void>

const text = fc.string({ unit: 'binary', maxLength: 60 }).map((value) => value.toWellFormed())
const hex = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const secretBytes = fc
  .uint8Array({ minLength: 16, maxLength: 30 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))

/** Digests, signatures, codes and encodings, by slug: what Node gives for the same bytes. */
export const DIGESTS: Readonly<Record<string, Check>> = {
  'crypto-checksum': async (values) => {
    const names = ['md5', 'sha1', 'sha224', 'sha384', 'sha3-256', 'sha3-512', 'crc32'] as const
    const [sent, algorithm] = [values(() => hex), values(() => fc.constantFrom(...names))]
    const bytes = Buffer.from(sent, 'hex')
    const expected =
      algorithm === 'crc32'
        ? crc32(bytes).toString(16).padStart(8, '0')
        : createHash(algorithm).update(bytes).digest('hex')
    const { checksum } = await dataOf('crypto-checksum', { text: sent, algorithm, input_encoding: 'hex' })
    expect(checksum).toBe(expected)
  },
  'crypto-hash-sha256': async (values) => {
    const sent = values(() => text)
    const { hash } = await dataOf('crypto-hash-sha256', { text: sent, encoding: 'base64url' })
    expect(hash).toBe(createHash('sha256').update(sent).digest('base64url'))
  },
  'crypto-hash-sha512': async (values) => {
    const sent = values(() => text)
    const { hash } = await dataOf('crypto-hash-sha512', { text: sent })
    expect(hash).toBe(createHash('sha512').update(sent).digest('hex'))
  },
  'crypto-hmac': async (values) => {
    const [sent, key] = [values(() => text), values(() => hex.filter(Boolean))]
    const { hmac } = await dataOf('crypto-hmac', { text: sent, key, key_encoding: 'hex' })
    expect(hmac).toBe(createHmac('sha256', Buffer.from(key, 'hex')).update(sent).digest('hex'))
  },
  'crypto-jwt-sign': async (values) => {
    const secret = values(() => fc.stringMatching(/^[a-z]{32,40}$/))
    const { token } = await dataOf('crypto-jwt-sign', { payload: { a: secret }, secret })
    const [head, body, signature] = (token as string).split('.')
    expect(signature).toBe(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'))
  },
  'crypto-totp-generate': async (values) => {
    const [secret, at] = [values(() => secretBytes), values(fc.nat, 4_000_000_000)]
    const { code } = await dataOf('crypto-totp-generate', { secret, secret_encoding: 'hex', at })
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(Math.floor(at / 30)))
    const mac = createHmac('sha1', Buffer.from(secret, 'hex')).update(counter).digest()
    const number = (mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000
    expect(code).toBe(String(number).padStart(6, '0'))
  },
  'crypto-uuid': async (values) => {
    const name = values(() => text)
    const dns = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex')
    const bytes = createHash('sha1').update(dns).update(name).digest().subarray(0, 16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x50
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const { uuids } = await dataOf('crypto-uuid', { version: 'v5', name })
    expect(uuids[0].replaceAll('-', '')).toBe(bytes.toString('hex'))
  },
  'text-base64-encode': async (values) => {
    const sent = values(() => text)
    const { base64, bytes } = await dataOf('text-base64-encode', { text: sent })
    expect([base64, bytes]).toEqual([Buffer.from(sent).toString('base64'), Buffer.byteLength(sent)])
  },
  'text-base64-decode': async (values) => {
    const sent = values(() => hex)
    const answer = await dataOf('text-base64-decode', {
      base64: Buffer.from(sent, 'hex').toString('base64url'),
    })
    expect(answer.hex).toBe(sent)
  },
}
