/**
 * `npm run mutate`: applies small changes to a copy of the product, one at a time, and checks that
 * the tests that are meant to notice each one do. `-- --list` lists the changes, `-- --only ID`
 * tries one (it may be repeated), `-- --all` builds the changed sources and runs the whole suite.
 */
import { parseArgs } from 'node:util'
import type { Mutation } from './mutation.ts'
import { MUTATIONS } from './mutations.ts'
import { build, runTests, stopAll, type Outcome } from './test-run.ts'
import { TreeCopy } from './tree-copy.ts'

/** What a run has found out about one mutation; all but the first two fail the run. */
type Verdict = 'killed' | 'equivalent' | 'survived' | 'not equivalent' | 'broken'

const OUTPUT_LINES = 15
const INDENT = ' '.repeat(11)

const options = readOptions()
const chosen = options.only.length > 0 ? options.only.map(mutationOf) : MUTATIONS
if (options.list) {
  for (const { id, file, why, equivalent } of chosen)
    print(
      `${id.padEnd(10)} ${file}\n           ${why}${equivalent ? `\n           equivalent: ${equivalent}` : ''}`,
    )
} else {
  await tryAll()
}

async function tryAll(): Promise<void> {
  const copy = new TreeCopy()
  process.once('exit', () => copy.remove())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      stopAll()
      process.exit(130)
    })
  // A test that fails anyway notices nothing.
  const unchanged = await outcomeOf(copy, [...new Set(chosen.flatMap(({ tests }) => tests))], false)
  if (unchanged.kind !== 'passed') {
    print(`The tests must pass before anything is changed. ${said(unchanged)}`)
    process.exitCode = 1
    return
  }
  print(`${unchanged.tests} tests pass with nothing changed.`)
  const counts: Record<Verdict, number> = {
    killed: 0,
    equivalent: 0,
    survived: 0,
    'not equivalent': 0,
    broken: 0,
  }
  for (const mutation of chosen) counts[await tryOne(copy, mutation)]++
  const found = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
  print(`${found.join(', ')} of ${chosen.length}`)
  process.exitCode = counts.killed + counts.equivalent === chosen.length ? 0 : 1
}

async function tryOne(copy: TreeCopy, mutation: Mutation): Promise<Verdict> {
  const startedAt = performance.now()
  const outcome = await copy.with(mutation, () => outcomeOf(copy, mutation.tests, true))
  const verdict = verdictOf(mutation, outcome)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  print(`${verdict.padEnd(10)} ${mutation.id.padEnd(10)} ${mutation.file} (${seconds} s)`)
  const more = verdict === 'survived' ? mutation.why : (mutation.equivalent ?? said(outcome))
  print(`           ${more}`)
  return verdict
}

async function outcomeOf(copy: TreeCopy, tests: readonly string[], bail: boolean): Promise<Outcome> {
  if (!options.all) return await runTests(copy.root, tests, bail)
  const built = await build(copy.root)
  return built.kind === 'passed' ? await runTests(copy.root, [], bail) : built
}

function verdictOf({ equivalent }: Mutation, { kind }: Outcome): Verdict {
  switch (kind) {
    case 'passed':
      return equivalent === undefined ? 'survived' : 'equivalent'
    case 'failed':
    case 'stuck':
      return equivalent === undefined ? 'killed' : 'not equivalent'
    case 'broken':
      return 'broken'
  }
}

function said(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'passed':
      return `${outcome.tests} tests passed`
    case 'failed':
      return `by: ${outcome.tests.join(`\n${INDENT}`)}`
    case 'stuck':
      return 'by a run that did not end'
    case 'broken':
      return outcome.output.split('\n').slice(0, OUTPUT_LINES).join(`\n${INDENT}`)
  }
}

function mutationOf(id: string): Mutation {
  const found = MUTATIONS.find((mutation) => mutation.id === id)
  if (found) return found
  print(`There is no mutation ${id}. \`npm run mutate -- --list\` lists them all.`)
  process.exit(1)
}

function readOptions(): {
  readonly only: readonly string[]
  readonly list: boolean
  readonly all: boolean
} {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
  })
  return values
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
