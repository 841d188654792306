import { useState } from 'react'
import { askedNotes, type NoteName, noteTexts, writtenNotes } from '@playhouse/domain/notes'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextArea } from '#form/TextArea'
import { useDrafts } from '#client-state'
import { useApiMutation } from '#mutation'
import { useBasket, useBrand, useSetNotes } from '#server-state'
import styles from './BasketPage.module.css'

const draftName = 'basket-notes'

/** Access needs, diets where the theatre asks for them, and a note for the order. Text that is not saved yet stays in the drafts. */
export function BasketNotes() {
  const t = useWords('basket')
  const basket = useBasket()
  const { notes } = basket
  const asked = askedNotes(useBrand(), basket)
  const setNotes = useSetNotes()
  const { saveForm, deleteForm } = useDrafts.getState()
  const [notesTyped, setNotesTyped] = useState({ ...noteTexts(notes), ...useDrafts.getState().forms[draftName] })
  const { send, problem, isPending } = useApiMutation()
  const type = (name: NoteName) => (text: string) => {
    const now = { ...notesTyped, [name]: text }
    setNotesTyped(now)
    saveForm(draftName, now)
  }
  const save = () =>
    send(() => setNotes.mutateAsync({ body: writtenNotes(notesTyped, notes) }), {
      onSuccess: () => deleteForm(draftName),
      message: t('notes.said'),
    })
  return (
    <Disclosure label={t(Object.values(notes).some((note) => note !== '') ? 'notes.change' : 'notes.add')} level={2}>
      <div className={styles.beside}>
        {problem && <ProblemNotice problem={problem} bare />}
        {asked.map(({ name, maxLength }) => (
          <TextArea
            key={name}
            name={`${draftName}-${name}`}
            label={t(`checkout:summary.${name}Note`)}
            hint={t(`checkout:summary.${name}NoteHint`)}
            value={notesTyped[name]}
            onChange={type(name)}
            maxLength={maxLength}
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
