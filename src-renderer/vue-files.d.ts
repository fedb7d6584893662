// For the linter, which reads .ts files alone; vue-tsc looks into the component itself.
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}

// uPlot's own style sheet, which the build takes up like any of ours.
declare module '*.css'
