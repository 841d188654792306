import { useParams } from 'react-router'
import { useWords } from '#i18n'
import { BallotFrame } from './BallotFrame.tsx'
import { EntryForm } from './EntryForm.tsx'

/** The ballot entry with this performance as the first choice, or the entry for its day seats. */
export function FirstChoicePage() {
  const t = useWords('ballot')
  const { event = '', instance = '' } = useParams()
  return (
    <BallotFrame title="first.title">
      {(ballot, performance) => (
        <>
          <p>{t(ballot.kind === 'day-seats' ? 'daySeats.lead' : 'first.lead')}</p>
          <EntryForm
            key={ballot.entry?.id ?? 'new'}
            ballot={ballot}
            instance={performance}
            {...(ballot.kind !== 'day-seats' &&
              ballot.performances.length > 1 && { alternatives: `/events/${event}/${instance}/register/alternative-choices` })}
          />
        </>
      )}
    </BallotFrame>
  )
}
