import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './EventSearch.module.css'

/** Search field for productions; Escape clears it. */
export function EventSearch({ value, onChange }: { readonly value: string; readonly onChange: (words: string) => void }) {
  const t = useWords('browse')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const clear = (): void => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={classNames(styles.field)}>
      <label htmlFor={id} className={classNames(styles.label)}>
        {t('home.search')}
      </label>
      <div className={styles.box}>
        <Search aria-hidden="true" />
        <input
          ref={input}
          id={id}
          type="search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={({ key }) => key === 'Escape' && clear()}
          className={classNames(styles.input)}
          autoComplete="off"
          spellCheck={false}
        />
        {value !== '' && (
          // No tab stop: with a keyboard, Escape clears the field.
          <button type="button" tabIndex={-1} className={classNames(styles.clear)} aria-label={t('home.searchClear')} onClick={clear}>
            <X aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  )
}
