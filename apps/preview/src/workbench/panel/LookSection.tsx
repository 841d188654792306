import { localeNames, useWords } from '@playhouse/shop-ui/i18n'
import { Select } from '@playhouse/shop-ui/form/Select'
import { brandNamed, brands } from '#brand'
import { palettes } from '#setting'
import { Section } from '../part/Section.tsx'
import type { PanelProps } from './Panel.tsx'

/** Hints about limits of a palette that may surprise. */
const hints = { light: 'houseHint', dark: 'houseHint', forced: 'forcedHint' } as const

/** The choice of brand, colours and language. */
export function LookSection({ setting, change }: PanelProps) {
  const t = useWords('preview')
  return (
    <Section title={t('look.title')} isInitiallyOpen>
      <Select
        name="brand"
        label={t('look.brand')}
        options={brands.map(({ id, name }) => ({ value: id, label: name }))}
        value={brandNamed(setting.brand).id}
        onChange={(brand) => change({ brand })}
      />
      <Select
        name="palette"
        label={t('look.palette')}
        options={palettes.map((palette) => ({ value: palette, label: t(`palette.${palette}`) }))}
        value={setting.palette}
        onChange={(palette) => change({ palette })}
        {...(setting.palette in hints && { hint: t(`look.${hints[setting.palette as keyof typeof hints]}`) })}
      />
      <Select
        name="locale"
        label={t('look.locale')}
        options={brandNamed(setting.brand).locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        value={setting.locale}
        onChange={(locale) => change({ locale })}
      />
    </Section>
  )
}
