/** Small tables to try batches with. */
export const SAMPLES: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Hash five texts',
    text: 'file,text\nrelease-4.2.0,release-4.2.0.tar.gz\nrelease-4.2.1,release-4.2.1.tar.gz\nnotes,"First line\nsecond line"\nlatin,Übergrößenträger\nempty name,x\n',
  },
  {
    title: 'Meetings in Berlin time',
    text: 'meeting,time,to\nStand-up,2026-11-23T09:00:00Z,Europe/Berlin\nReview,2026-11-23T15:30:00Z,Europe/Berlin\nRetro,2026-11-24T17:00:00Z,Europe/Berlin\n',
  },
  {
    title: 'Mixed tools, one JSON per line',
    text: '{"slug":"math-evaluate","input":{"expression":"sqrt(3^2 + 4^2)"}}\n{"slug":"crypto-hash-sha256","input":{"text":"abc"}}\n{"slug":"code-json-to-typescript","input":{"json":{"id":1,"name":null}}}\n',
  },
]
