import { TABLE_FILES as TEXT_FILES } from '../import/table-files.ts'

/** The file types that a file dialog offers for tables here. */
export const TABLE_FILES = `${TEXT_FILES},.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`
