import { z } from 'zod'

/** A text that lies on a page beside its own: what was typed into a form, or written upon it. */
export interface PlacedText {
  readonly text: string
  readonly rect: readonly [left: number, bottom: number, right: number, top: number]
  /** Whether it belongs to what is on its right, as a ticked box does. */
  readonly isBox: boolean
}

/** A field of a form. */
export interface PdfField {
  page: number
  name: string
  value: string | boolean | string[] | null
}

/** A note that somebody has added to a page. */
export interface PdfComment {
  page: number
  author: string | null
  text: string
}

/** What is on a page beside its own text. */
export interface PageAnnotations {
  readonly fields: PdfField[]
  readonly comments: PdfComment[]
  readonly placed: PlacedText[]
}

const said = z.object({ str: z.string() }).optional().catch(undefined)
const flag = z.boolean().catch(false)

// The parts of an annotation, as the reader gives them, that are used here.
const Annotation = z.object({
  subtype: z.string().catch(''),
  fieldType: z.string().optional().catch(undefined),
  fieldName: z.string().catch(''),
  /** What is shown of it, in lines. */
  textContent: z.array(z.string()).optional().catch(undefined),
  fieldValue: z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .catch(null),
  exportValue: z.string().catch('Yes'),
  buttonValue: z.string().nullable().catch(null),
  checkBox: flag,
  radioButton: flag,
  hidden: flag,
  annotationFlags: z.int().catch(0),
  options: z
    .array(z.object({ exportValue: z.string().nullable(), displayValue: z.string().nullable() }))
    .catch([]),
  contentsObj: said,
  titleObj: said,
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).catch([0, 0, 0, 0]),
})
type Annotation = z.infer<typeof Annotation>

/** ISO 32000-1, table 165: an annotation that is not shown. */
const NO_VIEW = 1 << 5
/** Annotations whose text is a name, a copy of another's, or on the page itself. */
const WITHOUT_NOTE = new Set(['Link', 'Popup', 'Widget', 'FreeText', 'FileAttachment'])

/**
 * Sorts the annotations of a page into fields, comments and texts that lie on it (ISO 32000-1, 12.5 and 12.7).
 * Hidden ones are left out.
 * @param annotations as the reader gives them
 */
export function sortAnnotations(page: number, annotations: readonly unknown[]): PageAnnotations {
  const sorted: PageAnnotations = { fields: [], comments: [], placed: [] }
  const groups = new Map<string, PdfField>()
  for (const each of annotations) {
    const { data } = Annotation.safeParse(each)
    if (!data || data.hidden || data.annotationFlags & NO_VIEW) continue
    const text = (data.contentsObj?.str ?? '').trim().toWellFormed()
    if (data.subtype === 'Widget') addField(page, data, sorted, groups)
    else if (text === '') continue
    else if (data.subtype === 'FreeText') sorted.placed.push({ text, rect: data.rect, isBox: false })
    else if (!WITHOUT_NOTE.has(data.subtype))
      sorted.comments.push({ page, author: data.titleObj?.str.trim().toWellFormed() || null, text })
  }
  return sorted
}

function addField(
  page: number,
  field: Annotation,
  { fields, placed }: PageAnnotations,
  groups: Map<string, PdfField>,
): void {
  const name = field.fieldName.toWellFormed()
  const place = (text: string, isBox: boolean): void => {
    if (text.trim() !== '') placed.push({ text: text.trim(), rect: field.rect, isBox })
  }
  if (field.radioButton) {
    const group = groups.get(name) ?? { page, name, value: null }
    if (!groups.has(name)) fields.push(group)
    groups.set(name, group)
    if (field.buttonValue === null || field.fieldValue !== field.buttonValue) return
    group.value = field.buttonValue.toWellFormed()
    place('[x]', true)
  } else if (field.checkBox) {
    const isOn = field.fieldValue !== null && field.fieldValue === field.exportValue
    fields.push({ page, name, value: isOn })
    if (isOn) place('[x]', true)
  } else if (field.fieldType === 'Tx' || field.fieldType === 'Ch') {
    const value = shownValue(field)
    fields.push({ page, name, value })
    // A number that is shown as 1,234.00 may have the value 1234.
    place(field.textContent?.join('\n') ?? [value ?? ''].flat().join(', '), false)
  }
}

// A choice has values that are shown beside those that are sent.
function shownValue({ fieldType, fieldValue, options }: Annotation): string | string[] | null {
  if (typeof fieldValue === 'string') return fieldValue.toWellFormed()
  const values = (fieldValue ?? []).map((value) =>
    (options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value).toWellFormed(),
  )
  if (fieldType === 'Tx') return values.join('\n')
  return values.length > 1 ? values : (values[0] ?? null)
}
