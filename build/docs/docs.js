// What the manual does in a browser: search, tabs of samples, Copy, and the theme. Without it, every text is there.
/** @typedef {{ path: string, title: string, summary: string, section: string }} Entry */

const form = /** @type {HTMLFormElement} */ (document.getElementById('search'))
const words = /** @type {HTMLInputElement} */ (document.getElementById('words'))
const found = /** @type {HTMLElement} */ (document.getElementById('found'))
const theme = /** @type {HTMLButtonElement} */ (document.getElementById('theme'))
const menu = /** @type {HTMLDetailsElement} */ (document.querySelector('details.menu'))
const root = document.documentElement
const LANGUAGE = 'toolgate.docs.language'
const THEME = 'toolgate.theme'

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
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  words.focus()
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
  count.textContent = pages.length === 0 ? `Nothing is found for “${query}”.` : `Pages for “${query}”`
  found.replaceChildren(count, list)
}

/** @param {Entry} entry */
function itemFor({ path, title, summary, section }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/docs/${path}`
  link.textContent = title
  const part = document.createElement('span')
  part.textContent = section
  item.append(link, part, document.createTextNode(summary))
  return item
}

// Samples that follow each other become tabs; the language that was chosen last is kept for the next page.
/** @type {((language: string) => void)[]} */
const groups = []
for (const first of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.sample'))) {
  if (first.previousElementSibling?.matches('.samples') || first.closest('.samples')) continue
  const blocks = [first]
  while (blocks.at(-1)?.nextElementSibling?.matches('.sample'))
    blocks.push(/** @type {HTMLElement} */ (blocks.at(-1)?.nextElementSibling))
  makeTabs(blocks)
}

/** @param {HTMLElement[]} blocks */
function makeTabs(blocks) {
  const group = document.createElement('div')
  group.className = 'samples'
  blocks[0]?.before(group)
  const list = document.createElement('div')
  list.role = 'tablist'
  list.ariaLabel = 'Language'
  const buttons = blocks.map((block, at) => {
    const button = document.createElement('button')
    const id = `sample-${groups.length}-${at}`
    button.type = 'button'
    button.role = 'tab'
    button.id = `${id}-tab`
    button.textContent = block.querySelector('p')?.textContent ?? ''
    button.setAttribute('aria-controls', id)
    button.addEventListener('click', () => chooseLanguage(button.textContent ?? ''))
    block.id = id
    block.role = 'tabpanel'
    block.setAttribute('aria-labelledby', button.id)
    return button
  })
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const at = buttons.findIndex((button) => button === document.activeElement)
    const next = buttons[(at + step + buttons.length) % buttons.length]
    next?.click()
    next?.focus()
  })
  list.append(...buttons)
  const bar = document.createElement('div')
  bar.className = 'bar'
  bar.append(
    list,
    copyButton(() => blocks.find((block) => !block.hidden)?.querySelector('code')),
  )
  group.append(bar, ...blocks)
  /** @param {string} language */
  const select = (language) => {
    const at = Math.max(
      0,
      buttons.findIndex((button) => button.textContent === language),
    )
    for (const [place, block] of blocks.entries()) {
      block.hidden = place !== at
      buttons[place]?.setAttribute('aria-selected', String(place === at))
      if (buttons[place]) buttons[place].tabIndex = place === at ? 0 : -1
    }
  }
  groups.push(select)
  select(kept(LANGUAGE) ?? '')
}

/** @param {string} language */
function chooseLanguage(language) {
  keep(LANGUAGE, language)
  for (const select of groups) select(language)
}

for (const block of document.querySelectorAll('pre')) {
  if (block.closest('.samples')) continue
  const frame = document.createElement('div')
  frame.className = 'frame'
  block.before(frame)
  frame.append(
    block,
    copyButton(() => block.querySelector('code')),
  )
}

/** @param {() => Element | null | undefined} code */
function copyButton(code) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code()?.textContent ?? '')
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  })
  return button
}

theme.hidden = false
nameTheme()
theme.addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
  keep(THEME, root.dataset.theme)
  nameTheme()
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  if (kept(THEME) !== null) return
  root.dataset.theme = matches ? 'dark' : 'light'
  nameTheme()
})

function nameTheme() {
  const isDark = root.dataset.theme === 'dark'
  theme.textContent = isDark ? '☀' : '☾'
  theme.ariaLabel = isDark ? 'Light theme' : 'Dark theme'
}

// On a narrow screen the menu is above the text, so it starts closed; on a wide one nothing could open it again.
const narrow = matchMedia('(max-width: 720px)')
menu.open = !narrow.matches
narrow.addEventListener('change', ({ matches }) => (menu.open = !matches))

/** @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    // Storage is turned off in the browser.
    return null
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  try {
    localStorage.setItem(name, value)
  } catch {
    // As above: it holds for this page only.
  }
}
