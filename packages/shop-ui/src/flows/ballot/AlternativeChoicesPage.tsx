import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { BallotView } from '@playhouse/api-client/contract'
import { useFormats, useTexts, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Select } from '#form/Select'
import { useApiMutation } from '#mutation'
import { api, ballotQuery, queryClient } from '#server-state'
import styles from './Ballot.module.css'
import { hasSeveralProductions } from './several-productions.ts'
import { BallotFrame } from './BallotFrame.tsx'

const maxAlternatives = 3

/** Alternative performances in order of preference, for the case that the first choice is full. */
export function AlternativeChoicesPage() {
  const t = useWords('ballot')
  const { event = '', instance = '' } = useParams()
  const first = `/events/${event}/${instance}/register/first-choice`
  return (
    <BallotFrame title="alternatives.title">
      {(ballot) =>
        ballot.entry && ballot.kind !== 'day-seats' ? (
          <>
            <p>{t('alternatives.lead')}</p>
            <AlternativesForm ballot={ballot} entry={ballot.entry} instance={instance} back={first} />
          </>
        ) : (
          <Navigate to={first} replace />
        )
      }
    </BallotFrame>
  )
}

type AlternativesFormProps = {
  readonly ballot: BallotView
  readonly entry: NonNullable<BallotView['entry']>
  readonly instance: string
  readonly back: string
}

const noChoice = 'none'

function AlternativesForm({ ballot, entry, instance, back }: AlternativesFormProps) {
  const t = useWords('ballot')
  const { dateAndTime } = useFormats()
  const texts = useTexts()
  const hasTitles = hasSeveralProductions(ballot)
  const navigate = useNavigate()
  const [firstChoice = instance, ...savedAlternatives] = entry.choices
  const [alternatives, setAlternatives] = useState<readonly string[]>(savedAlternatives)
  const { send, problem, isPending } = useApiMutation()
  const save = async (): Promise<void> => {
    const choices = [...new Set([firstChoice, ...alternatives.filter((wish) => wish !== noChoice)])]
    const result = await send(() => api.ballot.enter({ params: { instance }, body: { quantity: entry.quantity, choices } }), {
      onSuccess: (view) => queryClient.setQueryData(ballotQuery(instance).queryKey, view),
      message: t('said.saved'),
    })
    if (result.ok) await navigate(back)
  }
  const fieldCount = Math.min(maxAlternatives, ballot.performances.length - 1)
  return (
    <div className={styles.form}>
      {problem && <ProblemNotice problem={problem} />}
      {Array.from({ length: fieldCount }, (_, nth) => {
        const isChosenElsewhere = (id: string): boolean =>
          id === firstChoice || alternatives.some((wish, other) => other !== nth && wish === id)
        const options = ballot.performances
          .filter(({ instance: id }) => !isChosenElsewhere(id))
          .map((performance) => ({
            value: performance.instance,
            label: hasTitles ? `${texts(performance).title}, ${dateAndTime(performance)}` : dateAndTime(performance),
          }))
        return (
          <Select
            key={nth}
            name={`wish-${nth}`}
            label={t('alternatives.wish', { nth: nth + 2 })}
            options={[{ value: noChoice, label: t('alternatives.none') }, ...options]}
            value={alternatives[nth] ?? noChoice}
            onChange={(id) =>
              setAlternatives(Array.from({ length: fieldCount }, (_one, other) => (other === nth ? id : (alternatives[other] ?? noChoice))))
            }
          />
        )
      })}
      <div className={styles.actions}>
        <Button look="primary" large isPending={isPending} onPress={() => void save()}>
          {t('alternatives.save')}
        </Button>
        <LinkButton large to={back}>
          {t('alternatives.skip')}
        </LinkButton>
      </div>
    </div>
  )
}
