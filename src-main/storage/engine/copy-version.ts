import { one, statement, type Work } from './work.ts'

type What = { readonly what: string }
type Row = { readonly version: number | null }

const ALONE = 'SELECT NULL AS version WHERE :what IS NOT NULL'
const VERSION = statement<What, Row>(ALONE, 'SELECT version FROM change WHERE what = :what')
const LOCKED = statement<What, Row>(ALONE, 'SELECT version FROM change WHERE what = :what FOR UPDATE')

/**
 * The version of what a gateway has a copy of in memory, read together with it; null in a folder, where nobody else
 * writes. What was worked out from a copy is stored only while that is of the version that {@link lockedVersion} gives.
 */
export function* copyVersion(what: string): Work<number | null> {
  return (yield* one(VERSION, { what }))?.version ?? null
}

/** The same within a transaction that goes on to write: until it has ended no other gateway changes it. */
export function* lockedVersion(what: string): Work<number | null> {
  return (yield* one(LOCKED, { what }))?.version ?? null
}
