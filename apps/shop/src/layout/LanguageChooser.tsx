import type { Locale } from '@playhouse/domain/brand'
import { languageTag, localeNames, switchLocale, translate, useLocale, useWords } from '@playhouse/shop-ui/i18n'
import { announce } from '@playhouse/shop-ui/ui/announce'
import { useBrand } from '@playhouse/shop-ui/server-state'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './LanguageChooser.module.css'

/** Select for the locale, which applies at once and is saved for a year. Each language has its own name. */
export function LanguageChooser({
  labelled = false,
}: {
  /** Shows the label; otherwise only screen readers have it. */ readonly labelled?: boolean
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
