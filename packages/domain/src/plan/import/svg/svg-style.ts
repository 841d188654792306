import type { SvgElement } from './svg-tree.ts'
import { textIn } from './svg-tree.ts'

/** Properties of an element by name, in lower case. */
type Style = Readonly<Record<string, string>>

/** The rules of style sheets that name a single class, as drawing programs write them: `.st0{fill:#FF0000;}`. */
export type ClassStyles = ReadonlyMap<string, Style>

/** Longer sheets hold fonts, not fills. */
const longestSheet = 500_000

const parseDeclarations = (text: string): Style =>
  Object.fromEntries(
    text.split(';').flatMap((declaration) => {
      const at = declaration.indexOf(':')
      return at < 0 ? [] : [[declaration.slice(0, at).trim().toLowerCase(), declaration.slice(at + 1).trim()]]
    }),
  )

/** Reads the `style` elements of a drawing. Other selectors than classes are left out. */
export function readClassStyles(sheets: readonly SvgElement[]): ClassStyles {
  const styles = new Map<string, Style>()
  for (const sheet of sheets)
    for (const rule of textIn(sheet).slice(0, longestSheet).split('}')) {
      const at = rule.indexOf('{')
      if (at < 0) continue
      const declarations = parseDeclarations(rule.slice(at + 1))
      for (const selector of rule.slice(0, at).split(',')) {
        const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1]
        if (name) styles.set(name, { ...styles.get(name), ...declarations })
      }
    }
  return styles
}

/** Reads properties of one element: its `style`, else its classes, else its attribute. */
export function createStyleReader(classStyles: ClassStyles): (element: SvgElement) => (property: string) => string | undefined {
  return ({ attributes }) => {
    const ownStyle = attributes['style'] ? parseDeclarations(attributes['style']) : {}
    const classes = (attributes['class'] ?? '').split(/\s+/).toReversed()
    return (property) => {
      const ofClass = classes.map((name) => classStyles.get(name)?.[property]).find((value) => value !== undefined)
      return ownStyle[property] ?? ofClass ?? attributes[property]
    }
  }
}
