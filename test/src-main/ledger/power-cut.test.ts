import fc from 'fast-check'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { one, statement, type Work } from '../../../src-main/storage/engine/work.ts'
import { DATABASE_FILE, openDatabase } from '../../../src-main/storage/open-database.ts'
import { ForgetfulDisk } from '../../support/disk/forgetful-disk.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { runs } from '../../support/runs.ts'

const RUNS = runs(10, 300)
const ACCOUNT = 'key_a'
const GRANT = 60
const CALL = { requestId: 'req', slug: 'slug' }
const SAVE = statement<{ id: string }, { id: string }>('INSERT INTO answer VALUES (:id) RETURNING id')

/** Made once: laying a database out takes many syncs. */
function makeTemplate(): string {
  const folder = makeTempDir()
  const db = openDatabase(folder)
  db.exec('CREATE TABLE answer (id TEXT PRIMARY KEY)')
  const commits = new GroupCommit(db)
  const ledger = new SqliteLedger(db, commits, () => 0)
  void ledger.credit({ id: 'g', account: ACCOUNT, kind: 'grant', credits: GRANT })
  commits.close()
  db.close()
  return join(folder, DATABASE_FILE)
}

/** A ledger on a disk that forgets, and what its callers were told. */
class Run {
  readonly #db
  readonly #commits
  readonly #ledger
  readonly disk
  readonly charged = new Map<string, number>()
  readonly refunded = new Set<string>()
  #count = 0

  constructor(template: string) {
    const folder = makeTempDir()
    copyFileSync(template, join(folder, DATABASE_FILE))
    this.#db = openDatabase(folder)
    this.disk = new ForgetfulDisk(this.#db)
    this.#commits = new GroupCommit(this.#db, { disk: this.disk })
    this.#ledger = new SqliteLedger(this.#db, this.#commits, () => 0)
  }

  call(credits: number, outcome: 'answer' | 'failure'): void {
    const id = `c${this.#count++}`
    try {
      this.#ledger.reserve({ id, account: ACCOUNT, credits })
    } catch {
      // Not enough left: nothing was promised.
      return
    }
    if (outcome === 'failure') {
      void this.#ledger.release(id, CALL).then(() => this.refunded.add(id))
      return
    }
    const save = function* (): Work<void> {
      yield* one(SAVE, { id })
    }
    void this.#ledger.settle(id, CALL, save).then(() => this.charged.set(id, credits))
  }

  flush(): void {
    this.#commits.flush()
  }

  end(): void {
    this.#commits.close()
    this.#db.close()
  }
}

function checkAfterCut(folder: string, { charged, refunded }: Run): void {
  const db = openDatabase(folder)
  expect(verifyLedger(db)).toMatchObject({ ok: true })
  const left = new Map(
    db.prepare<[], [string, number]>(`SELECT id, credits FROM entry WHERE kind <> 'grant'`).raw().all(),
  )
  for (const [id, credits] of charged) expect(left.get(id)).toBe(-credits)
  for (const id of refunded) expect(left.get(`${id}:refund`)).toBe(0 - left.get(`${id}:failed`)!)
  // An answer and its charge stand or fall together.
  const answers = new Set(db.prepare<[], string>('SELECT id FROM answer').pluck().all())
  const charges = new Set([...left.keys()].filter((id) => !id.includes(':')))
  expect(answers).toEqual(charges)
  db.close()
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('call' as const), credits: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('fail' as const), credits: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('confirm' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
)

describe('a power cut', () => {
  it('loses no charge whose answer has left, whatever the disk kept of the rest', async () => {
    const template = makeTemplate()
    let acknowledged = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 60 }),
        fc.infiniteStream(fc.boolean()),
        async (steps, coin) => {
          const run = new Run(template)
          for (const one of steps) {
            if (one.do === 'call') run.call(one.credits, 'answer')
            else if (one.do === 'fail') run.call(one.credits, 'failure')
            else if (one.do === 'confirm') run.disk.confirm()
            else if (one.do === 'flush') run.flush()
            await new Promise(setImmediate)
          }
          acknowledged += run.charged.size
          const cut = makeTempDir()
          run.disk.cut(cut, () => coin.next().value)
          checkAfterCut(cut, run)
          run.end()
        },
      ),
      { numRuns: RUNS },
    )
    // Catches: a run that never confirmed anything and so proved nothing.
    expect(acknowledged).toBeGreaterThan(0)
  })
})
