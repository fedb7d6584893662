/**
 * Calls a gateway until the file size limit of this process is reached, then again without the limit, and prints
 * what it saw. Run by errors.test.ts in a process of its own: a limit that is reached would stop the test runner too.
 */
import { execFileSync } from 'node:child_process'
import { liftRateLimit } from '../gateway/lift-rate-limit.ts'
import { TestGateway } from '../gateway/test-gateway.ts'

const LIMIT_BYTES = 2 * 1024 * 1024

const gateway = await TestGateway.create({ dataDir: process.argv[2] ?? '' })
await liftRateLimit(gateway)

function limitFiles(bytes: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
}

// The answer is stored under its Idempotency-Key, so every charge takes room on the disk.
const charge = (i: number) =>
  gateway.call(
    'text-csv-to-json',
    { csv: `n\n${'x'.repeat(100_000)}` },
    { headers: { 'idempotency-key': `${i}` } },
  )

limitFiles(String(LIMIT_BYTES))
let charged = 0
let refused = await charge(0)
while (refused.status === 200 && charged < 100) refused = await charge(++charged)
const whileFull = gateway.balance()
const health = await gateway.send('/v1/health')
const reading = await gateway.send('/v1/credits/history')

limitFiles('unlimited')
const later = await charge(charged)
console.log(
  JSON.stringify({
    refused: { status: refused.status, ...refused.json },
    lost: 500 - 3 * charged - whileFull,
    reserved: gateway.instance.services.ledger.lastKnown(gateway.keyId).reserved,
    health: health.status,
    reading: reading.status,
    later: later.status,
    lostLater: whileFull - 3 - gateway.balance(),
  }),
)
await gateway.close()
