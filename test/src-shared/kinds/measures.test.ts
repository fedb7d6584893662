import { expect, it } from 'vitest'
import { detectKinds } from '../../../src-shared/kinds/detect-kinds.ts'
import { UNITS } from '../../../src-shared/kinds/measures.ts'
import { valuesIn } from '../../../src-shared/kinds/values-in.ts'
import { runTool } from '../../support/tools/run-tool.ts'

it('every unit of a quantity can be converted as it is offered', async () => {
  const refused: string[] = []
  for (const unit of UNITS.keys()) {
    expect(detectKinds(`12.5 ${unit}`)[0]?.kind, unit).toBe('quantity')
    const input = valuesIn('quantity', `12.5 ${unit}`)
    await runTool('math-unit-convert', input).catch((error: Error) =>
      refused.push(`${unit}: ${error.message}`),
    )
  }
  expect(refused).toEqual([])
})

it('every length of time can be converted as it is offered, and keeps its length', async () => {
  const told = [
    '1h 30m',
    '2 weeks',
    '3 days',
    '1 day and 6 hours',
    '45s',
    'PT36H',
    'P1Y6M',
    'P2Y',
    '1.5 hours',
  ]
  const results = await Promise.all(
    told.map(async (text) => {
      const { value, from, to } = valuesIn('duration', text)!
      const { result } = (await runTool('math-unit-convert', { value, from, to })) as { result: number } // Its output.
      return `${text} = ${String(result)} ${String(to)}`
    }),
  )
  expect(results).toEqual([
    '1h 30m = 1.5 hours',
    '2 weeks = 14 days',
    '3 days = 0.42857142857143 weeks',
    '1 day and 6 hours = 1.25 days',
    '45s = 0.75 minutes',
    'PT36H = 1.5 days',
    'P1Y6M = 1.5 years',
    'P2Y = 24 months',
    '1.5 hours = 0.0625 days',
  ])
})

it('takes no numbers beyond 90 and 180 degrees for a place', () => {
  expect(detectKinds('95.1234, 8.5417').map(({ kind }) => kind)).not.toContain('coordinates')
})
