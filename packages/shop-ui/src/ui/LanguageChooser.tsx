import type { Locale } from '@playhouse/domain/brand'
import { languageTag, localeNames, switchLocale, translate, useLocale, useWords } from '#i18n'
import { classNames } from '#theme'
import { announce } from '#ui/announce'
import styles from './LanguageChooser.module.css'

type LanguageChooserProps = {
  /** The languages of the brand. */
  readonly locales: readonly Locale[]
  /** Shows the label; otherwise only screen readers have it. */
  readonly isLabelShown?: boolean
}

/** Select for the locale, which applies at once and is saved for a year. Each language has its own name. */
export function LanguageChooser({ locales, isLabelShown = false }: LanguageChooserProps) {
  const t = useWords('shell')
  const locale = useLocale()
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
        {locales.map((option) => (
          <option key={option} value={option} lang={languageTag(option)}>
            {localeNames[option]}
          </option>
        ))}
      </select>
    </label>
  )
}
