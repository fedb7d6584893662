import { describe, expect, it } from 'vitest'
import { contentOf } from '../../../../src-main/tools/web/lib/page-content.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const markdown = async (html: string) => {
  const answer = (await runTool('html-to-markdown', { html })) as { markdown: string }
  return answer.markdown
}
const mathMl = (inside: string) => markdown(`<p>So <math>${inside}</math>.</p>`)

// Elements of MathML Core, and of MathML 3 that pages still have; pandoc reads the answers as the same formulas.
it.each([
  ['<mi>a</mi><msup><mi>x</mi><mn>2</mn></msup><mo>−</mo><mn>1</mn>', 'ax^{2}-1'],
  ['<msup><mi>f</mi><mo>′</mo></msup><mo>&#x2061;</mo><mo>(</mo><mi>x</mi><mo>)</mo>', "f'(x)"],
  ['<msub><mi>a</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>', 'a_{ij}'],
  ['<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac>', '\\frac{a+1}{2}'],
  ['<msqrt><mn>2</mn><mi>x</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt{2x}\\sqrt[3]{x}'],
  [
    '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>∞</mi></munderover><mi>i</mi>',
    '\\sum_{i=0}^{∞}i',
  ],
  ['<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>x</mi><mo>ⅆ</mo><mi>x</mi>', '\\int_{0}^{1}xdx'],
  ['<munder><mo>lim</mo><mi>x</mi></munder><mi>sin</mi><mi>θ</mi>', '\\lim_{x}\\sin θ'],
  ['<mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>', '\\binom{n}{k}'],
  ['<mover><mi>x</mi><mo>^</mo></mover><mover><mi>v</mi><mo>→</mo></mover>', '\\hat{x}\\vec{v}'],
  ['<munder><mi>a</mi><mtext>max</mtext></munder>', '\\underset{\\text{max}}{a}'],
  ['<mi mathvariant="double-struck">R</mi><mi>ab</mi>', '\\mathbb{R}\\mathrm{ab}'],
  ['<mfenced open="{" close=""><mi>x</mi><mi>y</mi></mfenced>', '\\left\\{x,y\\right.'],
  [
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>',
    '\\begin{matrix}1 & 2 \\\\ 3\\end{matrix}',
  ],
  [
    '<mmultiscripts><mi>R</mi><mi>i</mi><none/><mprescripts/><none/><mi>j</mi></mmultiscripts>',
    '{}^{j}R_{i}',
  ],
  [
    '<mi>constructor</mi><mo>constructor</mo><mi mathvariant="toString">x</mi><mover><mi>x</mi><mi>valueOf</mi></mover>',
    '\\mathrm{constructor}\\operatorname{constructor}x\\overset{\\mathrm{valueOf}}{x}',
  ],
  ['<mtext>for all </mtext><mn>50</mn><mo>%</mo>', '\\text{for all }50\\%'],
])('writes MathML as LaTeX: %s', async (inside, tex) => {
  expect(await mathMl(inside)).toBe(`So $${tex}$.`)
})

const TWICE =
  '<math><semantics><mi>E</mi><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></semantics></math>'

describe('formulas that a page has several times', () => {
  it.each([
    [
      'KaTeX',
      `<span class="katex"><span class="katex-mathml">${TWICE}</span><span class="katex-html" aria-hidden="true">E=mc2</span></span>`,
    ],
    [
      'MathJax 3',
      `<mjx-container jax="CHTML"><mjx-math aria-hidden="true"></mjx-math><mjx-assistive-mml>${TWICE}</mjx-assistive-mml></mjx-container>`,
    ],
    [
      'MathJax 2',
      '<span class="MathJax_Preview">E</span><span class="MathJax">E=mc2</span><script type="math/tex">E=mc^{2}</script>',
    ],
    [
      'Wikipedia',
      `<span class="mwe-math-element"><span style="display: none;">${TWICE}</span><img src="https://a.test/x.svg" alt="{\\displaystyle E=mc^{2}}"></span>`,
    ],
    ['LaTeXML', '<math alttext="E=mc^{2}"><mi>E</mi></math>'],
  ])('are written once, as their authors wrote them: %s', async (_name, html) => {
    expect(await markdown(`<p>So ${html}.</p>`)).toBe('So $E=mc^{2}$.')
    const text = await runTool('text-html-to-text', { html: `<p>So ${html}.</p>` })
    expect(text).toEqual({ text: 'So E=mc^{2}.' })
  })

  it('have lines of their own where the page gives them that', async () => {
    const display = `<span class="katex-display"><span class="katex">${TWICE}</span></span>`
    expect(await markdown(`<p>So</p>${display}`)).toBe('So\n\n```math\nE=mc^{2}\n```')
    expect(await markdown('<math display="block"><mi>x</mi></math>')).toBe('```math\nx\n```')
  })

  it('stay in the main content of a page', async () => {
    const text = '<p>Some words of an article that say why this is so, at length.</p>'.repeat(12)
    const page = `<html lang="en"><title>T</title><body><article>${text}<p>So <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>.</p></article></body></html>`
    const { markdown: content, language } = await contentOf(page, 'https://a.test/')
    expect(content).toContain('So $\\frac{1}{2}$.')
    expect(language).toBe('en')
  })
})

it('leaves a page alone that only speaks of mathematics', async () => {
  expect(await markdown('<p class="maths">Costs $5 or <code>x^2</code></p>')).toBe('Costs $5 or `x^2`')
})

it.each([500, 30_000])('reads or refuses a page that is %i levels deep', async (levels) => {
  const page = `<body>${'<div>'.repeat(levels)}x <math><mi>y</mi></math>`
  const read = contentOf(page, 'https://a.test/')
  if (levels === 500) await expect(read).resolves.toMatchObject({ markdown: 'x $y$' })
  else await expect(read).rejects.toMatchObject({ name: 'InvalidInput', path: 'url' })
})

it('keeps the text of a formula that is nested too deeply', async () => {
  const deep = `<math>${'<mrow>'.repeat(5_000)}<mi>x</mi>${'</mrow>'.repeat(5_000)}</math>`
  expect(await markdown(`<p>${deep}</p>`)).toBe('x')
})

it.each([
  ['<div>H<sub>2</sub>O</div>', 'H<sub>2</sub>O'],
  ['x<sup>2</sup> is', 'x<sup>2</sup> is'],
  ['<ul><li>So <math><mi>x</mi></math> is</li></ul>', '- So $x$ is'],
  ['So <math><mi>x</mi></math> is', 'So $x$ is'],
  [
    '<table><tr><th>a</th></tr><tr><td><math><mo>|</mo></math></td></tr></table>',
    '| a |\n| --- |\n| $\\|$ |',
  ],
])('keeps what is within a line in it: %s', async (html, expected) => {
  expect(await markdown(html)).toBe(expected)
})
