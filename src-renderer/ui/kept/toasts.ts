import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: () => void
}

const SHOWN_MS = 6_000
const MAX_SHOWN = 3

/** Short confirmations of what was just done, with a way back where something is gone. */
export const useToasts = defineStore('toasts', () => {
  const shown = shallowRef<readonly Toast[]>([])
  let next = 1

  function say(text: string, undo?: () => void): void {
    const toast: Toast = { id: next++, text, ...(undo ? { undo } : {}) }
    shown.value = [...shown.value, toast].slice(-MAX_SHOWN)
    setTimeout(() => close(toast.id), SHOWN_MS)
  }

  function close(id: number): void {
    shown.value = shown.value.filter((toast) => toast.id !== id)
  }

  /** Takes the last thing back that can be. */
  function undoLast(): boolean {
    const toast = shown.value.findLast(({ undo }) => undo !== undefined)
    if (!toast) return false
    close(toast.id)
    toast.undo?.()
    return true
  }

  return { shown, say, close, undoLast }
})
