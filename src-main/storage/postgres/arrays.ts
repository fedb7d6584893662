/** An array of texts as PostgreSQL reads it, for a parameter with a cast such as `:ids::text[]`. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map(quoted).join(',')}}`
}

/** An array of numbers as PostgreSQL reads it. */
export function numberArray(values: readonly number[]): string {
  return `{${values.join(',')}}`
}

function quoted(value: string | null): string {
  return value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
