import type { FormEvent } from 'react'
import type { SourceDefaults } from '@playhouse/domain/programme-source'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import styles from '../BoxOffice.module.css'

/** What calendars and files of pretix lack, as staff type it. */
export type DefaultsDraft = { readonly [Field in keyof Required<SourceDefaults>]: string }
export const emptyDefaults: DefaultsDraft = { production: '', hall: '', priceList: '', generalSale: '' }

type Props = {
  readonly draft: DefaultsDraft
  readonly onChange: (draft: DefaultsDraft) => void
  readonly isPending: boolean
  /** Whether it begins open. JSON may be a plan of a hall, which lacks nothing. */
  readonly isOpen: boolean
  readonly onCheck: () => void
}

/** Asks for what calendars and files of pretix lack, and checks the files again. */
export function SourceDefaultsForm({ draft, onChange, isPending, isOpen, onCheck }: Props) {
  const t = useWords('programme-file')
  return (
    <Disclosure label={t('defaults.title')} isInitiallyOpen={isOpen}>
      <form
        className={styles['form']}
        aria-label={t('defaults.title')}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onCheck()
        }}
      >
        <p>{t('defaults.lead')}</p>
        {(['production', 'hall', 'priceList', 'generalSale'] as const).map((field) => (
          <TextField
            key={field}
            name={`default-${field}`}
            label={t(`defaults.${field}`)}
            hint={field === 'generalSale' ? t('defaults.example') : undefined}
            optional
            maxLength={80}
            value={draft[field]}
            onChange={(value) => onChange({ ...draft, [field]: value })}
          />
        ))}
        <Button type="submit" isPending={isPending}>
          {t('defaults.check')}
        </Button>
      </form>
    </Disclosure>
  )
}

/** The defaults of a call; undefined where all are empty. */
export function defaultsOf(draft: DefaultsDraft): SourceDefaults | undefined {
  const given = Object.entries(draft).flatMap(([field, value]) => (value.trim() === '' ? [] : [[field, value.trim()] as const]))
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
