import { useWords } from '#i18n'
import { BallotFrame } from './BallotFrame.tsx'
import { EntryForm } from './EntryForm.tsx'

/** The ballot for the dress rehearsal. */
export function DressRehearsalPage() {
  const t = useWords('ballot')
  return (
    <BallotFrame title="dress.title">
      {(ballot, performance) => (
        <>
          <p>{t('dress.lead')}</p>
          <EntryForm key={ballot.entry?.id ?? 'new'} ballot={ballot} instance={performance} />
        </>
      )}
    </BallotFrame>
  )
}
