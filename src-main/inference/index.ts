export { MAX_DEPTH, TooDeep } from './collect.ts'
export { inferModel } from './infer-model.ts'
export type { InferenceOptions, Model } from './model.ts'
export { DEFAULT_STYLE, printTypeScript, type TypeScriptStyle } from './print-typescript.ts'
