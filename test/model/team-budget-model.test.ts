import { describe, expect, it } from 'vitest'
import { LONG } from '../support/runs.ts'
import { searchAll } from './breadth-first.ts'
import { budgetModel, RULES, type Rule } from './team-budget-model.ts'

const SIZE = LONG ? 3 : 2

describe('the protocol of the team budget', () => {
  it('charges what was spent once and within what there is, whatever is lost, late or forgotten', () => {
    const { states, fault } = searchAll(budgetModel(SIZE, null))
    expect(fault).toBeNull()
    // So that the search cannot pass for want of anything to search.
    expect(states).toBeGreaterThan(5_000)
  })

  // Catches: a model that would find nothing, and a rule that protects from nothing.
  it.each(Object.keys(RULES) as Rule[])('needs the rule %s', (rule) => {
    const { fault } = searchAll(budgetModel(2, rule))
    expect(fault, RULES[rule]).not.toBeNull()
  })
})
