/** The most names for the insertion sort; above that the engine's sort is faster. */
const MAX_INSERTED = 16

/** Names as they are written, for objects have the same ones again and again. */
const NAMES = new Map<string, string>()
const MOST_NAMES = 1_000
const LONGEST_NAME = 40

/**
 * The RFC 8785 canonical form of a JSON value: members sorted by UTF-16 code units, no white space, numbers and
 * strings as ECMAScript writes them. `output_hash` is computed over it.
 *
 * @throws TypeError for what JSON cannot represent: undefined, functions, NaN, infinities, lone surrogates (RFC 8785,
 * 3.2.2.2 and 3.2.2.3). A property whose value is undefined is left out, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}`)
      // ECMAScript writes a finite number the same in both places (ECMA-262, SerializeJSONProperty).
      return String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      // An object that is neither null nor an array is read by its own string keys.
      return Array.isArray(value)
        ? canonicalArray(value)
        : canonicalObject(value as Record<string, unknown>)
    default:
      throw new TypeError(`JSON has no ${typeof value}`)
  }
}

function canonicalString(text: string): string {
  if (!text.isWellFormed())
    throw new TypeError('A string contains half of a surrogate pair, which JSON cannot represent')
  return JSON.stringify(text)
}

function canonicalArray(items: readonly unknown[]): string {
  let json = '['
  for (let i = 0; i < items.length; i++) {
    if (i > 0) json += ','
    json += canonicalJson(items[i])
  }
  return `${json}]`
}

function canonicalObject(object: Readonly<Record<string, unknown>>): string {
  let json = '{'
  for (const key of sortedKeys(object)) {
    const member = object[key]
    if (member === undefined) continue
    if (json.length > 1) json += ','
    json += nameOf(key) + canonicalJson(member)
  }
  return `${json}}`
}

// With its colon.
function nameOf(key: string): string {
  const known = NAMES.get(key)
  if (known !== undefined) return known
  const name = `${canonicalString(key)}:`
  if (key.length <= LONGEST_NAME && NAMES.size < MOST_NAMES) NAMES.set(key, name)
  return name
}

// Texts are compared by their UTF-16 code units, which is the order of RFC 8785.
function sortedKeys(object: object): string[] {
  const keys = Object.keys(object)
  // sort() copies its input; for the few names of most objects that takes longer than sorting.
  if (keys.length > MAX_INSERTED) return keys.sort()
  for (let end = 1; end < keys.length; end++) {
    const key = keys[end]!
    let at = end
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!
    keys[at] = key
  }
  return keys
}
