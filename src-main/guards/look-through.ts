import { freeNames } from '../../src-shared/words/free-names.ts'
import type { Guard } from '../../src-shared/rules/guard.ts'
import { base64TextOf } from './base64-text.ts'
import { findingsIn, findingsInNumber, masked, type Finding } from './findings.ts'

const MAX_PATH_CHARS = 200
const MAX_NAME_CHARS = 60

/** Why a value is refused. Nothing in it tells what was found. */
export interface GuardRefusal {
  readonly guard: string
  readonly what: string
  /** Where in the value, such as `items.0.note`. */
  readonly path: string
}

/** A value after guards have looked through it. */
export interface Looked {
  /** The value with a label in place of each finding, also of those that refuse it. */
  readonly value: unknown
  /** How many places have a label. */
  readonly places: number
  /** The first finding of a guard that refuses; null when none does. */
  readonly refusal: GuardRefusal | null
}

/**
 * Looks through every text, number and name of a JSON value, and through texts that are Base64 of text.
 * @param known names of the outermost object that the tool itself has declared, which are not looked at
 */
export async function lookThrough(
  value: unknown,
  guards: readonly Guard[],
  known: ReadonlySet<string>,
): Promise<Looked> {
  const look = new Look(guards)
  const whole = isObject(value) ? await look.members(value, [], known) : await look.value(value, [])
  return { value: whole, places: look.places, refusal: look.refusal }
}

/** One look through one value. */
class Look {
  places = 0
  refusal: GuardRefusal | null = null
  readonly #guards: readonly Guard[]

  constructor(guards: readonly Guard[]) {
    this.#guards = guards
  }

  async value(value: unknown, path: readonly string[]): Promise<unknown> {
    if (typeof value === 'string') return await this.#text(value, path)
    if (typeof value === 'number') return await this.#number(value, path)
    if (Array.isArray(value)) return await this.#items(value, path)
    return isObject(value) ? await this.members(value, path) : value
  }

  async members(
    object: Readonly<Record<string, unknown>>,
    path: readonly string[],
    known: ReadonlySet<string> = new Set(),
  ): Promise<Record<string, unknown>> {
    const members = new Map<string, unknown>()
    // Two names may have become the same label.
    const free = freeNames(new Set(), (name, number) => `${name} (${number})`)
    for (const [name, member] of Object.entries(object)) {
      const shown = known.has(name) ? name : await this.#text(name, [...path, '(a name)'])
      members.set(free(shown), await this.value(member, [...path, shown]))
    }
    return Object.fromEntries(members)
  }

  async #items(items: readonly unknown[], path: readonly string[]): Promise<unknown[]> {
    const looked: unknown[] = []
    for (const [at, item] of items.entries()) looked.push(await this.value(item, [...path, String(at)]))
    return looked
  }

  async #text(text: string, path: readonly string[]): Promise<string> {
    const findings = await findingsIn(text, this.#guards)
    if (findings.length > 0) return this.#masked(text, findings, path)
    const inside = base64TextOf(text)
    const hidden = inside ? await findingsIn(inside.text, this.#guards) : []
    return inside && hidden.length > 0 ? inside.written(this.#masked(inside.text, hidden, path)) : text
  }

  async #number(value: number, path: readonly string[]): Promise<unknown> {
    const findings = await findingsInNumber(value, this.#guards)
    return findings.length === 0 ? value : this.#masked(String(value), findings, path)
  }

  #masked(text: string, findings: readonly Finding[], path: readonly string[]): string {
    const refusing = findings.find(({ guard }) => guard.action === 'refuse')
    if (refusing) this.refusal ??= { guard: refusing.guard.name, what: refusing.what, path: written(path) }
    this.places++
    return masked(text, findings)
  }
}

function written(path: readonly string[]): string {
  const names = path.map((name) => name.slice(0, MAX_NAME_CHARS)).join('.')
  return names.slice(0, MAX_PATH_CHARS).toWellFormed()
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
