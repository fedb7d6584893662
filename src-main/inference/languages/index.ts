import type { Model } from '../model.ts'
import { printGo } from '../print-go.ts'
import { printJsonSchema } from '../print-json-schema.ts'
import { printPython, PYTHON_NAMES } from '../print-python.ts'
import { printTypeScript } from '../print-typescript.ts'
import { printZod } from '../print-zod.ts'
import { C_NAMES, printC } from './c.ts'
import { CPP_NAMES, printCpp } from './cpp.ts'
import { CRYSTAL_NAMES, printCrystal } from './crystal.ts'
import { CSHARP_NAMES, printCSharp } from './csharp.ts'
import { DART_NAMES, printDart } from './dart.ts'
import { ELIXIR_NAMES, printElixir } from './elixir.ts'
import { ELM_NAMES, printElm } from './elm.ts'
import { FLOW_NAMES, printFlow } from './flow.ts'
import { HASKELL_NAMES, printHaskell } from './haskell.ts'
import { JAVA_NAMES, printJava } from './java.ts'
import { KOTLIN_NAMES, printKotlin } from './kotlin.ts'
import type { LanguageStyle } from './language-style.ts'
import { PHP_NAMES, printPhp } from './php.ts'
import { printPropTypes, PROP_TYPES_NAMES } from './prop-types.ts'
import { printRuby, RUBY_NAMES } from './ruby.ts'
import { printRust, RUST_NAMES } from './rust.ts'
import { printScala, SCALA_NAMES } from './scala.ts'
import { printSmithy, SMITHY_NAMES } from './smithy.ts'
import { printSwift, SWIFT_NAMES } from './swift.ts'

interface Language {
  /** Names that no type may take. */
  readonly names: readonly string[]
  readonly print: (model: Model, style: LanguageStyle) => string
}

const SCHEMA = { additionalProperties: true }
const ZOD = { strict: false, exported: true, indent: '  ' }

/** Every language that types are printed in. */
const LANGUAGES = {
  c: { names: C_NAMES, print: printC },
  cpp: { names: CPP_NAMES, print: printCpp },
  crystal: { names: CRYSTAL_NAMES, print: printCrystal },
  csharp: { names: CSHARP_NAMES, print: printCSharp },
  dart: { names: DART_NAMES, print: printDart },
  elixir: { names: ELIXIR_NAMES, print: printElixir },
  elm: { names: ELM_NAMES, print: printElm },
  flow: { names: FLOW_NAMES, print: printFlow },
  go: { names: [], print: (model) => printGo(model, 'main') },
  haskell: { names: HASKELL_NAMES, print: printHaskell },
  java: { names: JAVA_NAMES, print: printJava },
  'json-schema': {
    names: [],
    print: (model) => `${JSON.stringify(printJsonSchema(model, SCHEMA), null, 2)}\n`,
  },
  kotlin: { names: KOTLIN_NAMES, print: printKotlin },
  php: { names: PHP_NAMES, print: printPhp },
  'prop-types': { names: PROP_TYPES_NAMES, print: printPropTypes },
  python: {
    names: PYTHON_NAMES,
    print: (model) => printPython(model, { style: 'dataclass', frozen: false }),
  },
  ruby: { names: RUBY_NAMES, print: printRuby },
  rust: { names: RUST_NAMES, print: printRust },
  scala: { names: SCALA_NAMES, print: printScala },
  smithy: { names: SMITHY_NAMES, print: printSmithy },
  swift: { names: SWIFT_NAMES, print: printSwift },
  typescript: { names: [], print: (model) => printTypeScript(model).source },
  zod: { names: [], print: (model) => printZod(model, ZOD) },
} as const satisfies Readonly<Record<string, Language>>

export type LanguageName = keyof typeof LANGUAGES

/** The names of all languages, in the order of the alphabet. */
// Object.keys returns strings; these are the keys of the table above.
export const LANGUAGES_PRINTED = Object.keys(LANGUAGES) as [LanguageName, ...LanguageName[]]

/** Names that the types of a model must not take if it is to be printed in a language. */
export function namesTakenIn(language: LanguageName): readonly string[] {
  return LANGUAGES[language].names
}

/** Source in a language that declares the model's types. */
export function printLanguage(language: LanguageName, model: Model, style: LanguageStyle): string {
  return LANGUAGES[language].print(model, style)
}
