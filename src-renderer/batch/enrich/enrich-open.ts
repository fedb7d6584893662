import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { CallError } from '../../gateway/gateway-types.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { loadTable } from '../import/load-table.ts'
import { type Columns, columnsOf, type Table, textOf, UnreadableTable } from '../import/table.ts'
import { type Enrich, useEnrich } from './enrich.ts'
import { openKept, removeKept } from './kept-table.ts'
import { pause } from './slices.ts'
import type { TableTitle } from './shown-table.ts'
import { isSpreadsheet, readSpreadsheet } from './spreadsheet.ts'

const MAX_NAME_CHARS = 200
const MAX_COLUMN_CHARS = 300

/** Brings a table into the place: a pasted one, a file, or one that the gateway keeps. */
export const useEnrichOpen = defineStore('enrich-open', () => {
  const { client } = useGateway()
  const enrich = useEnrich()
  const loading = ref(false)
  const problem = ref('')
  /** Problems that did not keep the table from being read. */
  const warnings = shallowRef<readonly string[]>([])
  /** Whether the first line names the columns; null if that is certain. */
  const header = ref<boolean | null>(null)
  /** A spreadsheet that waits for the owner's word, since a tool reads it for its price. */
  const spreadsheet = shallowRef<File | null>(null)

  /** Reads a text or a file; a spreadsheet waits until `readPaid` is called. */
  async function read(from: string | File): Promise<void> {
    if (typeof from !== 'string' && isSpreadsheet(from)) return void (spreadsheet.value = from)
    await take(typeof from === 'string' ? 'Pasted table' : from.name, () => loadTable(from))
  }

  /** Reads the spreadsheet that waits. */
  async function readPaid(): Promise<void> {
    const file = spreadsheet.value
    if (file) await take(file.name, () => readSpreadsheet(client, file))
    spreadsheet.value = null
  }

  async function take(source: string, load: () => Promise<Table>): Promise<void> {
    await attempt(async () => {
      const table = await load()
      const { names, rows } = columnsOf(table, table.header)
      if (rows.length === 0) throw new UnreadableTable('There are no rows below the names of the columns.')
      const short = names.map((each) => each.slice(0, MAX_COLUMN_CHARS))
      await pause()
      enrich.begin(titleOf(source), short, rows)
      warnings.value = table.warnings
      header.value = table.names === null ? table.header : null
    })
  }

  /** Reads the first line as names of the columns, or as a row; only while there are no new columns. */
  async function setHeader(on: boolean): Promise<void> {
    const { title, id } = enrich
    enrich.begin(title, ...turned(enrich, on))
    header.value = on
    if (id) await attempt(() => removeKept(client, id))
  }

  /** Opens a kept table, unless it is open. @returns whether it is a run of calls, which is not shown here */
  async function open(id: string): Promise<boolean> {
    if (id === enrich.id) return false
    enrich.clear()
    warnings.value = []
    header.value = null
    return (await attempt(() => openKept(client, enrich, id))) === false
  }

  async function attempt(work: () => Promise<unknown>): Promise<unknown> {
    loading.value = true
    problem.value = ''
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallError || error instanceof UnreadableTable)) throw error
      problem.value = error.message
    } finally {
      loading.value = false
    }
  }

  return { loading, problem, warnings, header, spreadsheet, read, readPaid, setHeader, open }
})

function titleOf(source: string): TableTitle {
  const name = source.replace(/\.\w{1,6}$/, '').slice(0, MAX_NAME_CHARS) || 'Table'
  return { name, source: source.slice(0, MAX_NAME_CHARS) }
}

/** A table whose first line has become the names of its columns, or the other way round. */
function turned({ plan, rows }: Enrich, toNames: boolean): readonly [Columns['names'], Columns['rows']] {
  const unnamed = (at: number) => `column ${at + 1}`
  if (!toNames) return [plan.names.map((_, at) => unnamed(at)), [plan.names, ...rows]]
  const names = plan.names.map(
    (_, at) => textOf(rows[0]?.[at]).trim().slice(0, MAX_COLUMN_CHARS) || unnamed(at),
  )
  return [names, rows.slice(1)]
}
