import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { runTool } from '../../support/tools/run-tool.ts'
import { HOSTILE_KEYS, jsonValues } from '../../support/tools/json-samples.ts'

const write = async (json: unknown, options: object = {}) =>
  (await runTool('code-json-to-go-struct', { json, ...options })) as { result: string; types: string[] }
const samples = fc.sample(
  jsonValues.filter((value) => typeof value === 'object' && !/\\ud[89a-f]/.test(JSON.stringify(value))),
  { numRuns: 60, seed: 3 },
)

describe('Go structs', () => {
  it.each([
    [{ a: [1, 'x', null, { b: 1 }] }, /A \[\]any/],
    [{ a: [1, 2.5] }, /A \[\]float64/],
    [{ a: 1e30, b: 1, c: 2 ** 60 }, /A float64[^]*B int64[^]*C int64/],
    [{ html_url: '', userId: 1, API_KEY: '' }, /HTMLURL string[^]*UserID {2}int64[^]*APIKey {2}string/],
    [{ '\u{1F600}': 1 }, /^type Root struct\{\}$/m],
    [{ '-': 1 }, /`json:"-,"`/],
    [{ 名前: 'x' }, /Field名前 string `json:"名前"`/],
    [{ a: 1, A: 2, 'a!': 3 }, /A {2}int64 `json:"a"`[^]*A2 int64 `json:"A"`[^]*A3 int64 `json:"a!"`/],
    [{ a: { next: { next: { next: null } } } }, /Next \*\w+ `json:"next"`/],
  ])('for %j have %s', async (json, source) => {
    expect((await write(json)).result).toMatch(source)
  })

  it('says which keys encoding/json cannot read, and leaves them out', async () => {
    const { result } = await write({ 'a"b': 1, '': 'x', ok: true })
    expect(result).toContain('// encoding/json cannot read these keys: "a\\"b", ""\n')
    expect(result.match(/`json:/g)).toHaveLength(1)
  })

  it('name each field once, and end for every key', async () => {
    for (const key of HOSTILE_KEYS.filter((one) => one.isWellFormed())) {
      const { result } = await write({ [key]: 1, [`${key}2`]: 2, [key.toUpperCase()]: 3 })
      const names = [...result.matchAll(/^\t(\S+) /gm)].map(([, name]) => name)
      expect(new Set(names).size, key).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^\p{Lu}[\p{L}\p{N}_]*$/u)
    }
  })
})

// A machine without Go says so instead of passing in silence.
const hasGo = spawnSync('go', ['version']).status === 0
if (!hasGo) console.warn('Go is not installed: its structs are not compiled by this run.')
const folder = mkdtempSync(join(tmpdir(), 'toolgate-go-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!hasGo)('Go structs in Go', () => {
  // One program with a package for each sample: starting the compiler for each of them took most of the time.
  it(
    'compile, are in the form of gofmt, and are filled from the samples',
    { timeout: 300_000 },
    async () => {
      for (const [at, json] of samples.entries()) {
        const { result } = await write(json)
        expect(result).toMatch(/^package main\n/m)
        const source = result.replace(
          'package main\n',
          `package s${at}\n\nimport (\n\t"encoding/json"\n\t"os"\n)\n\n` +
            `func Read() error {\n\tvar v Root\n\treturn json.NewDecoder(os.Stdin).Decode(&v)\n}\n`,
        )
        mkdirSync(join(folder, `s${at}`))
        writeFileSync(join(folder, `s${at}`, 'sample.go'), source)
      }
      const names = [...samples.keys()].map((at) => `s${at}`)
      const imports = names.map((name) => `\t"samples/${name}"\n`).join('')
      const cases = names.map((name) => `"${name}": ${name}.Read`).join(', ')
      writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.18\n')
      writeFileSync(
        join(folder, 'main.go'),
        `package main\n\nimport (\n\t"os"\n${imports})\n\nfunc main() {\n` +
          `\treaders := map[string]func() error{${cases}}\n` +
          `\tif err := readers[os.Args[1]](); err != nil {\n\t\tpanic(err)\n\t}\n}\n`,
      )
      const formatted = spawnSync('gofmt', ['-d', ...names], { cwd: folder, encoding: 'utf8' })
      expect([formatted.status, formatted.stdout, formatted.stderr]).toEqual([0, '', ''])
      const built = spawnSync('go', ['build', '-o', 'read', '.'], { cwd: folder, encoding: 'utf8' })
      expect([built.status, built.stderr]).toEqual([0, ''])
      for (const [at, json] of samples.entries()) {
        const ran = spawnSync(join(folder, 'read'), [`s${at}`], {
          input: JSON.stringify(json),
          encoding: 'utf8',
        })
        expect([ran.status, ran.stderr], JSON.stringify(json)).toEqual([0, ''])
      }
    },
  )
})
