import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DOCUMENTS, isInstalled, run, sourceIn } from '../../../support/tools/printed-types.ts'

const STAND_INS = join(import.meta.dirname, '../../../fixtures/printed-types/stand-ins')
const PASSED = { status: 0, output: '' }
const TIMEOUT = 300_000
const folder = mkdtempSync(join(tmpdir(), 'toolgate-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sources = (language: Parameters<typeof sourceIn>[0]): string[] =>
  [false, true].flatMap((typesOnly) => DOCUMENTS.map((document) => sourceIn(language, document, typesOnly)))

function folderFor(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

// The annotations of Jackson as the printed records use them; the library itself is not needed.
const ANNOTATIONS: Readonly<Record<string, string>> = {
  JsonProperty: '@interface JsonProperty { String value(); }',
  JsonIgnoreProperties: '@interface JsonIgnoreProperties { boolean ignoreUnknown(); }',
  JsonInclude: '@interface JsonInclude { Include value(); enum Include { NON_NULL } }',
  JsonValue: '@interface JsonValue {}',
  JsonCreator: '@interface JsonCreator { Mode mode(); enum Mode { DELEGATING } }',
  JsonSubTypes:
    '@interface JsonSubTypes { Type[] value(); @interface Type { Class<?> value(); String[] names(); } }',
  JsonTypeInfo:
    '@interface JsonTypeInfo { Id use(); As include(); String property(); boolean visible(); enum Id { NAME } enum As { EXISTING_PROPERTY } }',
}

describe.skipIf(!isInstalled('javac', 'Java'))('Java', () => {
  it(
    'compiles for every document, with and without the annotations of Jackson',
    { timeout: TIMEOUT },
    () => {
      const home = folderFor('java')
      const files = Object.entries(ANNOTATIONS).map(([name, text]) => {
        writeFileSync(
          join(home, `${name}.java`),
          `package com.fasterxml.jackson.annotation;\npublic ${text}\n`,
        )
        return `${name}.java`
      })
      for (const [at, source] of sources('java').entries()) {
        mkdirSync(join(home, `p${at}`))
        writeFileSync(join(home, `p${at}`, 'Root.java'), `package p${at};\n${source}`)
        files.push(`p${at}/Root.java`)
      }
      // One short run is over before the second compiler of the machine and threads for its garbage pay.
      const machine = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC']
      const args = [...machine, '-encoding', 'utf8', '-d', 'classes', ...files]
      expect(run('javac', args, home)).toEqual(PASSED)
    },
  )
})

describe.skipIf(!isInstalled('rustc', 'Rust'))('Rust', () => {
  it('compiles for every document, with and without the attributes of serde', { timeout: TIMEOUT }, () => {
    const home = folderFor('rust')
    const derive = (name: string): string =>
      `#[proc_macro_derive(${name}, attributes(serde))]\npub fn ${name.toLowerCase()}(_: TokenStream) -> TokenStream { TokenStream::new() }\n`
    const library = (name: string, text: string, type: string): void => {
      writeFileSync(join(home, `${name}.rs`), text)
      const args = ['--edition=2021', `--crate-type=${type}`, `--crate-name=${name}`, '-L.', `${name}.rs`]
      expect(run('rustc', args, home)).toEqual(PASSED)
    }
    library(
      'serde_derive',
      `extern crate proc_macro;\nuse proc_macro::TokenStream;\n${derive('Serialize')}${derive('Deserialize')}`,
      'proc-macro',
    )
    library(
      'serde',
      'extern crate serde_derive;\npub use serde_derive::{Deserialize, Serialize};\n',
      'rlib',
    )
    library('serde_json', '#[derive(Debug, Clone, PartialEq)]\npub enum Value { Null }\n', 'rlib')
    const modules = sources('rust').map((source, at) => `pub mod m${at} {\n${source}}\n`)
    writeFileSync(join(home, 'all.rs'), modules.join(''))
    const uses = ['--extern', 'serde=libserde.rlib', '--extern', 'serde_json=libserde_json.rlib']
    const args = [
      '--edition=2021',
      '--crate-type=lib',
      '--emit=metadata',
      '--cap-lints=allow',
      '-L.',
      ...uses,
      'all.rs',
    ]
    expect(run('rustc', args, home)).toEqual(PASSED)
  })
})

describe.skipIf(!isInstalled('g++', 'C++'))('C++', () => {
  it(
    'compiles for every document, with and without functions for nlohmann/json',
    { timeout: TIMEOUT },
    () => {
      const home = folderFor('cpp')
      mkdirSync(join(home, 'nlohmann'))
      copyFileSync(join(STAND_INS, 'json.hpp'), join(home, 'nlohmann/json.hpp'))
      const all = sources('cpp')
      const includes = new Set(all.join('\n').match(/^#include .*$/gm))
      const bodies = all.map((source, at) => `namespace n${at} {\n${source.replace(/^#.*$/gm, '')}}\n`)
      writeFileSync(join(home, 'all.cpp'), `${[...includes].join('\n')}\n${bodies.join('')}`)
      expect(run('g++', ['-std=c++17', '-fsyntax-only', '-I.', 'all.cpp'], home)).toEqual(PASSED)
    },
  )
})

describe.skipIf(!isInstalled('gcc', 'C'))('C', () => {
  it('compiles for every document without a warning', { timeout: TIMEOUT }, () => {
    const home = folderFor('c')
    const files = DOCUMENTS.map((document, at) => {
      writeFileSync(join(home, `d${at}.c`), sourceIn('c', document))
      return `d${at}.c`
    })
    expect(run('gcc', ['-std=c11', '-Wall', '-fsyntax-only', ...files], home)).toEqual(PASSED)
  })
})
