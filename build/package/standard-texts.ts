const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee
is hereby granted, provided that the above copyright notice and this permission notice appear in all
copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS
SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE
AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE
OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS
SOFTWARE.`

/** Licences whose text names nobody, by the address where they are published. */
const PUBLISHED: Readonly<Record<string, string>> = {
  'Apache-2.0': 'https://www.apache.org/licenses/LICENSE-2.0',
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/legalcode',
  'LGPL-3.0-or-later': 'https://www.gnu.org/licenses/lgpl-3.0.html',
}

/**
 * The text of a licence for a package that comes without one, or where that is published.
 * @param licence by its SPDX name
 * @param author who holds the copyright, as far as the package says
 * @returns null for a licence that is not known here
 */
export function standardText(licence: string, author: string): string | null {
  const holder = `Copyright (c) ${author}`
  if (licence === 'MIT') return `${holder}\n\n${MIT}`
  if (licence === 'ISC') return `${holder}\n\n${ISC}`
  const address = PUBLISHED[licence]
  return address === undefined ? null : `${holder}\n\nIts licence is ${licence}: ${address}`
}
