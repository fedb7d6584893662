import { PASTED_DOCUMENTS } from './pasted-documents.ts'
import { PASTED_MEASURES } from './pasted-measures.ts'
import { PASTED_VALUES } from './pasted-values.ts'

/** Texts of each kind, and the slugs of the tools that are right for them. */
export type Pastes = Readonly<
  Record<string, { readonly tools: readonly string[]; readonly texts: readonly string[] }>
>

/**
 * Texts as people paste them, by kind: any of the tools named is right in the first place. Each text was written for
 * this list.
 */
export const PASTES: Pastes = {
  ...PASTED_DOCUMENTS,
  ...PASTED_VALUES,
  ...PASTED_MEASURES,
  image: {
    tools: ['vision-image-metadata'],
    texts: [
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB',
      'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////',
    ],
  },
  pdf: {
    tools: ['doc-pdf-to-text'],
    texts: [
      'JVBERi0xLjQKMSAwIG9iago8PC9UeXBlL0NhdGFsb2c+PgplbmRvYmoK',
      'data:application/pdf;base64,JVBERi0xLjQKMSAwIG9iago8PC9UeXBlL0NhdGFsb2c+Pg==',
    ],
  },
  docx: {
    tools: ['doc-docx-to-markdown'],
    texts: [
      Buffer.from('PK\u0003\u0004\u0014\u0000[Content_Types].xml....word/document.xml', 'latin1').toString(
        'base64',
      ),
      'data:application/vnd.openxmlformats-officedocument.wordprocessingml.document;base64,UEsDBBQAAAAI',
    ],
  },
  xlsx: {
    tools: ['doc-xlsx-to-json'],
    texts: [
      Buffer.from('PK\u0003\u0004\u0014\u0000[Content_Types].xml....xl/workbook.xml', 'latin1').toString(
        'base64',
      ),
      'data:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;base64,UEsDBBQAAAAI',
    ],
  },
  foreign: {
    tools: ['text-language-detect'],
    texts: [
      'Liebe Kolleginnen und Kollegen, am Freitag bleibt das Büro geschlossen, weil die Heizung erneuert wird. Bitte arbeitet von zu Hause.',
    ],
  },
  text: {
    tools: ['text-word-count'],
    texts: [
      'The harbour authority published its plan on Tuesday. '.repeat(4),
      'We met on Monday. Ada will write the report; Grace checks the figures, and everybody reads it before the end of the week.',
      'Please select the items from the list that you would like to keep, and then tell us why they matter to you and your team.',
    ],
  },
}
