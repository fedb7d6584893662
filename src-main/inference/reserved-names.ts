const words = (list: string): string[] => list.trim().split(/\s+/)

/**
 * Global names of ECMAScript and TypeScript's standard library: a type of that name would hide the
 * original.
 */
export const LANGUAGE_NAMES: readonly string[] = words(`
  AggregateError Array ArrayBuffer ArrayBufferConstructor ArrayBufferLike ArrayBufferTypes
  ArrayBufferView ArrayConstructor ArrayIterator ArrayLike AsyncDisposable AsyncDisposableStack
  AsyncGenerator AsyncGeneratorFunction AsyncIterable AsyncIterableIterator AsyncIterator
  AsyncIteratorObject Atomics Awaited BigInt BigInt64Array BigUint64Array Boolean BooleanConstructor
  BuiltinIteratorReturn CallableFunction Capitalize ClassDecorator ClassDecoratorContext ConcatArray
  ConstructorParameters DataView DataViewConstructor Date DateConstructor DecoratorContext
  DecoratorMetadata Disposable DisposableStack Error ErrorConstructor ErrorOptions EvalError Exclude
  Extract FinalizationRegistry FlatArray Float16Array Float32Array Float64Array Function
  FunctionConstructor Generator GeneratorFunction IArguments Infinity InstanceType Int16Array
  Int32Array Int8Array Intl Iterable IterableIterator Iterator IteratorConstructor IteratorObject
  IteratorResult IteratorReturnResult IteratorYieldResult ImportAssertions ImportAttributes
  ImportCallOptions ImportMeta JSON Lowercase Map MapConstructor MapIterator Math MethodDecorator NaN
  NewableFunction NoInfer NonNullable Number NumberConstructor NumberFormat Object ObjectConstructor
  Omit OmitThisParameter ParameterDecorator Parameters Partial Pick Promise PromiseConstructor
  PromiseLike PropertyDecorator PropertyDescriptor PropertyDescriptorMap PropertyKey Proxy
  ProxyConstructor ProxyHandler RangeError ReadonlyArray ReadonlyMap ReadonlySet Readonly Record
  ReferenceError Reflect RegExp RegExpConstructor RegExpExecArray RegExpMatchArray
  RegExpStringIterator Required ReturnType Set SetConstructor SetIterator SharedArrayBuffer String
  StringConstructor StringIterator SuppressedError Symbol SymbolConstructor SyntaxError
  TemplateStringsArray ThisParameterType ThisType TypeError TypedPropertyDescriptor URIError
  Uint16Array Uint32Array Uint8Array Uint8ClampedArray Uncapitalize Uppercase WeakKey WeakKeyTypes
  WeakMap WeakRef WeakSet WebAssembly
`)

/**
 * Global browser types that data is often named after. In a file without exports, an interface of
 * that name would be merged with them.
 */
export const BROWSER_NAMES: readonly string[] = words(`
  Account Animation Attr Audio Blob Body Cache Client Clients Clipboard Comment Console Coordinates
  Credential Crypto Document Element Event File Font FontFace Form Gamepad Geolocation Headers History
  Image ImageData Key Keyboard KeyType Location Lock Media MediaList Memory Message Navigation
  Navigator Node NodeList Notification Option Origin Page Path2D Performance Permissions Plugin
  PositionOptions Process Profile Range Report Request Response Screen Selection Session Storage Text
  TextMetrics Timer Touch Transferable URL Validity Worker Window
`)
