import { SaxesParser } from 'saxes'

/** An element of a drawing, with the texts between its children. */
export type SvgElement = {
  /** Without its prefix: `use` for `svg:use`. */
  readonly name: string
  /** Its attributes by name, with prefix. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (SvgElement | string)[]
  /** Its number among the elements of the same name, from 1. */
  readonly nth: number
}

export type SvgTree = { readonly root: SvgElement; readonly byId: ReadonlyMap<string, SvgElement> }

/** Programs nest groups a few dozen deep. More would exhaust the call stack of its readers. */
const deepest = 400
/** Three elements for each seat of the largest hall, and its texts. */
const mostElements = 1_200_000

/** Elements whose content is no drawing, or is drawn only by reference. */
const unread = new Set(['script', 'foreignObject', 'metadata', 'animate', 'animateTransform', 'set'])

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

type OpenElement = { name: string; attributes: Record<string, string>; children: (SvgElement | string)[]; nth: number }

/**
 * Reads a drawing in SVG. Nothing in it is run or fetched, and entities that it defines are not replaced, so that a few of them cannot
 * become gigabytes.
 * @throws Error with the reason where the text is not well-formed or is nested too deep
 */
export function readSvgTree(text: string): SvgTree {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const open: OpenElement[] = []
  const counts = new Map<string, number>()
  const byId = new Map<string, SvgElement>()
  let root: SvgElement | undefined
  let skipped = 0
  let elements = 0
  parser.on('error', (error) => {
    // Illustrator names namespaces by entities that it defines. Their values are not needed.
    if (!/entity/i.test(error.message)) throw error
  })
  parser.on('opentag', ({ name: fullName, attributes }) => {
    const name = localName(fullName)
    if (skipped > 0 || unread.has(name)) {
      skipped += 1
      return
    }
    if (++elements > mostElements) throw new Error(`more than ${mostElements} elements`)
    if (open.length >= deepest) throw new Error(`elements are nested deeper than ${deepest}`)
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    open.push({ name, attributes: Object.assign(Object.create(null) as Record<string, string>, attributes), children: [], nth })
  })
  parser.on('closetag', () => {
    if (skipped > 0) {
      skipped -= 1
      return
    }
    const element = open.pop()!
    const id = element.attributes['id']
    if (id && !byId.has(id)) byId.set(id, element)
    if (open.length > 0) open.at(-1)!.children.push(element)
    else root = element
  })
  const addText = (piece: string): void => {
    if (skipped === 0 && piece.trim() !== '') open.at(-1)?.children.push(piece)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (!root) throw new Error('it has no element')
  return { root, byId }
}

export const elementsIn = ({ children }: SvgElement): SvgElement[] =>
  children.filter((child): child is SvgElement => typeof child !== 'string')

/** The text of an element and of those in it, with single blanks. */
export const textIn = (element: SvgElement): string =>
  element.children
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
