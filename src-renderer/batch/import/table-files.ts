/** The file types that a file dialog offers for tables. */
export const TABLE_FILES =
  '.csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json'
