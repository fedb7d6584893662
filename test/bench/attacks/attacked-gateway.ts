/** A gateway for the attacks, whose names are found by the DNS server that the first argument names. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '../../../src-main/instance/start-gateway.ts'
import { TEST_FILES } from '../../support/gateway/test-gateway.ts'
import { OWNER_KEY } from '../measured-gateway.ts'

const [dns = '', ...allowedOrigins] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'toolgate-bench-'))
const gateway = await startGateway({
  ...TEST_FILES,
  dataDir,
  port: 0,
  hostname: '127.0.0.1',
  ownerKey: OWNER_KEY,
  allowedOrigins,
  names: { servers: [dns] },
})
console.log(JSON.stringify({ url: gateway.url }))
process.once('SIGTERM', () => {
  void gateway.close().then(async () => {
    await rm(dataDir, { recursive: true })
    process.exit()
  })
})
