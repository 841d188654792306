import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { TextArea } from '#form/TextArea'
import { FieldGroup } from '../StepForm.tsx'

/** In characters; the limit of the API contract. */
const maxNoteLength = 500

export const noteRules = { order: z.string().max(maxNoteLength), access: z.string().max(maxNoteLength) }

/** Access needs and a note for the order, each with its remaining characters. */
export function NoteFields() {
  const t = useWords('checkout')
  const { control } = useFormContext<{ order: string; access: string }>()
  return (
    <FieldGroup title={t('summary.notes')}>
      {(['access', 'order'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <TextArea {...field} label={t(`summary.${name}Note`)} hint={t(`summary.${name}NoteHint`)} maxLength={maxNoteLength} optional />
          )}
        />
      ))}
    </FieldGroup>
  )
}
