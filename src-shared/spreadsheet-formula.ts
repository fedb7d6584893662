/** Spreadsheets treat a cell that begins like a formula as one, whoever wrote it; numbers are safe. */
export const SPREADSHEET_FORMULA = /^(?:[=@\t\r]|[+-](?![\d.]))/
