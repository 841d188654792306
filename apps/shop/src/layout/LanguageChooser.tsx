import type { Locale } from '@playhouse/domain/brand'
import { languageTag, localeNames, switchLocale, translate, useLocale, useWords } from '@playhouse/shop-ui/i18n'
import { announce } from '@playhouse/shop-ui/ui/announce'
import { useBrand } from '@playhouse/shop-ui/server-state'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './LanguageChooser.module.css'

/** Speaks another language at once and remembers it for a year. Each language is called by its own name. */
export function LanguageChooser({
  labelled = false,
}: {
  /** Shows its label; otherwise it's for screen readers. */ readonly labelled?: boolean
}) {
  const t = useWords('shell')
  const locale = useLocale()
  const brand = useBrand()
  const choose = async (chosen: Locale) => {
    try {
      await switchLocale(chosen)
      announce(translate('shell:languageChanged'))
    } catch {
      announce(translate('problem:service-unavailable.title'))
    }
  }
  return (
    <label className={classNames(styles.chooser)}>
      <span className={classNames(labelled ? styles.label : 'visually-hidden')}>{t('language')}</span>
      <select value={locale} onChange={(event) => void choose(event.target.value as Locale)}>
        {brand.locales.map((offered) => (
          <option key={offered} value={offered} lang={languageTag(offered)}>
            {localeNames[offered]}
          </option>
        ))}
      </select>
    </label>
  )
}
