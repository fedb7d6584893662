/** Files that hold rows, as a file dialog filters them. */
export const TABLE_FILES =
  '.csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json'
