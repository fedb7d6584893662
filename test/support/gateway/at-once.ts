import type { Database } from 'better-sqlite3'
import { runWork } from '../../../src-main/storage/sqlite/run-work.ts'
import type { Work } from '../../../src-main/storage/engine/work.ts'

/** A store whose work is run when its methods are called. */
export type AtOnce<Store> = {
  [Name in keyof Store]: Store[Name] extends (...given: infer Given) => Work<infer Value>
    ? (...given: Given) => Value
    : Store[Name]
}

/** Runs the work of a store at once, within the transaction that is open, for tests that have no engine. */
export function atOnce<Store extends object>(db: Database, store: Store): AtOnce<Store> {
  const running = new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, given)
        return isWork(result) ? runWork(db, result) : result
      }
    },
  })
  // The proxy does what the type says.
  return running as AtOnce<Store>
}

function isWork(value: unknown): value is Work<unknown> {
  return Object.prototype.toString.call(value) === '[object Generator]'
}
