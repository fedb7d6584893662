import { hash } from 'node:crypto'
import { z } from 'zod'
import { bytesOfText, DIGEST_ENCODINGS, textEncodingField, type TextEncoding } from './text-bytes.ts'
import { wellFormedText } from '../../lib/well-formed-text.ts'

const MAX_CHARS = 4 * 1024 * 1024

/** Fields of every tool that hashes a text or bytes. */
export const DIGEST_FIELDS = {
  text: wellFormedText(MAX_CHARS).describe('What to hash, read as `input_encoding` says'),
  input_encoding: textEncodingField('text'),
  encoding: z.enum(DIGEST_ENCODINGS).default('hex').describe('How the digest is written'),
}

/** The output fields of such a tool. */
export const DIGEST_OUTPUT = {
  hash: z.string().describe('The digest'),
  encoding: z.enum(DIGEST_ENCODINGS).describe('How the digest is written'),
  bytes: z.int().min(0).describe('Number of bytes that were hashed'),
}

interface DigestInput {
  readonly text: string
  readonly input_encoding: TextEncoding
  readonly encoding: (typeof DIGEST_ENCODINGS)[number]
}

/**
 * The digest of a text or of the bytes that it represents.
 * @param algorithm as OpenSSL names it
 * @throws InvalidInput for a text that is not in the given encoding
 */
export function digestOf(algorithm: 'sha256' | 'sha512', { text, input_encoding, encoding }: DigestInput) {
  const bytes = bytesOfText(text, input_encoding, 'text')
  return { hash: hash(algorithm, bytes, encoding), encoding, bytes: bytes.length }
}
