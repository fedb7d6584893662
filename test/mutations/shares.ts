import type { Mutation } from './mutation.ts'

const SHARE = 'src-main/shares/fair-share.ts'
const FLOW = 'src-main/shares/flow.ts'
const RESOLVER = 'src-main/outbound/names/name-resolver.ts'
const MODEL_TESTS = ['test/src-main/shares/fair-share-model.test.ts']
const SHARE_TESTS = ['test/src-main/shares/fair-share.test.ts', ...MODEL_TESTS]
const RESOLVER_TESTS = ['test/src-main/outbound/names/name-resolver.test.ts']

/** Changes to what one key leaves for the others. */
export const SHARES: readonly Mutation[] = [
  {
    id: 'share-1',
    file: SHARE,
    find: 'return running < perKey && (leaves ? running < free : free > 0)',
    replace: 'return leaves ? running < free : free > 0',
    why: 'One key holds everything.',
    tests: MODEL_TESTS,
  },
  {
    id: 'share-2',
    file: SHARE,
    find: 'const free = Math.min(limit - this.#running + this.#ownersRunning, limit + reserve - this.#running)',
    replace: 'const free = limit + reserve - this.#running',
    why: "Others take the owner's reserve.",
    tests: MODEL_TESTS,
  },
  {
    id: 'share-3',
    file: SHARE,
    find: '        if (!isHeld) return\n',
    replace: '',
    why: 'A place that is given back twice lets too much work run.',
    tests: MODEL_TESTS,
  },
  {
    id: 'share-4',
    file: SHARE,
    find: '        this.#forget(flow, gone)\n',
    replace: '',
    why: 'Work that has given up takes a place.',
    tests: MODEL_TESTS,
  },
  {
    id: 'share-5',
    file: FLOW,
    find: 'return this.since + this.useMs(now)',
    replace: 'return this.useMs(now)',
    why: 'Newcomers overtake a key for ever.',
    tests: SHARE_TESTS,
  },
  {
    id: 'share-6',
    file: FLOW,
    find: 'return this.since + this.useMs(now)',
    replace: 'return this.since',
    why: 'Slow calls get as many turns as quick ones.',
    tests: SHARE_TESTS,
  },
  {
    id: 'share-7',
    file: 'src-main/workers/worker-pool.ts',
    find: '    worker.job.place.costs(cpuMs)\n',
    replace: '    worker.job.place.costs(cpuMs * 0)\n',
    why: 'The processor time of calls that end is not counted.',
    tests: ['test/src-main/workers/worker-pool.test.ts'],
  },
  {
    id: 'share-31',
    file: 'src-main/workers/kill-worker.ts',
    find: 'if (child.connected) child.disconnect()',
    replace: 'if (!child.connected) child.disconnect()',
    why: 'A worker that the kill of its sandbox has missed stays for ever.',
    tests: ['test/src-main/workers/kill-worker.test.ts'],
  },
  {
    id: 'share-8',
    file: RESOLVER,
    find: "if (call.bySystem && codeOf(error) !== 'ETIMEOUT')",
    replace: "if (codeOf(error) !== 'ETIMEOUT')",
    why: "Callers' names hold Node's own threads.",
    tests: RESOLVER_TESTS,
  },
  {
    id: 'share-9',
    file: RESOLVER,
    find: '      if (signal.aborted || error instanceof GatewayError) throw error\n',
    replace: '',
    why: 'A caller who leaves makes a name unknown for everybody.',
    tests: RESOLVER_TESTS,
  },
  {
    id: 'share-10',
    file: 'src-main/outbound/names/query-addresses.ts',
    find: "  signal.addEventListener('abort', cancel, { once: true })\n",
    replace: '',
    why: 'A look-up goes on when its caller has left.',
    tests: RESOLVER_TESTS,
  },
  {
    id: 'share-11',
    file: SHARE,
    find: 'if (!longest || longest.waiting.size <= waiting.size + 1) throw this.#lineFull()',
    replace: 'if (!longest) throw this.#lineFull()',
    why: 'Keys with little to do send each other away for ever.',
    tests: SHARE_TESTS,
  },
  {
    id: 'share-12',
    file: SHARE,
    find: '(leaves ? running < free : free > 0)',
    replace: 'free > 0',
    why: 'Two keys hold everything, and a third waits.',
    tests: SHARE_TESTS,
  },
  {
    id: 'share-13',
    file: SHARE,
    find: 'flow.running > running || (flow.running === running && rank >= nextRank)',
    replace: 'rank >= nextRank',
    why: 'A key that has places takes the next one from a key that has none.',
    tests: SHARE_TESTS,
  },
]
