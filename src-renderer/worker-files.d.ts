// The address of a worker's built file.
declare module '*?worker&url' {
  const address: string
  export default address
}
