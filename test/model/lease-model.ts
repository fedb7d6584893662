import type { Model } from './breadth-first.ts'

/** The rules by which several gateways would share one database, which a test takes away one by one. */
export const LEASE_RULES = {
  chargesOnce: 'an id that is in the ledger is charged no more',
  checksLease: 'the lease is checked in the transaction that charges',
  givesFree: 'a lease is given out of what is free',
  newId: 'a gateway that starts afresh has a new instance id',
  closesId: 'a call that was given up closes its id',
} as const
export type LeaseRule = keyof typeof LEASE_RULES

/** One account and two gateways. Each call costs one credit; call c belongs to gateway c % 2. */
export interface LeaseState {
  // The database. A gateway is known under its epoch; 0 once it was taken for dead.
  balance: number
  held: number
  lease: (number | null)[]
  entries: number[]
  refunds: number[]
  known: number[]
  /** Settlements that may still arrive, with nobody to hear the answer. */
  air: [gateway: number, call: number, epoch: number][]
  gateways: { up: boolean; epoch: number; free: number }[]
  /** `-` not begun, `r` running and `s` sent, each with its epoch; answered, failed, withdrawn, or dead (`X`). */
  calls: string[]
  crashes: number
  reaps: number
  asks: number
  cuts: number
}

type Step = [name: string, step: (copy: LeaseState) => void]

/** How much there is, and how much may go wrong. */
export interface LeaseSize {
  readonly credits: number
  readonly calls: number
  readonly crashes: number
  readonly reaps: number
  readonly asks: number
  readonly cuts: number
}

export function leaseModel(
  { credits, calls, ...faults }: LeaseSize,
  without: LeaseRule | null,
): Model<LeaseState> {
  const holds = (rule: LeaseRule): boolean => rule !== without
  const put = (list: number[], one: number): void => {
    list.push(one)
    list.sort((a, b) => a - b)
  }

  function commit(s: LeaseState, gateway: number, call: number, epoch: number): boolean {
    if (holds('chargesOnce') && s.entries.includes(call)) return true
    const lease = s.lease[gateway] ?? null
    if (holds('checksLease') && (s.known[gateway] !== epoch || lease === null || lease < 1)) return false
    if (lease !== null) s.lease[gateway] = lease - 1
    s.held--
    s.balance--
    put(s.entries, call)
    return true
  }
  function begin(s: LeaseState, gateway: number): void {
    const own = s.gateways[gateway]!
    s.held -= s.lease[gateway] ?? 0
    s.lease[gateway] = null
    if (holds('newId') || own.epoch === 0) own.epoch++
    own.free = 0
    s.known[gateway] = own.epoch
  }
  function withdraw(s: LeaseState, call: number): void {
    s.calls[call] = 'W'
    if (!holds('closesId')) return
    if (s.entries.includes(call)) s.balance++
    else put(s.entries, call)
    put(s.refunds, call)
  }

  function stepsOf(s: LeaseState, gateway: number): Step[] {
    const found: Step[] = []
    const { up, epoch, free } = s.gateways[gateway]!
    const say = (name: string, step: Step[1]): void => void found.push([`${gateway} ${name}`, step])
    if (!up) {
      say('starts', (c) => {
        c.gateways[gateway]!.up = true
        begin(c, gateway)
      })
      return found
    }
    if (s.known[gateway] !== epoch) say('is not known, and starts afresh', (c) => begin(c, gateway))
    else if (s.asks > 0)
      for (const isHeard of [true, false]) {
        if (!isHeard && s.cuts === 0) continue
        say(isHeard ? 'asks' : 'asks, and the answer is lost', (c) => {
          c.asks--
          if (!isHeard) c.cuts--
          const given = Math.min(2, holds('givesFree') ? c.balance - c.held : c.balance)
          if (given <= 0) return
          c.held += given
          c.lease[gateway] = (c.lease[gateway] ?? 0) + given
          if (isHeard) c.gateways[gateway]!.free += given
        })
      }
    if (s.crashes > 0)
      say('crashes', (c) => {
        c.crashes--
        Object.assign(c.gateways[gateway]!, { up: false, free: 0 })
        c.calls = c.calls.map((one, call) => (call % 2 === gateway && /^[rs]/.test(one) ? 'X' : one))
      })
    for (const [call, one] of s.calls.entries()) {
      if (call % 2 !== gateway) continue
      if (one === '-' && free >= 1)
        say(`reserves ${call}`, (c) => {
          c.gateways[gateway]!.free--
          c.calls[call] = `r${epoch}`
        })
      const own = Number(one.slice(1))
      if (one.startsWith('r') && own !== epoch) say(`fails ${call}`, (c) => void (c.calls[call] = 'F'))
      else if (/^[rs]/.test(one)) {
        say(`settles ${call}`, (c) => {
          const isCharged = commit(c, gateway, call, own)
          c.calls[call] = isCharged ? 'A' : 'F'
          if (!isCharged && own === c.gateways[gateway]!.epoch) begin(c, gateway)
        })
        if (one.startsWith('s')) say(`withdraws ${call}`, (c) => withdraw(c, call))
        else if (s.cuts > 0) {
          const send = (what: string, then: Step[1]): void =>
            say(`settles ${call}, ${what}`, (c) => {
              c.cuts--
              c.calls[call] = `s${own}`
              then(c)
            })
          send('and the answer is lost', (c) => void commit(c, gateway, call, own))
          send('which is stuck on the way', (c) => void c.air.push([gateway, call, own]))
          send('which is lost', () => undefined)
        }
      }
    }
    return found
  }

  function steps(s: LeaseState): Step[] {
    const found = [...stepsOf(s, 0), ...stepsOf(s, 1)]
    for (const gateway of [0, 1])
      if (s.reaps > 0 && s.known[gateway] !== 0)
        found.push([
          `${gateway} is taken for dead`,
          (c) => {
            c.reaps--
            c.known[gateway] = 0
            c.held -= c.lease[gateway] ?? 0
            c.lease[gateway] = null
          },
        ])
    for (const [index, [gateway, call, epoch]] of s.air.entries())
      found.push([
        `the settlement of ${call} arrives`,
        (c) => {
          c.air.splice(index, 1)
          commit(c, gateway, call, epoch)
        },
      ])
    return found
  }

  function wrong(s: LeaseState): string | null {
    if (s.balance < 0 || s.held < 0 || s.held > s.balance) return 'more is held than there is'
    if (s.held !== s.lease.reduce<number>((sum, one) => sum + (one ?? 0), 0))
      return 'held is not the sum of the leases'
    if (s.balance !== credits - s.entries.length + s.refunds.length)
      return 'the balance is not the sum of the entries'
    if (new Set(s.entries).size !== s.entries.length) return 'charged twice'
    const isPaid = (call: number): boolean => s.entries.includes(call) && !s.refunds.includes(call)
    if (s.calls.some((one, call) => one === 'A' && !isPaid(call))) return 'answered and not charged'
    if (s.calls.some((one, call) => (one === 'F' || one === 'W') && isPaid(call)))
      return 'failed and charged'
    return null
  }

  const gateway = () => ({ up: false, epoch: 0, free: 0 })
  const start: LeaseState = {
    balance: credits,
    held: 0,
    lease: [null, null],
    entries: [],
    refunds: [],
    known: [0, 0],
    air: [],
    gateways: [gateway(), gateway()],
    calls: Array.from({ length: calls }, () => '-'),
    ...faults,
  }
  return { start, steps, wrong }
}
