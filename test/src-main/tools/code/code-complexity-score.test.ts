import { Linter } from 'eslint'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

const complexities = async (code: string): Promise<Record<string, number>> => {
  const { functions } = (await runTool('code-complexity-score', { code })) as Json
  return Object.fromEntries(functions.map(({ name, complexity }: Json) => [name, complexity]))
}

/** What ESLint's own rule says of each function that branches, in descending order. */
function byEslint(code: string): number[] {
  const config: Linter.Config = {
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    rules: { complexity: ['error', 1] },
  }
  return new Linter()
    .verify(code, [config], { allowInlineConfig: false })
    .map(({ message }) => Number(/complexity of (\d+)/.exec(message)?.[1]))
    .toSorted((a, b) => b - a)
}

describe('code-complexity-score', () => {
  it.each([
    'function a(x) { return x?.y?.z ?? x?.[1]?.(2) }',
    'function a(x, b = 1, { c = 2 } = {}) { try { x() } catch { x ||= 1 } finally { x &&= 2 } }',
    'function a(x) { switch (x) { case 1: case 2: break; default: } do {} while (x) }',
    'class A { x = 1 ? 2 : 3; static y = a?.b; static { if (1) {} } #q() { if (1) {} } }',
    'class A { a = () => (b ? c : d); b = x || y; c = () => 1; [d || e] = 1 }',
    'const o = { get a() { return 1 || 2 }, set a(v = 2) {}, async *b() { yield 1 ? 2 : 3 } }',
    readFileSync(new URL(import.meta.resolve('semver/classes/range.js')), 'utf8'),
    readFileSync(new URL(import.meta.resolve('yaml/util')), 'utf8'),
  ])('counts as ESLint does (%#)', async (code) => {
    const { functions } = (await runTool('code-complexity-score', { code })) as Json
    const counted = functions
      .filter(({ name, complexity }: Json) => name !== '(top level)' && complexity > 1)
      .map(({ complexity }: Json) => complexity)
    expect(counted).toEqual(byEslint(code))
  })

  it('names the parts of a class', async () => {
    const code = 'class A { x = 1 ? 2 : 3; y = 1; static { if (1) {} } #q() {} }'
    expect(await complexities(code)).toEqual({ x: 2, '(static block)': 2, '#q': 1, '(top level)': 1 })
  })
})
