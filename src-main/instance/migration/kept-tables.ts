/** A value of a row, as both drivers give it and take it. */
export type Cell = string | number | boolean | null | Uint8Array

/** A row, by the names of its columns. */
export type Row = Readonly<Record<string, Cell>>

/** A table that a data folder and a PostgreSQL both have. */
export interface KeptTable {
  readonly name: string
  /** The column that counts its rows, in whose order they are copied. */
  readonly counter?: string
  /** Columns that say where something else is kept, which is not the same in both. */
  readonly placed?: readonly string[]
}

/** All tables that are copied, each behind those that it refers to. */
export const KEPT_TABLES: readonly KeptTable[] = [
  { name: 'account' },
  { name: 'sub_account' },
  { name: 'entry', counter: 'seq' },
  { name: 'instance' },
  { name: 'late_charge' },
  { name: 'epoch', counter: 'number', placed: ['has_head'] },
  { name: 'audit', counter: 'seq' },
  { name: 'receipt', counter: 'seq' },
  { name: 'api_key' },
  { name: 'setting' },
  { name: 'allowed_origin' },
  { name: 'key_folder' },
  { name: 'toolset' },
  { name: 'recipe' },
  { name: 'provider', placed: ['secret_place'] },
  { name: 'source' },
  { name: 'source_tool' },
  { name: 'source_secret', placed: ['place'] },
  { name: 'hub_link', placed: ['secret_place'] },
  { name: 'page_document' },
  { name: 'purchase' },
  { name: 'auto_reload' },
  { name: 'model_use' },
  { name: 'idempotency', counter: 'seq' },
  { name: 'idempotency_usage' },
  { name: 'job', counter: 'seq' },
  { name: 'job_call' },
  { name: 'job_usage' },
  { name: 'batch', counter: 'seq' },
  { name: 'batch_row' },
  { name: 'file', counter: 'seq' },
  { name: 'file_content' },
  { name: 'memory', counter: 'id' },
  { name: 'memory_usage' },
  { name: 'memory_version', counter: 'id' },
  { name: 'memory_counter' },
  { name: 'memory_message', counter: 'id' },
  { name: 'memory_space' },
]

/** Tables of a data folder that a PostgreSQL has no use for, or computes. */
export const OF_FOLDERS: readonly string[] = ['backup_mark', 'departure', 'ledger_place', 'stored_total']
