// The package only has types for its wrapper; this is the part of the Emscripten script below it
// that we use.
declare module 'jq-wasm/dist/build/jq.js' {
  // WASI's calls have at most four parameters that matter here.
  export type WasmImport = (a: number, b: number, c: number, d: number) => number

  export default function createJq(options: {
    readonly thisProgram: string
    readonly instantiateWasm: (
      imports: { readonly a: Readonly<Record<string, WasmImport>> },
      receive: (instance: WebAssembly.Instance) => void,
    ) => WebAssembly.Exports
  }): Promise<{ readonly callMain: (flags: string[]) => number }>
}
