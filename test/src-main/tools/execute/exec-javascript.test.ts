import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = (code: string, data?: unknown) => runTool('exec-javascript', { code, data })

describe('exec-javascript', () => {
  it.each<[string, unknown, string]>([
    ['1n << 70n', null, 'bigint'],
    ['undefined', null, 'undefined'],
    ['(() => {})', null, 'function'],
    ['Symbol("a")', null, 'symbol'],
    ['-0', 0, 'number'],
    ['[undefined, NaN]', [null, null], 'array'],
    ['new Date(0)', '1970-01-01T00:00:00.000Z', 'object'],
    ['JSON.stringify = () => 1; JSON.parse = null; ({ a: 1 })', { a: 1 }, 'object'],
    ['"\\u{1F600}"', '😀', 'string'],
    ['class A { #x = 1; get x() { return this.#x } }; new A().x', 1, 'number'],
    ['async function f() { return (await Promise.all([1, 2])).length }; f()', 2, 'number'],
  ])('gives the value of %s as JSON has it', async (code, result, type) => {
    expect(await run(code)).toMatchObject({ result, type })
  })

  it('shows nothing of the host', async () => {
    const names = [
      'process',
      'require',
      'fetch',
      'setTimeout',
      'std',
      'os',
      'WebAssembly',
      'Buffer',
      'import.meta',
    ]
    const code = `[${names
      .slice(0, -1)
      .map((name) => `typeof ${name}`)
      .join()}, typeof globalThis.constructor.constructor("return this")().process]`
    expect(await run(code)).toMatchObject({ result: Array.from(names, () => 'undefined') })
  })

  it('keeps nothing from one run to the next', async () => {
    await run('globalThis.secret = 1; Array.prototype.map = null')
    expect(await run('typeof secret + typeof [].map')).toMatchObject({ result: 'undefinedfunction' })
  })

  it.each([
    ['let x = 1\nfoo bar', /SyntaxError.*line 2/],
    ['\n\nnull.a', /TypeError.*line 3/],
    ['throw { code: 1 }', /threw \{"code":1\}/],
    ['throw null', /threw null/],
    ['Promise.reject(new RangeError("no"))', /RangeError: no/],
    ['new Promise(() => {})', /never settled/],
    ['(function f() { return f() + 1 })()', /stack overflow|nests too deeply/],
    ['JSON.parse("[".repeat(1e5))', /nests too deeply|stack overflow/],
    ['let o = {}; for (let i = 0; i < 5e4; i++) o = { o }; o', /nests too deeply|stack overflow/],
    ['new Array(1e9).fill(0)', /more than 64 MB/],
    ['"x".repeat(3e6)', /return less/],
    ['"\\ud83d"', /half of a surrogate pair/],
    ['import("fs")', /./],
    ['const a = {}; a.a = a; a', /circular/],
  ])('refuses %s and says why', async (code, message) => {
    await expect(run(code)).rejects.toMatchObject({
      name: 'InvalidInput',
      message: expect.stringMatching(message),
    })
  })

  it('ends code that never would, whatever it catches', async () => {
    const endless = 'for (;;) { try { for (;;); } catch {} }'
    await expect(run(endless)).rejects.toMatchObject({ name: 'CallFailed', timedOut: true })
    // It is given 1.5 s of the processor, for which it may have to wait.
  })

  it('bounds what is logged', async () => {
    const many = (await run('for (let i = 0; i < 5000; i++) console.log(i); 1')) as { logs: unknown[] }
    expect(many).toMatchObject({ result: 1, logs_truncated: true })
    expect(many.logs).toHaveLength(1_000)
    const long = (await run('console.error("x".repeat(2e5))')) as { logs: { text: string }[] }
    expect(long).toMatchObject({ logs_truncated: true })
    expect(long.logs[0]!.text).toHaveLength(100_000)
  })

  it('logs what it is given as a console would, and never fails over it', async () => {
    const code =
      'const a = {}; a.a = a; console.warn("a", { b: [1] }, new TypeError("t"), a, Symbol("s"), null, 1n)'
    expect(await run(code)).toMatchObject({
      logs: [{ level: 'warn', text: expect.stringMatching(/^a {"b":\[1\]} TypeError: t .+ null 1$/) }],
    })
  })
})
