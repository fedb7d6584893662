import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { ROOT } from '../../build/paths.mjs'
import { readServeOptions } from '../../src-main/command-line/serve/serve-options.ts'
import type { Json } from '../support/gateway/test-gateway.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const CONTENTS: Readonly<Record<string, string>> = {
  url: 'postgres://toolgate:hunter2@db.example.com/toolgate\n',
  seal: 'of the test\n',
  owner: `sk-toolgate-${'0123456789abcdef'.repeat(3)}\n`,
}

const read = (name: string): string => readFileSync(join(ROOT, 'build/deploy', name), 'utf8')

/** Reads what a container starts with, its files of secrets being somewhere else. */
function served([command, ...args]: readonly string[], variables: Readonly<Record<string, string>>) {
  expect(command).toBe('serve')
  const folder = makeTempDir()
  const env: NodeJS.ProcessEnv = {}
  for (const [name, path] of Object.entries(variables)) {
    const file = join(folder, path.split('/').at(-1)!)
    writeFileSync(file, CONTENTS[path.split('/').at(-1)!]!)
    env[name] = file
  }
  return readServeOptions(
    args.map((arg) => arg.replace('$(POD_NAME)', 'toolgate-0')),
    env,
  )
}

it('the compose file starts gateways on its PostgreSQL with secrets from files', () => {
  const { services, secrets }: Json = parse(read('compose-postgres.yaml'))
  const { command, environment, secrets: used, deploy } = services.gateway
  expect(deploy.replicas).toBe(3)
  expect(served(command, environment)).toMatchObject({
    hostname: '0.0.0.0',
    onDatabase: {
      database: { passphrase: 'of the test', place: { host: 'db.example.com', schema: 'toolgate' } },
    },
  })
  expect(Object.values(environment)).toEqual(used.map((name: string) => `/run/secrets/${name}`))
  expect(Object.keys(secrets)).toEqual(['database', ...used])
  expect(services.db.environment.POSTGRES_PASSWORD_FILE).toBe('/run/secrets/database')
})

it('the Kubernetes file gives each gateway a name that stays, and asks it whether it is ready', () => {
  const documents: Json[] = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS())
  const set = documents.find(({ kind }) => kind === 'StatefulSet')
  const [container] = set.spec.template.spec.containers
  const files = container.env.filter(({ value }: Json) => value !== undefined)
  const variables = Object.fromEntries(files.map(({ name, value }: Json) => [name, value]))
  expect(served(container.args, variables)).toMatchObject({
    onDatabase: { database: { name: 'toolgate-0' } },
  })
  const asked = [container.livenessProbe, container.readinessProbe].map(({ httpGet }) => httpGet)
  expect(asked.map(({ path }) => path)).toEqual(['/v1/health', '/v1/health?check=ready'])
  // Catches: a probe that the door refuses, since it names the address of its pod.
  const allowed = container.args[container.args.indexOf('--allow-host') + 1]
  for (const { httpHeaders } of asked) expect(httpHeaders).toEqual([{ name: 'Host', value: allowed }])
  const services = documents.filter(({ kind }) => kind === 'Service')
  expect(services.map(({ metadata }) => metadata.name)).toContain(set.spec.serviceName)
})
