import { isDeepStrictEqual } from 'node:util'
import { toValue, type Liquid } from 'liquidjs'
import { isHash, plainNumber } from './liquid-decimals.ts'
import { sumOf } from './liquid-filters.ts'
import { replaceFilter, type Filter } from './replace-filter.ts'

/** How many arguments a filter takes in Liquid's reference, least and most. */
const ARGUMENTS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...numbered(
    0,
    0,
    'size downcase upcase capitalize escape escape_once url_encode url_decode base64_encode base64_decode base64_url_safe_encode base64_url_safe_decode strip lstrip rstrip strip_html strip_newlines newline_to_br reverse first last abs ceil floor',
  ),
  ...numbered(0, 1, 'join sort sort_natural uniq compact round sum'),
  ...numbered(1, 1, 'split map append prepend concat remove remove_first remove_last'),
  ...numbered(1, 1, 'plus minus times divided_by modulo at_least at_most date'),
  ...numbered(1, 2, 'slice where reject find find_index has replace replace_first'),
  ...numbered(2, 2, 'replace_last'),
  ...numbered(0, 2, 'truncate truncatewords'),
}

function numbered(least: number, most: number, names: string): Record<string, readonly [number, number]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, [least, most] as const]))
}

/** Makes the filters of an engine count their arguments, and look for items, as Liquid's reference does. */
export function countArguments(engine: Liquid): void {
  lookForItems(engine)
  readLists(engine)
  readTexts(engine)
  for (const [name, [least, most]] of Object.entries(ARGUMENTS))
    replaceFilter(engine, name, (original) => (value, ...parameters) => {
      if (parameters.length < least || parameters.length > most)
        throw new Error(`${name} takes ${counted(least, most)}, and got ${parameters.length}`)
      return original(value, ...parameters)
    })
  // Named arguments come as pairs, in the order in which they are written.
  replaceFilter(engine, 'default', (original) => (value, ...parameters) => {
    const named = parameters.filter((one) => Array.isArray(one) && one[0] === 'allow_false')
    const others = parameters.filter((one) => !named.includes(one))
    if (others.length > 1) throw new Error(`default takes at most 1 argument, and got ${others.length}`)
    return original(value, ...others, ...named)
  })
}

function counted(least: number, most: number): string {
  if (least === most) return least === 0 ? 'no argument' : least === 1 ? '1 argument' : `${least} arguments`
  return least === 0 ? `at most ${most} argument${most === 1 ? '' : 's'}` : `${least} or ${most} arguments`
}

/** What a filter finds in a list by a property of its items, or by a part of its texts. */
function lookForItems(engine: Liquid): void {
  const search =
    (give: (items: readonly unknown[], isMatch: (item: unknown) => boolean) => unknown): Filter =>
    (value, property, sought) => {
      const items = flat(value)
      const wanted: unknown = toValue(sought)
      // The reference gives up without a word.
      if (property === undefined || property === null) return null
      if (items.some((item) => item === null || item === undefined)) return null
      return give(items, (item) => {
        const found = propertyOf(item, property)
        return wanted === undefined || wanted === null
          ? found !== undefined && found !== null && found !== false
          : isDeepStrictEqual(found, wanted)
      })
    }
  engine.registerFilter(
    'find',
    search((items, isMatch) => items.find(isMatch)),
  )
  engine.registerFilter(
    'find_index',
    search((items, isMatch) => {
      const at = items.findIndex(isMatch)
      return at === -1 ? null : at
    }),
  )
  engine.registerFilter(
    'has',
    search((items, isMatch) => items.some(isMatch)),
  )
  engine.registerFilter(
    'reject',
    search((items, isMatch) => items.filter((item) => !isMatch(item))),
  )
  const where = search((items, isMatch) => items.filter(isMatch))
  engine.registerFilter('where', (value: unknown, ...parameters: unknown[]) => {
    if (value !== null && value !== undefined && typeof value !== 'object' && typeof value !== 'string')
      throw new Error('where needs a list')
    return where(value, ...parameters)
  })
}

function readLists(engine: Liquid): void {
  replaceFilter(engine, 'map', (original) => (value, property) => {
    if (value === null || value === undefined) return original(value, property)
    const items = flat(value)
    if (items.some((item) => typeof item !== 'object'))
      throw new Error('map needs objects: it reads a property of each item')
    return original(items, property)
  })
  replaceFilter(engine, 'concat', (original) => (value, other) => {
    if (!Array.isArray(other)) throw new Error('concat needs a list to append')
    return original(value === undefined || value === null ? value : flat(value), other)
  })
  engine.registerFilter('sum', (value: unknown, property?: unknown) => {
    const items = flat(value)
    if (property === undefined) return sumOf(items)
    if (items.some((item) => typeof item !== 'object'))
      throw new Error('sum reads a property of each item, so all must be objects')
    return sumOf(flat(items.map((item) => propertyOf(item ?? {}, property))))
  })
  replaceFilter(
    engine,
    'first',
    (original) => (value) => (isHash(value) ? Object.entries(value)[0] : original(value)),
  )
  replaceFilter(
    engine,
    'join',
    (original) =>
      (value, ...parameters) =>
        parameters.length > 0 && (parameters[0] ?? null) === null
          ? original(flattened(value), '')
          : original(flattened(value), ...parameters),
  )
  replaceFilter(engine, 'sort', (original) => (value, ...parameters) => {
    if (parameters.length === 0 && isList(value) && kindsOf(value).size > 1)
      throw new Error('sort needs items of one kind, such as numbers alone')
    return original(value, ...parameters)
  })
  replaceFilter(engine, 'uniq', (original) => (value, ...parameters) => {
    const items = original(value, ...parameters)
    if (!isList(items) || parameters.length > 0) return items
    const objects = new Set<string>()
    return items.filter((item) => {
      if (typeof item !== 'object' || item === null) return true
      return objects.size < objects.add(JSON.stringify(item)).size
    })
  })
}

function readTexts(engine: Liquid): void {
  replaceFilter(engine, 'slice', (original) => (value, ...parameters) => {
    const [start, ...length] = parameters
    const count = length.filter((one) => (one ?? null) !== null)
    if (![start, ...count].every((one) => /^[+-]?\d+$/.test(String(one))))
      throw new Error('slice needs whole numbers: where to begin, and how many')
    return original(value, Number(start), ...count.map(Number))
  })
  for (const name of ['truncate', 'truncatewords'])
    replaceFilter(engine, name, (original) => (value, ...parameters) => {
      if ((value ?? null) === null) return value
      if (parameters.length > 0 && (parameters[0] ?? null) === null)
        throw new Error(`${name} needs a number for its first argument`)
      return parameters.length > 1 && (parameters[1] ?? null) === null
        ? original(value, parameters[0], '')
        : original(value, ...parameters)
    })
  replaceFilter(
    engine,
    'round',
    (original) => (value, digits) =>
      digits === undefined ? original(value) : original(value, Math.trunc(Number(digits)) || 0),
  )
}

/** The items of a list and of the lists in it; any other value is the only item. */
function flat(value: unknown): unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value.flat(100) : [value]
}

// A list in a list is part of it, so an empty one leaves no separator.
function flattened(value: unknown): unknown {
  return Array.isArray(value) ? value.flat(100) : value
}

function kindsOf(items: readonly unknown[]): Set<string> {
  const present = items.filter((item) => item !== null && item !== undefined)
  return new Set(present.map((item) => (Array.isArray(item) ? 'list' : typeof plainNumber(item))))
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

// A text has its parts for properties, as in Ruby.
function propertyOf(item: unknown, property: unknown): unknown {
  const name = String(property)
  if (typeof item === 'string') return item.includes(name) ? name : undefined
  if (typeof item !== 'object' || item === null)
    throw new Error('The items need properties; send objects or texts')
  return Object.hasOwn(item, name) ? Reflect.get(item, name) : undefined
}
