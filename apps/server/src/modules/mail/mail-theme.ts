import type { CSSProperties } from 'react'
import type { Brand, ColourToken } from '@playhouse/domain/brand'

/** A part of a mail with its own colours. Those of the page also apply to the cell that react-email adds to the body. */
export type MailPart = 'page' | 'sheet' | 'ink' | 'soft' | 'rule' | 'link' | 'button'

const coloursOf: Record<MailPart, Partial<Record<'backgroundColor' | 'color' | 'borderColor', ColourToken>>> = {
  page: { backgroundColor: 'paper', color: 'ink' },
  sheet: { backgroundColor: 'raised', color: 'ink', borderColor: 'line' },
  ink: { color: 'ink' },
  soft: { color: 'ink-soft' },
  rule: { borderColor: 'line' },
  link: { color: 'accent' },
  button: { backgroundColor: 'accent', color: 'accent-ink' },
}
const cssNames = { backgroundColor: 'background-color', color: 'color', borderColor: 'border-color' } as const

export type MailTheme = {
  /** The class for the dark style sheet, and the light colours inline, which most mail programs support. */
  readonly styleOf: (part: MailPart, style?: CSSProperties) => { readonly className: string; readonly style: CSSProperties }
  readonly display: CSSProperties
  readonly body: CSSProperties
  /** A style sheet with the dark colours, for mail programs that support it. */
  readonly darkSheet: string
}

export function createMailTheme(brand: Pick<Brand, 'colours' | 'fonts'>): MailTheme {
  const { light, dark } = brand.colours
  const fontOf = ({ family, fallback }: Brand['fonts']['body']) => `${family.replace(/ Variable$/, '')}, ${fallback}`
  const rules = Object.entries(coloursOf).map(([part, colours]) => {
    const declarations = Object.entries(colours).map(
      ([name, token]) => `${cssNames[name as keyof typeof cssNames]}: ${dark[token]} !important`,
    )
    return `${part === 'page' ? '.page, .page > table > tbody > tr > td' : `.${part}`} { ${declarations.join('; ')} }`
  })
  return {
    styleOf: (part, style) => ({
      className: part,
      style: { ...Object.fromEntries(Object.entries(coloursOf[part]).map(([name, token]) => [name, light[token]])), ...style },
    }),
    display: { fontFamily: fontOf(brand.fonts.display), fontWeight: 650, lineHeight: '1.2' },
    body: { fontFamily: fontOf(brand.fonts.body), fontSize: '16px', lineHeight: '1.5' },
    darkSheet: `:root { color-scheme: light dark; supported-color-schemes: light dark; }\n@media (prefers-color-scheme: dark) { ${rules.join(' ')} }`,
  }
}
