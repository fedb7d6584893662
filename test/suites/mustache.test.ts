import { expect, it } from 'vitest'
import suite from '../fixtures/standards/mustache.json' with { type: 'json' }
import { STANDARDS } from '../../src-main/tools/lib/standards.ts'
import { runTool } from '../support/tools/run-tool.ts'

it('fills in all templates of the specification of Mustache as it says', async () => {
  const wrong: string[] = []
  for (const { name, expected, ...input } of suite.tests) {
    const { text } = (await runTool('text-template', input)) as { text: string }
    if (text !== expected) wrong.push(name)
  }
  const { passed, cases } = STANDARDS.mustache
  expect(wrong).toEqual([])
  expect([suite.tests.length - wrong.length, suite.tests.length]).toEqual([passed, cases])
})
