/**
 * All values of an option that may be given several times; citty keeps only the last.
 * @param rawArgs the words before `--`
 */
export function valuesOf(rawArgs: readonly string[], name: string): string[] {
  return rawArgs.flatMap((word, at) => {
    if (word.startsWith(`--${name}=`)) return [word.slice(name.length + 3)]
    return rawArgs[at - 1] === `--${name}` ? [word] : []
  })
}
