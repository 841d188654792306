import type { Words } from '@playhouse/shop-ui/i18n'
import type { Brand } from '@playhouse/domain/brand'

export type NavLink = { readonly to: string; readonly name: string }

/**
 * Translates a brand's links, without those to screens that this build doesn't have. Labels with a text are translated (`Gift
 * vouchers` → `shell:place.gift-vouchers`); others are shown unchanged.
 */
export const navLinks = (links: Brand['nav'], isBuilt: (path: string) => boolean, t: Words): NavLink[] =>
  links.filter(({ to }) => isBuilt(to)).map(({ label, to }) => ({ to, name: t(`shell:place.${slugOf(label)}`, { defaultValue: label }) }))

const slugOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
