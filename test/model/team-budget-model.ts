import type { Model } from './breadth-first.ts'

/** The rules of docs/team-budget.md, which a test takes away one by one. */
export const RULES = {
  chargesOnce: 'an entry whose id is known is charged no more',
  keepsLate: 'what comes after the leases have ended is charged to nobody',
  givesFree: 'a lease is given out of what is free',
  repeatsNumber: 'a repeated number gets the same lease',
  notesNumber: 'a lease and its number arrive in one transaction',
  beginsAnew: 'a gateway whose leases have ended starts afresh under another id',
  sendsInOrder: 'the place moves on only past what the hub has answered',
} as const
export type Rule = keyof typeof RULES

type Message = ['ask', instance: number, number: number] | ['entry', instance: number, call: number]

/** One gateway at a hub, and calls of the hub's own. Each call costs one credit. */
export interface BudgetState {
  // The hub. An instance is an index: the gateway's first id, its second.
  balance: number
  own: number
  number: number[]
  last: number[]
  left: number[]
  ended: boolean[]
  charged: number[]
  late: number[]
  // The gateway, all of it on its disk.
  id: number
  got: number[]
  received: number[]
  /** Calls that it has answered, and of which instance's leases. */
  calls: [call: number, instance: number][]
  sent: number
  // The network: requests that may still arrive, with nobody to hear the answer.
  air: Message[]
  // What may still go wrong.
  faults: number
  forgets: number
}

/** @param size the credits of the hub, which is also how many calls each side makes */
export function budgetModel(size: number, without: Rule | null): Model<BudgetState> {
  const holds = (rule: Rule): boolean => rule !== without
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

  // The hub. Each is one transaction.
  function give(s: BudgetState, instance: number, number: number): number | 'ended' {
    if (s.ended[instance]) return 'ended'
    const known = s.number[instance]!
    if (number === known && holds('repeatsNumber')) return s.last[instance]!
    if (number !== known && number !== known + 1) return 0
    const free = holds('givesFree') ? s.balance - sum(s.left) : s.balance
    const given = Math.min(1, free)
    if (given <= 0) return 0
    s.number[instance] = number
    s.last[instance] = given
    s.left[instance]! += given
    return given
  }
  function take(s: BudgetState, instance: number, call: number): void {
    if (holds('chargesOnce') && (s.charged.includes(call) || s.late.includes(call))) return
    if (s.left[instance]! < 1 && (holds('keepsLate') || !s.ended[instance])) {
      s.late.push(call)
      s.late.sort((one, other) => one - other)
      return
    }
    if (s.left[instance]! > 0) s.left[instance]!--
    s.balance--
    s.charged.push(call)
    s.charged.sort((one, other) => one - other)
  }

  // The gateway.
  function beginAnew(s: BudgetState, instance: number): void {
    if (s.id !== instance) return
    if (holds('beginsAnew')) {
      s.id++
      return
    }
    // The same id again, as if it had never been.
    s.ended[instance] = false
    s.number[instance] = 0
    s.got[instance] = 0
    s.received[instance] = 0
  }
  function receive(s: BudgetState, answer: number | 'ended', instance: number, number: number): void {
    if (answer === 'ended') return beginAnew(s, instance)
    if (answer === 0) return
    s.received[instance]! += answer
    s.got[instance] = number
  }
  const spentOf = (s: BudgetState, instance: number): number =>
    s.calls.filter(([, of]) => of === instance).length

  function arrive(s: BudgetState, [kind, instance, what]: Message): void {
    if (kind === 'ask') give(s, instance, what)
    else take(s, instance, what)
  }

  function steps(s: BudgetState): [string, (copy: BudgetState) => void][] {
    const found: [string, (copy: BudgetState) => void][] = []
    const { id } = s
    const number = s.got[id]! + 1
    const lose = (name: string, message: Message): void => {
      if (s.faults === 0) return
      found.push([
        `${name}, and the answer is lost`,
        (c) => {
          c.faults--
          arrive(c, message)
        },
      ])
      found.push([
        `${name}, which is stuck on the way`,
        (c) => {
          c.faults--
          c.air.push(message)
        },
      ])
    }
    if (s.received[id]! - spentOf(s, id) < size) {
      found.push([`asks for lease ${number}`, (c) => receive(c, give(c, id, number), id, number)])
      lose(`asks for lease ${number}`, ['ask', id, number])
      if (!holds('notesNumber') && s.faults > 0)
        found.push([
          `asks for lease ${number}, and dies before its number is noted`,
          (c) => {
            c.faults--
            const given = give(c, id, number)
            if (given !== 'ended') c.received[id]! += given
          },
        ])
    }
    if (s.calls.length < size && s.received[id]! > spentOf(s, id))
      found.push([`answers call ${s.calls.length}`, (c) => void c.calls.push([c.calls.length, id])])
    const next = s.calls[s.sent]
    if (next) {
      const [call, instance] = next
      found.push([
        `sends call ${call}`,
        (c) => {
          take(c, instance, call)
          c.sent++
          if (c.ended[instance]) beginAnew(c, instance)
        },
      ])
      lose(`sends call ${call}`, ['entry', instance, call])
      if (!holds('sendsInOrder') && s.faults > 0)
        found.push([
          `sends call ${call}, which is lost, and goes on`,
          (c) => {
            c.faults--
            c.sent++
          },
        ])
    }
    for (const [index, message] of s.air.entries())
      found.push([
        `${message.join(' ')} arrives`,
        (c) => {
          c.air.splice(index, 1)
          arrive(c, message)
        },
      ])
    for (const [instance, last] of s.number.entries())
      if (last > 0 && !s.ended[instance] && s.forgets > 0)
        found.push([
          `the owner forgets instance ${instance}`,
          (c) => {
            c.forgets--
            c.ended[instance] = true
            c.left[instance] = 0
          },
        ])
    if (s.own < size && s.balance - sum(s.left) >= 1)
      found.push([
        'the hub answers a call of its own',
        (c) => {
          c.own++
          c.balance--
        },
      ])
    return found
  }

  function wrong(s: BudgetState): string | null {
    if (s.balance < 0 || sum(s.left) > s.balance) return 'more is held than there is'
    if (new Set(s.charged).size !== s.charged.length) return 'a call is charged twice'
    if (s.charged.some((call) => s.late.includes(call))) return 'a call is charged and late'
    if (s.balance !== size - s.charged.length - s.own) return 'the balance is not the sum of the entries'
    for (const call of s.late)
      if (!s.ended[s.calls[call]![1]]) return 'a call within its lease is charged to nobody'
    for (const [call] of s.calls.slice(0, s.sent))
      if (!s.charged.includes(call) && !s.late.includes(call))
        return 'a call was sent and the hub has not got it'
    const { id } = s
    const isQuiet = s.sent === s.calls.length && s.air.length === 0 && s.got[id] === s.number[id]
    if (isQuiet && !s.ended[id] && s.left[id] !== s.received[id]! - spentOf(s, id))
      return 'the hub holds another sum than the gateway has'
    return null
  }

  const none = (): number[] => [0, 0, 0]
  const start: BudgetState = {
    balance: size,
    own: 0,
    number: none(),
    last: none(),
    left: none(),
    ended: [false, false, false],
    charged: [],
    late: [],
    id: 0,
    got: none(),
    received: none(),
    calls: [],
    sent: 0,
    air: [],
    faults: 2,
    forgets: 2,
  }
  return { start, steps, wrong }
}
