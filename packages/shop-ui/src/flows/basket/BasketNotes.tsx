import { useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextArea } from '#form/TextArea'
import { useDrafts } from '#client-state'
import { useApiMutation } from '#mutation'
import { useBasket, useSetNotes } from '#server-state'
import styles from './BasketPage.module.css'

/** In characters; the limit of the API contract. */
const maxNoteLength = 500
const draftName = 'basket-notes'

/** Access needs and a note for the order. Text that is not saved yet stays in the drafts. */
export function BasketNotes() {
  const t = useWords('basket')
  const { notes } = useBasket()
  const setNotes = useSetNotes()
  const { saveForm, deleteForm } = useDrafts.getState()
  const [notesTyped, setNotesTyped] = useState({ ...notes, ...useDrafts.getState().forms[draftName] })
  const { send, problem, isPending } = useApiMutation()
  const type = (name: 'access' | 'order') => (text: string) => {
    const now = { ...notesTyped, [name]: text }
    setNotesTyped(now)
    saveForm(draftName, now)
  }
  const save = () =>
    send(() => setNotes.mutateAsync({ body: { order: notesTyped.order, access: notesTyped.access } }), {
      onSuccess: () => deleteForm(draftName),
      message: t('notes.said'),
    })
  return (
    <Disclosure label={t(notes.order || notes.access ? 'notes.change' : 'notes.add')} level={2}>
      <div className={styles.beside}>
        {problem && <ProblemNotice problem={problem} bare />}
        {(['access', 'order'] as const).map((name) => (
          <TextArea
            key={name}
            name={`${draftName}-${name}`}
            label={t(`checkout:summary.${name}Note`)}
            hint={t(`checkout:summary.${name}NoteHint`)}
            value={notesTyped[name]}
            onChange={type(name)}
            maxLength={maxNoteLength}
            optional
          />
        ))}
        <Button onPress={() => void save()} isPending={isPending}>
          {t('notes.save')}
        </Button>
      </div>
    </Disclosure>
  )
}
