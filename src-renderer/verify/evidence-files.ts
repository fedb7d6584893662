/** The file types that a file dialog offers for answers, receipts and hashes. */
export const EVIDENCE_FILES = '.json,.ndjson,.jsonl,.txt,application/json'
