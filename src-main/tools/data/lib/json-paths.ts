import { isJsonObject } from '../../lib/json-document.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_CHARS = 8_000_000
const MAX_SEGMENTS = 200
const MAX_WARNINGS = 100
const MAX_SHOWN_CHARS = 100

/** How nested names are joined into one. */
export interface FlatNames {
  readonly delimiter: string
  /** Whether to flatten lists too, with their indexes as names. */
  readonly lists: boolean
}

/** The leaves of a JSON value by their names, and the names that `unflatten` would read as something else. */
interface Flat {
  readonly result: Record<string, unknown>
  readonly warnings: readonly string[]
}

/**
 * The leaves of a JSON value, named by their paths. Empty objects and lists are leaves.
 * @throws InvalidInput when two leaves would get the same name, so that one would be lost
 */
export function flatten(json: unknown, names: FlatNames & { readonly maxDepth: number }): Flat {
  if (!isJsonObject(json) && !Array.isArray(json))
    throw new InvalidInput(
      'json',
      'Send an object or a list; there is nothing to flatten in a single value',
    )
  const leaves = new Map<string, unknown>()
  const warnings: string[] = []
  let chars = 0
  const warn = (name: string, what: string): void => {
    if (warnings.length < MAX_WARNINGS) warnings.push(`${shown(name)} ${what}`)
  }
  const visit = (value: unknown, name: string, depth: number): void => {
    const members = depth < names.maxDepth ? membersOf(value, names.lists || depth === 0) : []
    if (members.length === 0 && depth > 0) {
      if (leaves.has(name)) refuseDuplicate(name)
      chars += name.length
      if (chars > MAX_CHARS)
        throw new InvalidInput('json', 'The names would be too long; send a smaller part')
      leaves.set(name, value)
    }
    if (names.lists && !Array.isArray(value) && isListOf(members))
      warn(name, 'is an object with the names of a list, and data-json-unflatten would turn it into one')
    for (const [key, member] of members) {
      if (key.includes(names.delimiter))
        warn(
          key,
          'contains the delimiter, and data-json-unflatten would split it; choose another delimiter',
        )
      visit(member, depth === 0 ? key : name + names.delimiter + key, depth + 1)
    }
  }
  visit(json, '', 0)
  return { result: Object.fromEntries(leaves), warnings }
}

function membersOf(value: unknown, lists: boolean): [string, unknown][] {
  if (Array.isArray(value)) return lists ? value.map((member, at) => [String(at), member]) : []
  return isJsonObject(value) ? Object.entries(value) : []
}

function refuseDuplicate(name: string): never {
  throw new InvalidInput(
    'delimiter',
    `Two values would be called ${shown(name)}; choose a delimiter ` + 'that no name contains',
  )
}

type Branch = Map<string, unknown>

/**
 * Builds nested JSON from flat names. A level with the names 0, 1, 2 and so on, none missing,
 * becomes a list.
 * @throws InvalidInput for names that make one place both a value and an object
 */
export function unflatten(flat: Record<string, unknown>, names: FlatNames): unknown {
  const root: Branch = new Map()
  for (const [name, value] of Object.entries(flat)) place(root, name.split(names.delimiter), value, name)
  return grown(root, names.lists)
}

function place(root: Branch, segments: readonly string[], value: unknown, name: string): void {
  if (segments.length > MAX_SEGMENTS)
    throw new InvalidInput('json', `A name has more than ${MAX_SEGMENTS} parts; choose another delimiter`)
  let branch = root
  for (const segment of segments.slice(0, -1)) {
    const next = branch.get(segment) ?? new Map<string, unknown>()
    if (!(next instanceof Map)) refuseConflict(name)
    branch.set(segment, next)
    // Only this function creates maps, and their keys are names.
    branch = next as Branch
  }
  if (branch.has(segments.at(-1)!)) refuseConflict(name)
  branch.set(segments.at(-1)!, value)
}

function grown(value: unknown, lists: boolean): unknown {
  if (!(value instanceof Map)) return value
  const members = [...value.entries()].map(
    ([name, member]) => [String(name), grown(member, lists)] as const,
  )
  if (!lists || !isListOf(members)) return Object.fromEntries(members)
  return members.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, member]) => member)
}

/** Whether members have the names 0, 1, 2 and so on, none missing. */
function isListOf(members: readonly (readonly [string, unknown])[]): boolean {
  return members.length > 0 && members.every(([name]) => isPlace(name, members.length))
}

function isPlace(name: string, length: number): boolean {
  return /^(?:0|[1-9]\d{0,8})$/.test(name) && Number(name) < length
}

function refuseConflict(name: string): never {
  throw new InvalidInput(
    'json',
    `${shown(name)} makes one place both a value and an object; rename one of them`,
  )
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, MAX_SHOWN_CHARS).toWellFormed())
}
