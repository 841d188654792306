import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { noteTexts, writtenNotes } from '@playhouse/domain/notes'
import { useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { useBasket, useSetNotes } from '#server-state'
import { recallForm, StepForm } from '../StepForm.tsx'
import { NoteFields, noteRules } from './NoteFields.tsx'
import { isAlwaysNeeded, type Step } from './step.ts'

/** Optional notes for the theatre before the visit. */
function AdditionalDetails() {
  const t = useWords('checkout')
  const { notes } = useBasket()
  const setNotes = useSetNotes()
  const form = useForm({
    resolver: zodResolver(z.object(noteRules)),
    shouldFocusError: false,
    defaultValues: recallForm('additional-details', noteTexts(notes)),
  })
  return (
    <>
      <PageHeading>{t('steps.additional-details')}</PageHeading>
      <StepForm step="additional-details" form={form} save={(form) => setNotes.mutateAsync({ body: writtenNotes(form, notes) })}>
        <NoteFields />
      </StepForm>
    </>
  )
}

export const additionalDetails: Step = { id: 'additional-details', isNeeded: isAlwaysNeeded, Screen: AdditionalDetails }
