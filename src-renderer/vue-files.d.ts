// For the linter, which reads only .ts files; vue-tsc reads the component itself.
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}

// A style sheet that a script imports.
declare module '*.css'
