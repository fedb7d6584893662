// Search in the manual: pages whose titles and sentences have the words. Without this script the manual has no search.
/** @typedef {{ path: string, title: string, summary: string, text: string }} Entry */

const form = /** @type {HTMLFormElement} */ (document.getElementById('search'))
const words = /** @type {HTMLInputElement} */ (document.getElementById('words'))
const found = /** @type {HTMLElement} */ (document.getElementById('found'))
const MOST = 12
/** @type {Promise<Entry[]> | undefined} */
let pages

form.hidden = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const first = found.querySelector('a')
  if (first) location.assign(first.href)
})
words.addEventListener('input', async () => {
  pages ??= fetch('/docs/search.json').then((answer) => answer.json())
  show(words.value, await pages)
})

/**
 * @param {string} query
 * @param {Entry[]} all
 */
function show(query, all) {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (query !== words.value) return
  if (wanted.length === 0) return found.replaceChildren()
  const ranked = all
    .map((page) => ({ page, score: scoreOf(page, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST)
  const list = document.createElement('ul')
  list.append(...ranked.map(({ page }) => itemFor(page)))
  const count = document.createElement('p')
  count.textContent = ranked.length === 0 ? `Nothing is found for “${query}”.` : `Pages for “${query}”:`
  found.replaceChildren(count, list)
}

/**
 * @param {Entry} entry
 * @param {string[]} wanted
 * @returns {number}
 */
function scoreOf({ title, path, text }, wanted) {
  const head = `${title} ${path}`.toLowerCase()
  const body = text.toLowerCase()
  /** @type {number[]} */
  const scores = wanted.map((word) => (head.includes(word) ? 3 : body.includes(word) ? 1 : 0))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** @param {Entry} entry */
function itemFor({ path, title, summary }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/docs/${path}`
  link.textContent = title
  item.append(link, ` ${summary}`)
  return item
}
