/**
 * One gateway under load, in a process of its own: `node load.ts HOST SCHEMA NAME`. It prints a line for each call:
 * `A id account balance` when it was answered, `F id code` when it failed and must cost nothing.
 */
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgresLedger } from '../../../src-main/ledger/postgres/open-ledger.ts'
import { GatewayError } from '../../../src-shared/errors.ts'

const CALLERS = 8
const ACCOUNTS = 3
const TOP_UP = 400

const [host = '', schema = '', name = ''] = process.argv.slice(2)
const place = { host, schema, user: 'toolgate', database: 'postgres' }
const settings = { now: Date.now, name, slack: 64, everyMs: 40, deadAfterMs: 300, patienceMs: 5_000 }
const { ledger, close } = await openPostgresLedger(place, settings)

let isOver = false
let count = 0

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

async function call(): Promise<void> {
  const n = count++
  const id = `${name}-${n}`
  const account = `key_${n % ACCOUNTS}`
  try {
    await ledger.reserve({ id, account, credits: 1 + (n % 3) })
    await pause(n % 4)
    // One of eight fails, which leaves a charge and its refund.
    if (n % 8 === 7) {
      await ledger.release(id, { requestId: id, slug: 'load' })
      return say(`F ${id} tool`)
    }
    const balance = await ledger.settle(id, { requestId: id, slug: 'load' })
    say(`A ${id} ${account} ${balance}`)
  } catch (error) {
    say(`F ${id} ${error instanceof GatewayError ? error.code : 'bug'}`)
    if (!(error instanceof GatewayError)) throw error
    if (error.code !== 'insufficient_credits') return await pause(20)
    // It may be that this is not known to be done, and the next one adds some more.
    await ledger
      .credit({ id: `top-${id}`, account, kind: 'purchase', credits: TOP_UP })
      .catch(() => undefined)
  }
}

async function caller(): Promise<void> {
  while (!isOver) await call()
}

process.once('SIGTERM', () => (isOver = true))
say('ready')
await Promise.all(Array.from({ length: CALLERS }, caller))
await close()
