// What Vite makes of a file that is imported for its address.
declare module '*?worker&url' {
  const url: string
  export default url
}
