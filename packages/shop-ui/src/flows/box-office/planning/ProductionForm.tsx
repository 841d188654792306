import type { FormEvent } from 'react'
import { localeNames, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { productionRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import { type DraftField, draftFields, idOfTitle, type ProductionDraft } from './production-draft.ts'
import { useFieldError } from './useFieldError.ts'
import type { PlanningMutation } from './usePlanningMutation.ts'

const motifs = ['arcs', 'waves', 'grid', 'sun', 'steps', 'rays', 'thread', 'blocks'] as const
/** Languages of texts by their own names: those of the site, and others that productions are written in. */
const languages: Readonly<Record<string, string>> = {
  ...localeNames,
  ...{ cy: 'Cymraeg', da: 'Dansk', fi: 'Suomi', fr: 'Français', ga: 'Gaeilge', it: 'Italiano', nl: 'Nederlands', no: 'Norsk' },
  ...{ pl: 'Polski', pt: 'Português', uk: 'Українська' },
}
/** Long texts, with their maximum lengths. */
const longFields: Partial<Record<DraftField, number>> = { synopsis: 10_000, warnings: 2_000 }
const optionalFields: readonly DraftField[] = ['credit', 'tagline', 'synopsis', 'warnings', 'streaming']
const numberFields: readonly DraftField[] = ['runningTime', 'intervals', 'ageGuidance', 'hue']

type Props = {
  readonly draft: ProductionDraft
  readonly onChange: (draft: ProductionDraft) => void
  readonly mutation: PlanningMutation
  readonly submitLabel: string
  readonly onSubmit: () => void
  /** The short name of a production that exists does not change, but its address on the site does. */
  readonly isNew: boolean
}

/** The fields of a production. */
export function ProductionForm({ draft, onChange, mutation: { problem, isPending }, submitLabel, onSubmit, isNew }: Props) {
  const t = useWords('planning')
  const invalid = problem?.code === 'invalid-input' ? problem.params.fields : []
  const { form } = useInvalidFocus(problem)
  const fieldError = useFieldError()
  const errorOf = (field: DraftField): string | undefined => {
    if (field === (isNew ? 'id' : 'slug') && problem?.code === 'id-taken') return t(isNew ? 'form.taken' : 'form.slugTaken')
    const name = field === 'motif' || field === 'hue' ? `poster.${field}` : field
    return invalid.some((path) => path === name || path.includes(`production.${name}`))
      ? fieldError.errorOf(productionRules[field], draft[field])
      : undefined
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  const set = (field: DraftField) => (text: string) => {
    // The short name follows the title until another one is typed.
    const follows = isNew && field === 'title' && draft.id === idOfTitle(draft.title)
    onChange({ ...draft, [field]: text, ...(follows && { id: idOfTitle(text) }) })
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-label={submitLabel}>
      {draftFields
        .filter((field) => field !== (isNew ? 'slug' : 'id'))
        .map((field) => {
          const shared = {
            ...{ name: `production-${field}`, label: t(`form.${field}`), value: draft[field], error: errorOf(field) },
            ...{ optional: optionalFields.includes(field) || (field === 'id' && draft.title !== ''), onChange: set(field) },
          }
          const maxLength = longFields[field]
          if (maxLength !== undefined)
            return <TextArea key={field} {...shared} maxLength={maxLength} hint={t(`form.hint.${field}`, { defaultValue: '' })} />
          if (field === 'copyLanguage')
            return (
              <OptionField
                key={field}
                {...shared}
                options={[...new Set([...Object.keys(languages), draft.copyLanguage])].map((value) => ({
                  value,
                  label: languages[value] ?? value,
                }))}
              />
            )
          if (field === 'motif')
            return <OptionField key={field} {...shared} options={motifs.map((value) => ({ value, label: t(`form.motifs.${value}`) }))} />
          const hint =
            field === 'id'
              ? t('form.hint.id', { id: draft.id.trim() || idOfTitle(draft.title) || '…' })
              : field === 'slug'
                ? t('form.hint.slug', { suggestion: idOfTitle(draft.title) || draft.id })
                : t(`form.hint.${field}`, { defaultValue: '' })
          return <TextField key={field} {...shared} hint={hint} inputMode={numberFields.includes(field) ? 'numeric' : 'text'} />
        })}
      <Button type="submit" look="primary" isPending={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
