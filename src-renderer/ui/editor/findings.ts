import { type Extension, StateEffect, StateField } from '@codemirror/state'
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  type Rect,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { Finding } from './json-lint.ts'

/** Milliseconds of rest after which a text is checked. */
const CHECK_AFTER_MS = 250
/** Pixels that a message is away from its text, and needs at least above the lower edge. */
const BESIDE_PX = 4
const ROOM_PX = 40

const found = StateEffect.define<readonly Finding[]>()

interface Found {
  readonly findings: readonly Finding[]
  readonly marks: DecorationSet
}

const NOTHING: Found = { findings: [], marks: Decoration.none }

const findingsField = StateField.define<Found>({
  create: () => NOTHING,
  update(former, { changes, docChanged, effects, newDoc }) {
    const news = effects.find((effect) => effect.is(found))
    if (news) {
      const ranges = news.value.flatMap((finding) => {
        const { from, to } = shownSpan(finding, newDoc.length)
        return from < to
          ? [Decoration.mark({ class: `cm-lintRange cm-lintRange-${finding.severity}` }).range(from, to)]
          : []
      })
      return { findings: news.value, marks: Decoration.set(ranges, true) }
    }
    if (!docChanged || former === NOTHING) return former
    const findings = former.findings.map((each) => {
      const from = changes.mapPos(each.from, 1)
      return { ...each, from, to: Math.max(from, changes.mapPos(each.to, -1)) }
    })
    return { findings, marks: former.marks.map(changes) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
})

/** A finding at one place is shown on the character there, or at the end on the last one. */
function shownSpan({ from, to }: Finding, length: number): { from: number; to: number } {
  if (from < to) return { from, to: Math.min(to, length) }
  return from < length ? { from, to: from + 1 } : { from: Math.max(0, length - 1), to: length }
}

/** Checks the text once it has rested, and shows the message of a finding that the mouse or F8 points at. */
class Checker {
  readonly #view: EditorView
  readonly #check: (text: string) => readonly Finding[]
  readonly #box = document.createElement('div')
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(view: EditorView, check: (text: string) => readonly Finding[]) {
    this.#view = view
    this.#check = check
    this.#box.className = 'cm-tooltip cm-finding'
    this.#box.hidden = true
    view.dom.append(this.#box)
    this.#wait()
  }

  update({ docChanged }: ViewUpdate): void {
    if (!docChanged) return
    this.hide()
    this.#wait()
  }

  destroy(): void {
    clearTimeout(this.#timer)
    this.#box.remove()
  }

  hide(): void {
    this.#box.hidden = true
  }

  pointAt(event: MouseEvent): void {
    const at = this.#view.posAtCoords({ x: event.clientX, y: event.clientY })
    const { findings } = this.#view.state.field(findingsField)
    const { length } = this.#view.state.doc
    const here = findings.filter((each) => {
      const { from, to } = shownSpan(each, length)
      return at !== null && from <= at && at <= to
    })
    if (at === null || here.length === 0) this.hide()
    else this.#show(here, this.#view.coordsAtPos(at), this.#view.dom.getBoundingClientRect())
  }

  /** Moves the cursor to the finding after it. */
  next(): boolean {
    const { findings } = this.#view.state.field(findingsField)
    const { head } = this.#view.state.selection.main
    const next = findings.find(({ from }) => from > head) ?? findings[0]
    if (!next) return false
    this.#view.dispatch({
      selection: { anchor: next.from, head: Math.min(next.to, this.#view.state.doc.length) },
      effects: EditorView.announce.of(next.message),
      scrollIntoView: true,
    })
    // The text may have been scrolled, so its place is read with the next look at the layout.
    this.#view.requestMeasure({
      read: (view) => ({ place: view.coordsAtPos(next.from), edge: view.dom.getBoundingClientRect() }),
      write: ({ place, edge }) => this.#show([next], place, edge),
    })
    return true
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const effects = found.of(this.#check(this.#view.state.doc.toString()))
      this.#view.dispatch({ effects })
    }, CHECK_AFTER_MS)
  }

  #show(findings: readonly Finding[], place: Rect | null, edge: DOMRect): void {
    if (!place) return
    this.#box.replaceChildren(
      ...findings.map(({ severity, message }) => {
        const line = document.createElement('div')
        line.className = `cm-diagnostic cm-diagnostic-${severity}`
        line.textContent = message
        return line
      }),
    )
    const below = place.bottom + ROOM_PX < edge.bottom
    this.#box.style.left = `${Math.max(0, Math.min(place.left - edge.left, edge.width / 2))}px`
    this.#box.style.top = below ? `${place.bottom - edge.top + BESIDE_PX}px` : 'auto'
    this.#box.style.bottom = below ? 'auto' : `${edge.bottom - place.top + BESIDE_PX}px`
    this.#box.hidden = false
  }
}

/** Marks what a check finds in the text, and tells it at the mouse and, one after the other, with F8. */
export function showFindings(check: (text: string) => readonly Finding[]): Extension {
  const checker = ViewPlugin.define((view) => new Checker(view, check), {
    eventHandlers: {
      mousemove(event) {
        this.pointAt(event)
      },
      mouseleave() {
        this.hide()
      },
      blur() {
        this.hide()
      },
    },
  })
  const next: Command = (view) => view.plugin(checker)?.next() ?? false
  return [findingsField, checker, keymap.of([{ key: 'F8', run: next }])]
}
