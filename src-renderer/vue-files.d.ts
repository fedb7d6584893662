// For the linter, which reads .ts files alone; vue-tsc looks into the component itself.
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
