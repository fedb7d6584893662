import type { Model } from '../model.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import {
  mayLack,
  someType,
  wordSet,
  type Dialect,
  type Plain,
  type PlainDeclaration,
  type PlainField,
} from './plain-types.ts'
import { textLiteral } from './text-literal.ts'
import { typeWriter } from './type-words.ts'

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'pascal',
  // Every field begins with the name of its type, so none can be a reserved word.
  reserved: new Set(),
  unions: 'named',
  choices: 'merged',
  tuples: true,
}

/** Names that the source uses, and others of the Prelude. */
export const HASKELL_NAMES = (
  'Bool Double Either FromJSON Int Integer IO Just Left Map Maybe Nothing Ordering Right String Text ToJSON True ' +
  'False Value LT EQ GT Char Float Word Rational Functor Monad Applicative Show Read Eq Ord Enum Bounded Num Object ' +
  'Array Parser Int64 Foldable Traversable Semigroup Monoid FilePath Floating Fractional IOError Integral MonadFail ' +
  'ReadS Real RealFloat RealFrac ShowS'
).split(' ')

// Named one by one: the module has types such as Result and Series, whose names the samples may need.
const AESON: readonly (readonly [name: string, use: RegExp])[] = [
  ['FromJSON (..)', /\bFromJSON\b/],
  ['ToJSON (..)', /\bToJSON\b/],
  ['Value', /\bValue\b/],
  ['object', /\bobject \$/],
  ['withObject', /\bwithObject\b/],
  ['(.:)', / \.: /],
  ['(.:?)', / \.:\? /],
  ['(.=)', / \.= /],
]

// Functions that a type's name and a field's could make together, such as the Prelude's userError.
const FUNCTIONS = wordSet(`
  appendFile concatMap decodeFloat divMod dropWhile encodeFloat enumFrom enumFromThen enumFromThenTo enumFromTo
  errorWithoutStackTrace floatDigits floatRadix floatRange foldMap fromEnum fromInteger fromIntegral fromRational
  getChar getContents getLine ioError isDenormalized isInfinite isNegativeZero mapM maxBound minBound notElem putChar
  putStr putStrLn quotRem readFile readIO readList readLn readParen readsPrec realToFrac scaleFloat scanl1 scanr1
  sequenceA showChar showList showParen showString showsPrec splitAt takeWhile toEnum toInteger toRational userError
  withObject zipWith zipWith3 writeFile
`)

/** Prints Haskell records with instances for aeson. */
export function printHaskell(model: Model, { typesOnly }: LanguageStyle): string {
  const { root, declarations } = toPlainModel(model, DIALECT)
  const has = (kind: Plain['kind']): boolean => someType(declarations, (type) => type.kind === kind)
  const body = declarations.flatMap((one) => blocksOf(one, typesOnly)).join('\n\n')
  const aeson = AESON.filter(([, use]) => use.test(body)).map(([name]) => name)
  const imports = [
    ...(declarations.some(({ kind }) => kind === 'union') && !typesOnly
      ? ['import Control.Applicative ((<|>))']
      : []),
    ...(aeson.length > 0 ? [`import Data.Aeson (${aeson.join(', ')})`] : []),
    ...(has('integer') ? ['import Data.Int (Int64)'] : []),
    ...(has('map') ? ['import Data.Map.Strict (Map)'] : []),
    ...(has('string') || has('map') ? ['import Data.Text (Text)'] : []),
  ]
  const head = [
    ...(typesOnly ? [] : ['{-# LANGUAGE OverloadedStrings #-}']),
    `module ${root} where`,
    ...(imports.length > 0 ? [imports.join('\n')] : []),
  ]
  return `${[...head, body].join('\n\n')}\n`
}

function blocksOf(declaration: PlainDeclaration, typesOnly: boolean): string[] {
  const { name } = declaration
  switch (declaration.kind) {
    case 'alias':
      return [`type ${name} = ${typeOf(declaration.type)}`]
    case 'record': {
      const fields = declaration.fields.map((field) => `${fieldName(name, field)} :: ${fieldType(field)}`)
      const data = `data ${name} = ${name}\n  { ${fields.join('\n  , ')}\n  } deriving (Show, Eq)`
      return typesOnly ? [data] : [data, ...recordInstances(name, declaration.fields)]
    }
    case 'union': {
      const cases = declaration.members.map(
        ({ label, type }) => `${name}${label} ${inParentheses(typeOf(type))}`,
      )
      const data = `data ${name}\n  = ${cases.join('\n  | ')}\n  deriving (Show, Eq)`
      const reads = declaration.members.map(({ label }) => `(${name}${label} <$> parseJSON value)`)
      const writes = declaration.members.map(
        ({ label }) => `  toJSON (${name}${label} value) = toJSON value`,
      )
      const read = `instance FromJSON ${name} where\n  parseJSON value =\n    ${reads.join('\n      <|> ')}`
      return typesOnly ? [data] : [data, read, `instance ToJSON ${name} where\n${writes.join('\n')}`]
    }
    case 'choice':
      return []
  }
}

function recordInstances(name: string, fields: readonly PlainField[]): string[] {
  const reads = fields.map(({ key, optional, nullable, type }, at) => {
    const operator = optional || (nullable && type.kind !== 'any') ? '.:?' : '.:'
    return `${at === 0 ? '<$>' : '<*>'} o ${operator} ${quoted(key)}`
  })
  const always = fields.filter(({ optional }) => !optional)
  const sometimes = fields.filter(({ optional }) => optional)
  const pairs = always.map((field) => `${quoted(field.key)} .= ${fieldName(name, field)} value`)
  const more = sometimes.map(
    (field) => `maybe [] (\\v -> [${quoted(field.key)} .= v]) (${fieldName(name, field)} value)`,
  )
  const lists = [`[ ${pairs.join('\n      , ')}${pairs.length > 0 ? '\n      ' : ''}]`, ...more]
  return [
    `instance FromJSON ${name} where\n  parseJSON = withObject "${name}" $ \\o ->\n    ${name}\n      ${reads.join('\n      ')}`,
    `instance ToJSON ${name} where\n  toJSON value =\n    object $ ${lists.join('\n      ++ ')}`,
  ]
}

function fieldName(owner: string, { name }: PlainField): string {
  const composed = owner.charAt(0).toLowerCase() + owner.slice(1) + name
  return FUNCTIONS.has(composed) ? `${composed}_` : composed
}

function fieldType(field: PlainField): string {
  const maybe = mayLack(field) && (field.type.kind !== 'any' || field.optional)
  return maybe ? `Maybe ${inParentheses(typeOf(field.type))}` : typeOf(field.type)
}

const typeOf = typeWriter({
  any: 'Value',
  boolean: 'Bool',
  integer: 'Int64',
  number: 'Double',
  string: 'Text',
  list: (of) => `[${of}]`,
  map: (of) => `Map Text ${inParentheses(of)}`,
  nullable: (of) => `Maybe ${inParentheses(of)}`,
  tuple: (items) => `(${items.join(', ')})`,
})

function inParentheses(text: string): string {
  return text.includes(' ') && !/^[[(]/.test(text) ? `(${text})` : text
}

// A number in a text takes all digits that follow it; `\&` ends it.
function quoted(text: string): string {
  return textLiteral(text, (code) => `\\${code}\\&`)
}
