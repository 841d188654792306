import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { askedNotes, maxNoteLength, type NoteName } from '@playhouse/domain/notes'
import { useWords } from '#i18n'
import { TextArea } from '#form/TextArea'
import { useBasket, useBrand } from '#server-state'
import { FieldGroup } from '../StepForm.tsx'

const note = z.string().max(maxNoteLength)
export const noteRules = { order: note, access: note, dietary: note }

/** Access needs, diets where the theatre asks for them, and a note for the order, each with its remaining characters. */
export function NoteFields() {
  const t = useWords('checkout')
  const { control } = useFormContext<Record<NoteName, string>>()
  const notes = askedNotes(useBrand(), useBasket())
  return (
    <FieldGroup title={t('summary.notes')}>
      {notes.map(({ name, maxLength }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <TextArea {...field} label={t(`summary.${name}Note`)} hint={t(`summary.${name}NoteHint`)} maxLength={maxLength} optional />
          )}
        />
      ))}
    </FieldGroup>
  )
}
