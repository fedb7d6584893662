import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startGateway } from '../../../src-main/instance/start-gateway.ts'
import { TEST_FILES } from '../../support/gateway/test-gateway.ts'

it('a gateway that cannot record its address lets go of its data folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolgate-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const inTheWay = join(dataDir, 'runtime.json')
  await mkdir(inTheWay)
  const options = { ...TEST_FILES, dataDir, port: 0, hostname: '127.0.0.1' }
  await expect(startGateway(options)).rejects.toMatchObject({ syscall: 'rename' })

  await rmdir(inTheWay)
  const gateway = await startGateway(options)
  await gateway.close()
})

it('a gateway that cannot remove its address when it stops lets go of its data folder as well', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolgate-stop-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const options = { ...TEST_FILES, dataDir, port: 0, hostname: '127.0.0.1' }
  const first = await startGateway(options)
  const inTheWay = join(dataDir, 'runtime.json')
  await rm(inTheWay)
  await mkdir(inTheWay)
  await expect(first.close()).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' })

  await rmdir(inTheWay)
  const second = await startGateway(options)
  await second.close()
})
