const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

/**
 * A string literal: as in JSON, but with the two line separators escaped that JSON leaves alone,
 * and in single quotes if that saves escapes.
 */
export function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (!text.includes('"') || text.includes("'")) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

/** A key as a property name in a type; quoted unless it is a plain ASCII identifier. */
export function toPropertyName(key: string): string {
  return PLAIN_NAME.test(key) ? key : quoted(key)
}
