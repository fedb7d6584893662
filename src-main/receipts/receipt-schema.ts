import { z } from 'zod'
import { ENGINE_CONFIDENCE, type Engine } from '../../src-shared/engines.ts'
import { RECEIPT_ALGORITHM } from '../../src-shared/receipt.ts'

const ENGINES = Object.keys(ENGINE_CONFIDENCE)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256 in lower-case hex')

const statement = z.looseObject({
  request_id: z.string().max(100),
  slug: z.string().max(100),
  tool_version: z.int(),
  input_hash: sha256,
  output_hash: sha256,
  credits: z.int().min(0),
  engine: z.custom<Engine>((value) => ENGINES.includes(String(value)), 'is no engine'),
  ts: z.iso.datetime(),
  seq: z.int().min(1),
  prev: sha256.nullable(),
})

/** A receipt as it is read from a file. Fields that a later version may add to the statement stay in it. */
export const receiptSchema = z.looseObject({
  statement,
  algorithm: z.literal(RECEIPT_ALGORITHM),
  key_id: z.string().max(100),
  public_key: z.string().max(100),
  signature: z.string().max(200),
})

export type ReadReceipt = z.infer<typeof receiptSchema>
