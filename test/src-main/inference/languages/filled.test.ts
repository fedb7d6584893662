import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inferModel, namesTakenIn, type LanguageName } from '../../../../src-main/inference/index.ts'
import { DOCUMENTS, isInstalled, run, sourceIn } from '../../../support/tools/printed-types.ts'

const TIMEOUT = 300_000
const folder = mkdtempSync(join(tmpdir(), 'toolgate-filled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The documents that are one record, which is what the printed Root reads. */
function recordsFor(language: LanguageName): unknown[] {
  return DOCUMENTS.filter((document) => {
    if (document === null || typeof document !== 'object' || Array.isArray(document)) return false
    const { declarations } = inferModel([document], {
      integers: true,
      reservedNames: namesTakenIn(language),
    })
    return declarations.some(({ kind, name }) => kind === 'record' && name === 'Root')
  })
}

/** What counts as the same: a member that is null may be absent, and in PHP `{}` is an empty array. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(comparable)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([key, member]) => [key, comparable(member)]))
}

interface Program {
  /** The files by their paths; they read `0.json` and so on, and write to `filled.json` what they made of each. */
  readonly files: Readonly<Record<string, string>>
  readonly command: readonly [program: string, ...args: string[]]
  /** Builds the program first, where the command cannot. */
  readonly build?: readonly [program: string, ...args: string[]]
}

/** Runs a program in a folder of its own, and holds what it wrote against the documents. */
function expectFilled(language: LanguageName, documents: readonly unknown[], program: Program): void {
  const home = join(folder, language)
  for (const [path, text] of Object.entries(program.files)) {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  for (const [at, document] of documents.entries())
    writeFileSync(join(home, `${at}.json`), JSON.stringify(document))
  const runs = [...(program.build ? [program.build] : []), program.command]
  for (const [name, ...args] of runs) expect(run(name, args, home)).toEqual({ status: 0, output: '' })
  const filled: unknown = JSON.parse(readFileSync(join(home, 'filled.json'), 'utf8'))
  expect(comparable(filled)).toEqual(comparable(JSON.parse(JSON.stringify(documents))))
}

const joined = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(', ')

/** The programs by language, from the sources of their documents. */
const PROGRAMS: Partial<Record<LanguageName, (sources: readonly string[]) => Program>> = {
  ruby: (sources) => ({
    files: {
      'main.rb': `require "json"
${sources.map((source, at) => `module M${at}\n${source}end\n`).join('')}
filled = [${joined(sources.length, (at) => `M${at}::Root.from_h(JSON.parse(File.read("${at}.json")))`)}]
File.write("filled.json", JSON.generate(filled))
`,
    },
    command: ['ruby', 'main.rb'],
  }),
  php: (sources) => ({
    files: {
      'main.php': `<?php declare(strict_types=1);
${sources.map((source, at) => `namespace M${at} {${source.replace(/^<\?php\s+declare\(.*\);/, '')}}\n`).join('')}
namespace {
  $read = fn (int $at) => json_decode(file_get_contents("$at.json"), true);
  $filled = [${joined(sources.length, (at) => `\\M${at}\\Root::fromArray($read(${at}))`)}];
  file_put_contents("filled.json", json_encode($filled));
}
`,
    },
    command: ['php', 'main.php'],
  }),
  elixir: (sources) => ({
    files: {
      ...Object.fromEntries(sources.map((source, at) => [`${at}.ex`, source])),
      // Each source has a Root, so one is gone before the next comes.
      'main.exs': `filled =
  for at <- 0..${sources.length - 1} do
    modules = Code.compile_string(File.read!("#{at}.ex"))
    made = Root.to_map(Root.from_map(JSON.decode!(File.read!("#{at}.json"))))
    for {module, _} <- modules, do: {:code.purge(module), :code.delete(module)}
    made
  end
File.write!("filled.json", JSON.encode!(filled))
`,
    },
    command: ['elixir', 'main.exs'],
  }),
  crystal: (sources) => ({
    files: {
      'main.cr': `require "json"
${sources.map((source, at) => `module M${at}\n${source.replace('require "json"\n', '')}end\n`).join('')}
filled = [${joined(sources.length, (at) => `M${at}::Root.from_json(File.read("${at}.json")).to_json`)}]
File.write("filled.json", "[#{filled.join(", ")}]")
`,
    },
    command: ['crystal', 'run', 'main.cr'],
  }),
  haskell: (sources) => ({
    files: {
      ...Object.fromEntries(
        sources.map((source, at) => [
          `M${at}/Root.hs`,
          source.replace('module Root where', `module M${at}.Root where`),
        ]),
      ),
      'Main.hs': `module Main where
import Data.Aeson
${sources.map((_, at) => `import qualified M${at}.Root\n`).join('')}
filled :: (FromJSON a, ToJSON a) => (a -> a) -> FilePath -> IO Value
filled same file = do
  document <- eitherDecodeFileStrict file
  either fail (pure . toJSON . same) document
main :: IO ()
main = do
  values <- sequence [${joined(sources.length, (at) => `filled (id :: M${at}.Root.Root -> M${at}.Root.Root) "${at}.json"`)}]
  encodeFile "filled.json" values
`,
    },
    command: ['runghc', 'Main.hs'],
  }),
  swift: (sources) => ({
    files: {
      'main.swift': `import Foundation
${sources.map((source, at) => `enum M${at} {\n${source.replace(/^import Foundation$/m, '')}}\n`).join('')}
func filled<T: Codable>(_ type: T.Type, _ at: Int) throws -> String {
  let data = FileManager.default.contents(atPath: "\\(at).json")!
  return String(decoding: try JSONEncoder().encode(try JSONDecoder().decode(type, from: data)), as: UTF8.self)
}
let all = [${joined(sources.length, (at) => `try filled(M${at}.Root.self, ${at})`)}]
try "[\\(all.joined(separator: ","))]".write(toFile: "filled.json", atomically: true, encoding: .utf8)
`,
    },
    build: ['swiftc', '-Onone', '-suppress-warnings', '-o', 'filled', 'main.swift'],
    command: ['./filled'],
  }),
}

// Crystal reads no whole number of more than 64 bits, not even as a float.
const isReadBy = (language: LanguageName, document: unknown): boolean =>
  language !== 'crystal' || !/\d{19}/.test(JSON.stringify(document))

const LANGUAGES = [
  ['ruby', 'ruby', 'Ruby 3.2', ['-e', 'Data.define']],
  ['php', 'php', 'PHP 8.1', ['-r', 'exit(PHP_VERSION_ID < 80100 ? 1 : 0);']],
  ['elixir', 'elixir', 'Elixir 1.18', ['-e', 'JSON.encode!(1)']],
  ['crystal', 'crystal', 'Crystal', ['--version']],
  ['haskell', 'ghc', 'Haskell with aeson', ['-package', 'aeson', '-e', 'return ()']],
  ['swift', 'swiftc', 'Swift', ['--version']],
] as const

describe.each(LANGUAGES)('%s', (language, program, what, check) => {
  it.skipIf(!isInstalled(program, what, check))(
    'is filled from every document, and writes it back',
    { timeout: TIMEOUT },
    () => {
      const documents = recordsFor(language).filter((document) => isReadBy(language, document))
      const sources = documents.map((document) => sourceIn(language, document))
      expect(documents.length).toBeGreaterThan(40)
      expectFilled(language, documents, PROGRAMS[language]!(sources))
    },
  )
})
