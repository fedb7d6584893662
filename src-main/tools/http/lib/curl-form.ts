/** A part of a multipart form. */
export interface FormPart {
  readonly name: string
  readonly value: string
  /** Whether the value is the name of a file. */
  readonly file: boolean
  readonly content_type: string | null
  /** What the part says its file is called. */
  readonly file_name: string | null
}

// A word in quotes, in which a backslash keeps a quote or another backslash; else up to a semicolon.
const WORD = /^\s*(?:"((?:[^"\\]|\\[^])*)"\s*|([^;]*))/
const FILE_WORD = /^\s*(?:"((?:[^"\\]|\\[^])*)"\s*|([^;,]*))/

/**
 * The parts that `-F` or `--form-string` asks for, by curl's manual: several for several files.
 * @param isLiteral whether nothing in the value has a meaning
 * @param warnings is told what is not in the parts
 */
export function formParts(text: string, isLiteral: boolean, warnings: string[]): FormPart[] {
  const at = text.indexOf('=')
  if (at < 0) {
    warnings.push(`curl refuses the form part ${text.slice(0, 60)}, which has no equals sign`)
    return []
  }
  const name = text.slice(0, at)
  const value = text.slice(at + 1)
  if (isLiteral) return [part(name, value, false, new Map())]
  if (!/^[@<]/.test(value)) {
    const [word, rest] = cut(WORD, value)
    return [part(name, word, false, paramsOf(rest, name, warnings))]
  }
  const parts: FormPart[] = []
  for (let left = value.slice(1); ;) {
    const [file, rest] = cut(FILE_WORD, left)
    const next = /^(?:;(?:"(?:[^"\\]|\\[^])*"|[^",])*)?,/.exec(rest)?.[0]
    parts.push(part(name, file, true, paramsOf(next?.slice(0, -1) ?? rest, name, warnings)))
    if (next === undefined) return parts
    left = rest.slice(next.length)
  }
}

function part(name: string, value: string, file: boolean, params: ReadonlyMap<string, string>): FormPart {
  return {
    name: name.toWellFormed(),
    value: value.toWellFormed(),
    file,
    content_type: params.get('type')?.toWellFormed() ?? null,
    file_name: params.get('filename')?.toWellFormed() ?? null,
  }
}

function cut(word: RegExp, text: string): readonly [word: string, rest: string] {
  const [whole = '', quoted, plain = ''] = word.exec(text) ?? []
  return [quoted?.replaceAll(/\\([\\"])/g, '$1') ?? plain.trimEnd(), text.slice(whole.length)]
}

// ";type=text/html;filename=a.html": a type may have parameters of its own.
function paramsOf(text: string, name: string, warnings: string[]): ReadonlyMap<string, string> {
  const params = new Map<string, string>()
  for (let left = text.trimStart(); left.startsWith(';');) {
    const [whole = '', key = ''] = /^;\s*([^=;]*)=?/.exec(left) ?? []
    const [value, rest] = cut(WORD, left.slice(whole.length))
    left = rest.trimStart()
    const kind = key.trim().toLowerCase()
    if (kind === 'type' || kind === 'filename') params.set(kind, value)
    else if (params.has('type') && !['headers', 'encoder'].includes(kind))
      params.set('type', `${params.get('type')!}; ${key.trim()}=${value}`)
    else if (kind !== '' || value !== '')
      warnings.push(
        `The form part ${name.slice(0, 60)} says ${key.trim().slice(0, 60)}, which was left out`,
      )
  }
  return params
}
