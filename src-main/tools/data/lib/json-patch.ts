import { canonicalJson } from '../../../../src-shared/canonical-json.ts'
import { MAX_BODY_DEPTH } from '../../../../src-shared/limits.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { listIndexOf, tokensOfPointer } from './json-pointer.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

/** Each copy operation could double the document. */
const MAX_COPIED_CHARS = 4_000_000

/** An operation of RFC 6902; members that the RFC does not define are ignored (section 4). */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string | undefined
  readonly value?: unknown
}

/**
 * Applies a JSON Patch completely or not at all.
 * @param document a value owned by the caller, which is modified
 * @throws InvalidInput naming the first operation that cannot be applied or test that fails
 */
export function applyPatch(document: unknown, patch: readonly PatchOperation[]): unknown {
  const patched = new PatchedDocument(document)
  patch.forEach((operation, at) => {
    try {
      patched.apply(operation)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const name = `${operation.op} ${JSON.stringify(operation.path.slice(0, 100).toWellFormed())}`
      throw new InvalidInput('patch', `Operation ${at + 1} (${name}) ${error.message}`)
    }
  })
  return patched.root
}

class Refusal extends Error {}

class PatchedDocument {
  root: unknown
  #copied = 0

  constructor(root: unknown) {
    this.root = root
  }

  apply(operation: PatchOperation): void {
    const path = tokensAt(operation.path, 'path')
    switch (operation.op) {
      case 'add':
        return this.#add(path, this.#ownCopy(valueOf(operation)))
      case 'remove':
        return void this.#remove(path)
      case 'replace':
        this.#get(path)
        return this.#replace(path, this.#ownCopy(valueOf(operation)))
      case 'move':
        return this.#move(tokensAt(operation.from, 'from'), path)
      case 'copy':
        return this.#add(path, this.#ownCopy(this.#get(tokensAt(operation.from, 'from'))))
      case 'test':
        if (canonicalJson(this.#get(path)) !== canonicalJson(valueOf(operation)))
          throw new Refusal('finds a different value there')
    }
  }

  #get(path: readonly string[]): unknown {
    return path.reduce<unknown>((value, token) => memberOf(value, token), this.root)
  }

  #add(path: readonly string[], value: unknown): void {
    if (path.length > MAX_BODY_DEPTH) throw new Refusal('goes too deep')
    const parent = this.#get(path.slice(0, -1))
    const token = path.at(-1)
    if (token === undefined) this.root = value
    else if (Array.isArray(parent))
      parent.splice(token === '-' ? parent.length : placeIn(parent, token), 0, value)
    else if (isJsonObject(parent)) define(parent, token, value)
    else throw new Refusal('needs a list or an object to add to')
  }

  #replace(path: readonly string[], value: unknown): void {
    const parent = this.#get(path.slice(0, -1))
    const token = path.at(-1)
    if (token === undefined) this.root = value
    else if (Array.isArray(parent)) parent[placeIn(parent, token)] = value
    else if (isJsonObject(parent)) define(parent, token, value)
  }

  #remove(path: readonly string[]): unknown {
    const token = path.at(-1)
    if (token === undefined) throw new Refusal('would remove the whole document; replace it instead')
    const value = this.#get(path)
    const parent = this.#get(path.slice(0, -1))
    if (Array.isArray(parent)) parent.splice(placeIn(parent, token), 1)
    else if (isJsonObject(parent)) delete parent[token]
    return value
  }

  // Section 4.4: a value cannot be moved into one of its own members.
  #move(from: readonly string[], path: readonly string[]): void {
    const isSame = from.length === path.length
    if (from.every((token, at) => path[at] === token)) {
      if (!isSame) throw new Refusal('would move a value into itself')
      this.#get(from)
      return
    }
    this.#add(path, this.#remove(from))
  }

  #ownCopy(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const text = JSON.stringify(value)
    this.#copied += text.length
    if (this.#copied > MAX_COPIED_CHARS)
      throw new Refusal('makes the document too large; apply fewer or smaller operations')
    return parseJson(text)
  }
}

function tokensAt(pointer: string | undefined, field: string): string[] {
  if (pointer === undefined) throw new Refusal(`needs ${field}`)
  const tokens = tokensOfPointer(pointer)
  if (!tokens) throw new Refusal(`has a ${field} that is not a JSON Pointer; write "" or "/name/0"`)
  return tokens
}

function valueOf(operation: PatchOperation): unknown {
  if (operation.value === undefined) throw new Refusal('needs a value')
  return operation.value
}

function memberOf(value: unknown, token: string): unknown {
  if (Array.isArray(value)) {
    const at = listIndexOf(token)
    if (at !== null && at < value.length) return value[at]
  } else if (isJsonObject(value) && Object.hasOwn(value, token)) return value[token]
  throw new Refusal('finds nothing at that place')
}

function placeIn(list: readonly unknown[], token: string): number {
  const at = listIndexOf(token)
  if (at === null || at > list.length) throw new Refusal('does not name an index of the list')
  return at
}

// Like JSON.parse, so that `__proto__` is an ordinary name.
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}
