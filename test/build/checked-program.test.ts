import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { lintFindings, programOf, typeErrorsOf } from '../../build/checked-program.mjs'
import { ROOT } from '../support/sources/source-files.ts'

const FOLDER = join(ROOT, 'test/fixtures/checks')

// Two files are without faults, two have some, most of which only types tell, and one is not in tsconfig.json.
describe('type checks and lint over one program', () => {
  let program: ReturnType<typeof programOf>

  beforeAll(() => {
    program = programOf(FOLDER)
  })

  it('find a wrong type in a file and in the template of a component, and nothing else', () => {
    const errors = typeErrorsOf(program).sort()
    expect(errors.map((error) => /[^/]+ error TS\d+/.exec(error)?.[0])).toEqual([
      'SendsNumber.vue(6,15): error TS2322',
      'forgets.ts(4,14): error TS2322',
    ])
  })

  it('find what a rule sees through types and in components, and report a file without types', async () => {
    const found = await lintFindings(program, { cwd: FOLDER, ignore: false })
    expect(found).toMatch(/forgets\.ts\n +7:3 .* @typescript-eslint\/no-floating-promises/)
    expect(found).toMatch(/SendsNumber\.vue\n +7:6 .* vue\/no-v-html/)
    expect(found).toMatch(
      /unlisted\.ts\n +0:0 .*was not found|unlisted\.ts\n[^\n]*\nThe file was not found/,
    )
    expect(found).toContain('3 problems')
  })
})
