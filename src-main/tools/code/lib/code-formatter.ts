import type { Options, Plugin } from 'prettier'
import { format } from 'prettier/standalone'
import { codeFault, nestedTooDeeply, type CodePlace } from './code-fault.ts'
import type { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** Languages that can be formatted: the parser and the plugins that it needs. */
const LANGUAGES = {
  javascript: [
    'babel',
    () => Promise.all([import('prettier/plugins/babel'), import('prettier/plugins/estree')]),
  ],
  jsx: ['babel', () => Promise.all([import('prettier/plugins/babel'), import('prettier/plugins/estree')])],
  typescript: [
    'typescript',
    () => Promise.all([import('prettier/plugins/typescript'), import('prettier/plugins/estree')]),
  ],
  tsx: [
    'typescript',
    () => Promise.all([import('prettier/plugins/typescript'), import('prettier/plugins/estree')]),
  ],
  json: ['json', () => Promise.all([import('prettier/plugins/babel'), import('prettier/plugins/estree')])],
  json5: [
    'json5',
    () => Promise.all([import('prettier/plugins/babel'), import('prettier/plugins/estree')]),
  ],
  css: ['css', () => Promise.all([import('prettier/plugins/postcss')])],
  scss: ['scss', () => Promise.all([import('prettier/plugins/postcss')])],
  less: ['less', () => Promise.all([import('prettier/plugins/postcss')])],
  html: ['html', allOfThePage],
  vue: ['vue', allOfThePage],
  markdown: ['markdown', allOfThePage],
  yaml: ['yaml', () => Promise.all([import('prettier/plugins/yaml')])],
  graphql: ['graphql', () => Promise.all([import('prettier/plugins/graphql')])],
} as const

export type CodeLanguage = keyof typeof LANGUAGES

/**
 * Formats source as Prettier does, with only the plugins of this language and no configuration of
 * this machine.
 * @throws InvalidInput with line and column if the source cannot be parsed
 */
export async function formatCode(code: string, language: CodeLanguage, options: Options): Promise<string> {
  const [parser, load] = LANGUAGES[language]
  const plugins: Plugin[] = [...(await load())]
  try {
    return await format(code, { ...options, parser, plugins })
  } catch (error) {
    throw refusalOf(code, error)
  }
}

// HTML holds scripts and styles, Markdown holds blocks of code and front matter.
async function allOfThePage(): Promise<Plugin[]> {
  return await Promise.all([
    import('prettier/plugins/html'),
    import('prettier/plugins/markdown'),
    import('prettier/plugins/babel'),
    import('prettier/plugins/estree'),
    import('prettier/plugins/typescript'),
    import('prettier/plugins/postcss'),
    import('prettier/plugins/yaml'),
  ])
}

// Prettier adds a code frame below the first line, which already names the position.
function refusalOf(code: string, error: unknown): InvalidInput {
  if (error instanceof RangeError && /call stack/i.test(error.message)) return nestedTooDeeply()
  const message = error instanceof Error ? error.message : String(error)
  const [first = ''] = message.split('\n')
  return codeFault(code, first, placeIn(first))
}

function placeIn(message: string): CodePlace | null {
  const [, line, column] = /\((\d+):(\d+)\)$/.exec(message) ?? []
  return line === undefined ? null : { line: Number(line), column: Number(column) }
}
