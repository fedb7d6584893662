/** A form in which rows can be taken away: its ending, its name in the menu, and its media type. */
export interface ExportFormat<Ending extends string = string> {
  readonly format: Ending
  readonly label: string
  readonly type: string
}

/** What a spreadsheet opens. */
export const CSV = {
  format: 'csv',
  label: 'CSV, for spreadsheets',
  type: 'text/csv;charset=utf-8',
} as const
/** What a program reads at once. */
export const JSON_LIST = { format: 'json', label: 'JSON, one list', type: 'application/json' } as const
