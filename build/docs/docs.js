// Search in the manual, which the gateway ranks. Without this script the manual has no search.
/** @typedef {{ path: string, title: string, summary: string, section: string }} Entry */

const form = /** @type {HTMLFormElement} */ (document.getElementById('search'))
const words = /** @type {HTMLInputElement} */ (document.getElementById('words'))
const found = /** @type {HTMLElement} */ (document.getElementById('found'))

form.hidden = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const first = found.querySelector('a')
  if (first) location.assign(first.href)
})
words.addEventListener('input', async () => {
  const query = words.value.trim()
  const pages = query === '' ? [] : await search(query)
  // What was typed meanwhile has its own answer.
  if (query === words.value.trim()) show(query, pages)
})

/**
 * @param {string} query
 * @returns {Promise<Entry[]>}
 */
async function search(query) {
  const answer = await fetch(`/docs/search?q=${encodeURIComponent(query.slice(0, 200))}`)
  return answer.ok ? (await answer.json()).pages : []
}

/**
 * @param {string} query
 * @param {Entry[]} pages
 */
function show(query, pages) {
  if (query === '') return found.replaceChildren()
  const list = document.createElement('ul')
  list.append(...pages.map(itemFor))
  const count = document.createElement('p')
  count.textContent = pages.length === 0 ? `Nothing is found for “${query}”.` : `Pages for “${query}”:`
  found.replaceChildren(count, list)
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
