import type { Cheerio, CheerioAPI } from 'cheerio'

type Member<Found> = Found extends Cheerio<infer Node> ? Node : never

/** A node of a page as cheerio parses it. */
export type AnyNode = Member<ReturnType<ReturnType<CheerioAPI>['contents']>>
/** An element of one. */
export type Element = Extract<AnyNode, { attribs: unknown }>

/** The type of a node that is text (DOM, 4.4). */
export const TEXT = 3
