const SECRET = /key|token|secret|password|passwd|credential|authorization|cookie|auth$/i

/** Whether the name of a variable or of a header says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

/** Values by their names, as those that are secret and those that need not be. */
export function splitSecrets(values: Readonly<Record<string, string>>): {
  readonly plain: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
} {
  const all = Object.entries(values)
  return {
    plain: Object.fromEntries(all.filter(([name]) => !isSecretName(name))),
    secrets: Object.fromEntries(all.filter(([name]) => isSecretName(name))),
  }
}

/** A text as the id of a source: 1 to 16 of a-z, 0-9 and -; empty where it has none of them. */
export function toSourceId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 16)
    .replace(/^-+|-+$/g, '')
}
