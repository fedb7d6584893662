/**
 * Writes a JSON value as Python, whose texts have the escapes of JSON.
 * @param indent the spaces before its last line
 */
export function pythonValue(value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => pythonValue(item, inner))
    : Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}
