import type { Brand } from '@playhouse/domain/brand'
import { dressCss } from '#brand'
import { type Pretence, rewrite } from '#media'
import type { Setting } from '#setting'

export type Wardrobe = { readonly wear: (brand: Brand, palette: Setting['palette']) => void }

/** Wears one brand's tokens at a time. A sheet made by script is no inline style: the policy lets it be. */
export function openWardrobe(page: Document, pretence: Pretence): Wardrobe {
  const sheet = new CSSStyleSheet()
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  return {
    wear: (brand, palette) => {
      sheet.replaceSync(dressCss(brand, palette, page.baseURI))
      rewrite(sheet, pretence)
    },
  }
}
