import 'vue'

// Attributes that a component passes on to its root element; strict templates reject them
// otherwise.
declare module 'vue' {
  interface ComponentCustomProps {
    id?: string
    title?: string
    tabindex?: string | number
    onClick?: (event: MouseEvent) => unknown
    [aria: `aria-${string}`]: string | boolean | undefined
  }

  // Vue does not know it yet.
  interface HTMLAttributes {
    popover?: 'auto' | 'manual'
  }
}
