import type { Locale } from '@playhouse/domain/brand'
import { languageTag, localeNames, switchLocale, translate, useLocale, useWords } from '@playhouse/shop-ui/i18n'
import { announce } from '@playhouse/shop-ui/ui/announce'
import { useBrand } from '@playhouse/shop-ui/server-state'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './LanguageChooser.module.css'

/** Select for the locale, which applies at once and is saved for a year. Each language has its own name. */
export function LanguageChooser({
  isLabelShown = false,
}: {
  /** Shows the label; otherwise only screen readers have it. */ readonly isLabelShown?: boolean
}) {
  const t = useWords('shell')
  const locale = useLocale()
  const brand = useBrand()
  const choose = async (next: Locale) => {
    try {
      await switchLocale(next)
      announce(translate('shell:languageChanged'))
    } catch {
      announce(translate('shell:languageFailed'))
    }
  }
  return (
    <label className={classNames(styles.chooser)}>
      <span className={classNames(isLabelShown ? styles.label : 'visually-hidden')}>{t('language')}</span>
      <select value={locale} onChange={(event) => void choose(event.target.value as Locale)}>
        {brand.locales.map((option) => (
          <option key={option} value={option} lang={languageTag(option)}>
            {localeNames[option]}
          </option>
        ))}
      </select>
    </label>
  )
}
