import type { Brand } from '@playhouse/domain/brand'
import { paletteCss } from '#brand'
import { type EmulatedMedia, rewriteRules } from '#media'
import type { Setting } from '#setting'

export type BrandStyles = { readonly apply: (brand: Brand, palette: Setting['palette']) => void }

/** Applies one brand's tokens at a time. A constructed style sheet is not an inline style, so the content security policy allows it. */
export function createBrandStyles(page: Document, media: EmulatedMedia): BrandStyles {
  const sheet = new CSSStyleSheet()
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  return {
    apply: (brand, palette) => {
      sheet.replaceSync(paletteCss(brand, palette, page.baseURI))
      rewriteRules(sheet, media)
    },
  }
}
