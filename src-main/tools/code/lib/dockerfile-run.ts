import { shellScript, type ShellScript } from './dockerfile-shell.ts'

/** What a RUN instruction runs, and the places of the caches and temporary folders that it mounts. */
export interface Run extends ShellScript {
  /** The script without the flags of the instruction. */
  readonly script: string
  /** As written. */
  readonly flags: string
  readonly mounts: readonly string[]
}

/** Reads the text of a RUN instruction, in either of its forms. */
export function readRun(text: string): Run {
  const flags = /^(?:--\S+\s+)*/.exec(text)![0]
  const script = text.slice(flags.length)
  return {
    ...shellOf(script),
    script,
    flags: flags.trim(),
    mounts: Array.from(flags.matchAll(/--mount=(\S+)/g), ([, mount]) => mount!)
      .filter((mount) => /(?:^|,)type=(?:cache|tmpfs)\b/.test(mount))
      .map((mount) => /(?:^|,)(?:target|dst|destination)=([^,]*)/.exec(mount)?.[1] ?? ''),
  }
}

/** Reads a script, which may be written as a list of words. */
export function shellOf(script: string): ShellScript {
  const { commands, hasPipe } = shellScript(script.startsWith('[') ? wordsOf(script).join(' ') : script)
  return { commands, hasPipe }
}

/** The words of an instruction, in either of its forms, without their quotes. */
export function wordsOf(text: string): string[] {
  if (text.startsWith('['))
    return Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, word]) =>
      word!.replaceAll(/\\(["\\/])/g, '$1'),
    )
  return Array.from(text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) =>
    word.replaceAll(/["']/g, ''),
  )
}

/** The pairs of an ENV or LABEL instruction; `ENV name value` is one, too. */
export function pairsOf(text: string): { readonly name: string; readonly value: string }[] {
  const [, old, rest] = /^([^\s="']+)\s+([^]*)$/.exec(text) ?? []
  if (old !== undefined) return [{ name: old, value: rest! }]
  return wordsOf(text).flatMap((word) => {
    const at = word.indexOf('=')
    return at === -1 ? [] : [{ name: word.slice(0, at), value: word.slice(at + 1) }]
  })
}
