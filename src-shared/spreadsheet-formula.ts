/** A cell that begins like a formula is one to a spreadsheet, whoever wrote it; a number is none. */
export const SPREADSHEET_FORMULA = /^(?:[=@\t\r]|[+-](?![\d.]))/
