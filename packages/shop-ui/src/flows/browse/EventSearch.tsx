import { Search, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { SearchField } from 'react-aria-components/SearchField'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './EventSearch.module.css'

/** Finds productions by words as they are typed; Escape clears. */
export function EventSearch({ value, onChange }: { readonly value: string; readonly onChange: (words: string) => void }) {
  const t = useWords('browse')
  return (
    <SearchField value={value} onChange={onChange} className={classNames(styles.field)}>
      <Label className={classNames(styles.label)}>{t('home.search')}</Label>
      <div className={styles.box}>
        <Search aria-hidden="true" />
        <Input className={classNames(styles.input)} autoComplete="off" spellCheck={false} />
        {value !== '' && (
          <Button className={classNames(styles.clear)} aria-label={t('home.searchClear')}>
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
    </SearchField>
  )
}
