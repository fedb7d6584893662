import * as wasm from 'hash-wasm'

/**
 * Checksums and hashes by name; those that are not cryptographic only protect against accidents,
 * not against attackers.
 */
export const CHECKSUMS = {
  adler32: wasm.adler32,
  crc32: (data: Uint8Array) => wasm.crc32(data),
  // The polynomial of Castagnoli (RFC 3720, B.4), reflected.
  crc32c: (data: Uint8Array) => wasm.crc32(data, 0x82f63b78),
  crc64: (data: Uint8Array) => wasm.crc64(data),
  xxhash32: (data: Uint8Array) => wasm.xxhash32(data),
  xxhash64: (data: Uint8Array) => wasm.xxhash64(data),
  xxhash3: (data: Uint8Array) => wasm.xxhash3(data),
  xxhash128: (data: Uint8Array) => wasm.xxhash128(data),
  md5: wasm.md5,
  sha1: wasm.sha1,
  sha224: wasm.sha224,
  sha384: wasm.sha384,
  'sha3-224': (data: Uint8Array) => wasm.sha3(data, 224),
  'sha3-256': (data: Uint8Array) => wasm.sha3(data, 256),
  'sha3-384': (data: Uint8Array) => wasm.sha3(data, 384),
  'sha3-512': (data: Uint8Array) => wasm.sha3(data, 512),
  'keccak-256': (data: Uint8Array) => wasm.keccak(data, 256),
  blake2b: (data: Uint8Array) => wasm.blake2b(data),
  blake2s: (data: Uint8Array) => wasm.blake2s(data),
  blake3: (data: Uint8Array) => wasm.blake3(data),
  ripemd160: wasm.ripemd160,
  sm3: wasm.sm3,
} satisfies Record<string, (data: Uint8Array) => Promise<string>>
