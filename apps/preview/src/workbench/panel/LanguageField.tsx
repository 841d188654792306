import { type Locale, locales } from '@playhouse/domain/brand'
import { localeNames, useLocale, useWords } from '@playhouse/shop-ui/i18n'
import { Select } from '@playhouse/shop-ui/form/Select'
import styles from './Panel.module.css'

/** The language of the workbench, independent of the shop's. */
export function LanguageField({ onSpeak }: { readonly onSpeak: (locale: Locale) => void }) {
  const t = useWords('preview')
  return (
    <div className={styles['foot']}>
      <Select
        name="tool-language"
        label={t('language')}
        options={locales.map((value) => ({ value, label: localeNames[value] }))}
        value={useLocale()}
        onChange={onSpeak}
      />
    </div>
  )
}
