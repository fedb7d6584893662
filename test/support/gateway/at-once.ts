import type { Database } from 'better-sqlite3'
import { runWork } from '../../../src-main/storage/sqlite/run-work.ts'
import type { Engine } from '../../../src-main/storage/engine/engine.ts'
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

/** An engine that runs all work at once, within the transaction that is open, which only the test ends. */
export function joining(db: Database): Engine {
  // Up to its first await, of which there is none, an async function runs at once.
  const join = async <T>(_lane: string, work: () => Work<T>): Promise<T> => runWork(db, work())
  return {
    read: (work) => join('', work),
    write: join,
    commit: join,
    durable: async () => {},
    observe: () => {},
    state: 'up',
    close: async () => {},
  }
}

function isWork(value: unknown): value is Work<unknown> {
  return Object.prototype.toString.call(value) === '[object Generator]'
}
