import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)

describe('code-env-parse', () => {
  it('counts lines across values of several lines', async () => {
    const text = '\n\nA="x\ny"\n\nnonsense\nA=\'1\'\n# B=2\nC=a#b'
    expect(await run('code-env-parse', { text })).toMatchObject({
      values: { A: '1', C: 'a' },
      duplicates: [{ name: 'A', lines: [3, 7] }],
      ignored: [{ line: 6, text: 'nonsense' }],
    })
  })
})

describe('a name of an .env file', () => {
  // The files of dotenv's own tests have empty lines between entries.
  it('is as it is written after empty lines, and after values of several lines', async () => {
    const text = 'A=1\n\nB=2\n\n\n  export C = 3\n\nD="x\nE=4\n\nF=5"\n\nG: 6\n'
    const { values } = await run('code-env-parse', { text })
    expect(values).toEqual({ A: '1', B: '2', C: '3', D: 'x\nE=4\n\nF=5', G: '6' })
  })

  // 60,000 lines took 16 seconds when each empty line and each value was looked at for all that are after it.
  it('is found after a great many empty lines, and as often as it is there', async () => {
    const { values, duplicates } = await run('code-env-parse', {
      text: '\n'.repeat(60_000) + 'A=\n'.repeat(20_000),
    })
    expect(values).toEqual({ A: '' })
    expect(duplicates[0].lines).toHaveLength(20_000)
  })

  it('is kept, whatever objects inherit', async () => {
    const text =
      'export __proto__=1\nconstructor: "x\n__proto__=2\nname_=3"\n  toString = \'name_\'\nname_=4'
    const { values, count } = await run('code-env-parse', { text })
    expect(JSON.stringify(values)).toBe(
      JSON.stringify({
        ['__proto__']: '1',
        constructor: 'x\n__proto__=2\nname_=3',
        toString: 'name_',
        name_: '4',
      }),
    )
    expect(count).toBe(4)
  })
})
