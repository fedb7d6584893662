const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

/**
 * A string literal: JSON's, with the two line separators escaped that JSON leaves alone, and in single quotes
 * where that saves escapes.
 */
export function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (!text.includes('"') || text.includes("'")) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

/** A key as the name of a property in a type; quoted where it is not a plain ASCII identifier. */
export function toPropertyName(key: string): string {
  return PLAIN_NAME.test(key) ? key : quoted(key)
}
