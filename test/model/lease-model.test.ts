import { describe, expect, it } from 'vitest'
import { LONG } from '../support/runs.ts'
import { searchAll } from './breadth-first.ts'
import { LEASE_RULES, leaseModel, type LeaseRule } from './lease-model.ts'

const SIZE = { credits: 2, calls: 2, crashes: 1, reaps: 2, asks: 3, cuts: 2 }
const DAILY = { ...SIZE, asks: 2, cuts: 1 }

describe('the protocol of leases between gateways of one database', () => {
  it('charges every answered call once and no other, whoever dies and whatever is lost', () => {
    const { states, fault } = searchAll(leaseModel(LONG ? { ...SIZE, credits: 3, calls: 3 } : DAILY, null))
    expect(fault).toBeNull()
    // So that the search cannot pass for want of anything to search.
    expect(states).toBeGreaterThan(5_000)
  })

  // Catches: a model that would find nothing, and a rule that protects from nothing.
  it.each(Object.keys(LEASE_RULES) as LeaseRule[])('needs the rule %s', (rule) => {
    const { fault } = searchAll(leaseModel(SIZE, rule))
    expect(fault, LEASE_RULES[rule]).not.toBeNull()
  })
})
