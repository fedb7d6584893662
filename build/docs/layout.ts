import packageJson from '../../package.json' with { type: 'json' }
import { addressOf, plainText, SECTIONS, type DocPage } from './doc-page.ts'
import { escapeHtml } from './escape-html.ts'
import { toHtml } from './to-html.ts'

/** A page as HTML, with the menu and its own contents. @param pages all pages of the manual */
export function htmlOf(page: DocPage, pages: readonly DocPage[]): string {
  const { html, headings } = toHtml(page.markdown)
  const beside = page.aside === undefined ? '' : toHtml(page.aside).html
  const contents = beside === '' ? headings.filter(({ depth }) => depth === 2) : []
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(plainText(page.summary))}">
<title>${escapeHtml(page.title)} · Toolgate Docs</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/docs.css">
<link rel="alternate" type="text/markdown" href="${markdownAddressOf(page)}">
<script src="/theme-boot.js"></script>
<script src="/docs/docs.js" defer></script>
</head>
<body${classOf(page)}>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="/docs/"><img src="/favicon.svg" alt="" width="24" height="24"> Toolgate <span>Docs</span></a>
<form role="search" id="search" hidden><label for="words">Search</label><input id="words" type="search" autocomplete="off" placeholder="Search guides, tools, errors" aria-describedby="slash"><kbd id="slash">/</kbd></form>
<p class="links"><a href="/docs/llms.txt">llms.txt</a> <a href="/v1/openapi.json">OpenAPI</a> <button type="button" id="theme" hidden></button> <a class="button" href="/">Open Toolgate <span aria-hidden="true">→</span></a></p>
</header>
<div class="columns">
<nav aria-label="Manual">
<details class="menu" open><summary>All pages</summary>
${menuOf(page, pages)}
</details>
<p class="version">Toolgate ${packageJson.version}<br>Same pages offline, at <code>/docs</code></p>
</nav>
<main id="content" tabindex="-1">
<div id="found" aria-live="polite"></div>
<article>
${crumbsOf(page)}<h1>${escapeHtml(page.title)}</h1>
${html}</article>
${beside === '' ? '' : `<section class="beside" aria-label="Example">\n${beside}</section>\n`}<footer><a href="${markdownAddressOf(page)}">This page as Markdown</a></footer>
</main>
${contents.length < 2 ? '' : `<aside aria-label="On this page"><p>On this page</p><ul>${contents.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')}</ul></aside>`}
</div>
</body>
</html>
`
}

/** Where a page's Markdown is. */
export function markdownAddressOf(page: Pick<DocPage, 'path'>): string {
  return `/docs/${page.path === '' ? 'index' : page.path}.md`
}

function classOf({ path, aside }: DocPage): string {
  if (path === '') return ' class="start"'
  return aside === undefined ? '' : ' class="split"'
}

function crumbsOf({ path, section, group }: DocPage): string {
  if (path === '') return ''
  const crumbs = group === null ? section : `${section} › ${group}`
  return `<p class="crumbs">${escapeHtml(crumbs)}</p>\n`
}

// Each part shows its own pages only while one of them is open: a menu of all pages would be longer than most pages.
function menuOf(open: DocPage, pages: readonly DocPage[]): string {
  return SECTIONS.map((section) => {
    const own = pages.filter((page) => page.section === section)
    const [first] = own
    if (!first) return ''
    const isOpen = open.section === section
    const shown = isOpen
      ? own.filter((page) => page.group === null || page.group === open.group || section !== 'Tools')
      : []
    const items = shown.map((page) => `<li>${linkTo(page, open, menuTitle(page))}</li>`).join('\n')
    return `<div class="part">${isOpen ? `<p>${section}</p><ul>${items}</ul>` : `<p>${linkTo(first, open, section)}</p>`}</div>`
  }).join('\n')
}

function menuTitle({ path, title }: DocPage): string {
  if (path === '') return 'Overview'
  return path.startsWith('tools/') ? path.slice('tools/'.length) : title
}

function linkTo(page: DocPage, open: DocPage, text: string): string {
  const current = page.path === open.path ? ' aria-current="page"' : ''
  return `<a href="${addressOf(page)}"${current}>${escapeHtml(text)}</a>`
}
